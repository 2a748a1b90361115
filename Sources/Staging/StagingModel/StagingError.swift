/// Why a request could not be done: a stable code for programs, and for people what went wrong with which item and
/// what to do.
public struct StagingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stable name.
    public var code: Code
    /// What went wrong, with which item; one line.
    public var message: String
    /// What to do about it; nil where there is nothing to say.
    public var hint: String?

    /// Makes an error.
    public init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    /// The message, with the hint in parentheses.
    public var description: String { hint.map { "\(message) (\($0))" } ?? message }

    /// The name of a kind of error, camel-case. A struct, so that a name from a newer service is kept and not refused.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        /// The name itself.
        public let rawValue: String

        /// Takes any name.
        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ name: String) { rawValue = name }

        /// The request makes no sense; nothing was done.
        public static let invalidRequest = Code("invalidRequest")
        /// A failure that has no better name.
        public static let failed = Code("failed")
        /// The file cannot be opened or read.
        public static let unreadable = Code("unreadable")
        /// A FIFO, socket, device or link that cannot be sent (rules 7 and 13).
        public static let unsupportedFile = Code("unsupportedFile")
        /// Something has the destination's name already.
        public static let exists = Code("exists")
        /// Another grant lives under the key (rule 6).
        public static let keyConflict = Code("keyConflict")
        /// The receiver could write to the sender's file through its inode (rule 4).
        public static let originalWritable = Code("originalWritable")
        /// No such grant is known.
        public static let noSuchGrant = Code("noSuchGrant")
        /// The grant's time is over.
        public static let grantExpired = Code("grantExpired")
        /// The sender revoked the grant.
        public static let grantRevoked = Code("grantRevoked")
        /// The grant's uses are spent.
        public static let grantSpent = Code("grantSpent")
        /// The process that the grant was scoped to has ended.
        public static let grantSubjectEnded = Code("grantSubjectEnded")
        /// The original that the grant stood for cannot be reached any more, or the process that promised it has ended.
        public static let grantLost = Code("grantLost")
        /// No such area, or its lease has ended.
        public static let noSuchArea = Code("noSuchArea")
        /// No representation conforms to what the receiver accepts.
        public static let nothingAcceptable = Code("nothingAcceptable")
        /// An executable behind a harmless claim or ending (rule 19).
        public static let executableRefused = Code("executableRefused")
        /// The scope does not admit the process, or it is not the owner.
        public static let notAdmitted = Code("notAdmitted")
        /// The volume is full, or would be.
        public static let noSpace = Code("noSpace")
        /// A configured limit is reached.
        public static let limitExceeded = Code("limitExceeded")
        /// No service answers.
        public static let noService = Code("noService")
        /// The source changed while it was sent, or since (rules 3 and 4).
        public static let sourceChanged = Code("sourceChanged")
        /// The staged bytes are not what was recorded (rule 10).
        public static let damaged = Code("damaged")
        /// The sender's process could not export what it had promised.
        public static let promiseFailed = Code("promiseFailed")
        /// The sender's process did not export what it had promised in time.
        public static let promiseOverdue = Code("promiseOverdue")
        /// No destination is open under the name.
        public static let noSuchDestination = Code("noSuchDestination")
        /// No such item waits, is at work or is a dead letter; or it is another worker's by now.
        public static let noSuchItem = Code("noSuchItem")
        /// The destination refused the item.
        public static let dropRefused = Code("dropRefused")
        /// Every try of a destination's workers failed.
        public static let dropFailed = Code("dropFailed")
        /// The pasteboard has other contents by now than those that were asked for.
        public static let pasteboardChanged = Code("pasteboardChanged")
        /// Nothing is on the pasteboard that could be received.
        public static let pasteboardEmpty = Code("pasteboardEmpty")
        /// The volume that the staged bytes or the area lie on is not mounted; nothing is lost.
        public static let volumeMissing = Code("volumeMissing")

        /// Every code that this version knows.
        public static let all: [Code] = [
            .invalidRequest, .failed, .unreadable, .unsupportedFile, .exists, .keyConflict, .originalWritable,
            .noSuchGrant, .grantExpired, .grantRevoked, .grantSpent, .grantSubjectEnded, .grantLost, .noSuchArea,
            .nothingAcceptable, .executableRefused, .notAdmitted, .noSpace, .limitExceeded, .noService, .sourceChanged,
            .damaged, .promiseFailed, .promiseOverdue, .pasteboardChanged, .pasteboardEmpty, .volumeMissing,
            .noSuchDestination, .noSuchItem, .dropRefused,
            .dropFailed,
        ]

        /// The exit status of `stage` for it: 1 to 8 as the command line documents them.
        public var exitStatus: Int32 {
            switch self {
            case .invalidRequest: 2
            case .noSuchGrant, .grantExpired, .grantRevoked, .grantSpent, .grantSubjectEnded, .grantLost, .noSuchArea,
                .noSuchDestination, .noSuchItem, .pasteboardEmpty:
                3
            case .nothingAcceptable, .executableRefused, .dropRefused: 4
            case .notAdmitted: 5
            case .noSpace, .limitExceeded: 6
            case .noService: 7
            case .sourceChanged, .damaged: 8
            default: 1
            }
        }
    }
}
