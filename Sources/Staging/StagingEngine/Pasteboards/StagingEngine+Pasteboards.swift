internal import StagingModel

/// What is on pasteboards ends with processes.
extension StagingEngine {
    /// Ends some of what is on pasteboards and ends with this process.
    /// - Returns: whether there may be more.
    func endSomeOnPasteboards(of subject: ResolvedScope.Subject) throws -> Bool {
        let found = try catalogue.transact { transaction in
            try transaction.pasteboards(boundTo: subject, limit: 1).first.map { pasteboard in
                let grants = try transaction.grants(on: pasteboard.name)
                let some = Pace.fitting(grants, rows: \.rowsOfEnd)
                for grant in some { try transaction.end(grant, .subjectEnded) }
                if some.count == grants.count { try transaction.unbind(pasteboard.name) }
                return (name: pasteboard.name, grants: some, now: transaction.now)
            }
        }
        guard let found else { return false }
        for grant in found.grants { didEnd(grant, .subjectEnded, at: found.now) }
        pasteboards.didChange(found.name)
        return true
    }

    /// Every process that something on a pasteboard ends with.
    func subjectsOfPasteboards() throws -> Set<ResolvedScope.Subject> {
        var subjects: Set<ResolvedScope.Subject> = []
        var after: PasteboardName?
        while true {
            let pasteboards = try catalogue.transact { try $0.boundPasteboards(after: after, limit: Pace.batch) }
            guard let last = pasteboards.last else { return subjects }
            subjects.formUnion(pasteboards.compactMap(\.bound))
            after = last.name
        }
    }
}
