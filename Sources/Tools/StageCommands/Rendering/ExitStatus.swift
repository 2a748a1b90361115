/// How `stage` ends, for scripts.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    case failed = 1
    case wrongUsage = 2
    case notFound = 3
    case notAcceptable = 4
    case notAdmitted = 5
    case overLimit = 6
    case noService = 7
    case changedOrDamaged = 8
    /// With `--exec`, where the other statuses are the command's own.
    case execFailed = 125
    case execNotExecutable = 126
    case execNotFound = 127

    /// What it says, for the help; the statuses of `--exec` are told there.
    var meaning: String? {
        switch self {
        case .done: "done"
        case .failed: "failed"
        case .wrongUsage: "wrong usage"
        case .notFound: "no such grant or area (unknown, expired, spent, …), or an empty pasteboard"
        case .notAcceptable: "nothing acceptable: no representation conforms, or its type was refused"
        case .notAdmitted: "the scope does not admit you"
        case .overLimit: "out of space, or over a limit"
        case .noService: "no service"
        case .changedOrDamaged: "the source changed, or the staged bytes are damaged"
        case .execFailed, .execNotExecutable, .execNotFound: nil
        }
    }
}
