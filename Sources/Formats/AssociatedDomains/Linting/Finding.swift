/// A finding for the author of a file.
public struct Finding: Sendable, Hashable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// The file works as intended, or nearly. Something is worth knowing or cleaning up.
        case info
        /// A part has less or more effect than the file suggests.
        case warning
        /// The file, or a part of it, cannot work.
        case error

        /// Orders severities from info to error.
        public static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }

        private var weight: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The kind of finding.
    public let code: Code

    /// The start of the finding. Nil in a binary property list, which has no lines.
    public let position: SourcePosition?

    /// The bytes of the finding. Empty if it concerns the whole file or the response, or if only its start is known.
    public let place: SourceRange

    /// The JSON pointer to the place (RFC 6901). Empty for the whole document. Nil for files other than association files.
    public let pointer: String?

    /// The index of the entry of entitlements, from 0. Nil if the finding does not concern an entry.
    public let entry: Int?

    /// The position in the text of the entry, in UTF-8 bytes from 0. Nil if the finding concerns the whole entry.
    public let offset: Int?

    /// A sentence that describes the finding.
    public let message: String

    /// The severity.
    public var severity: Severity { code.severity }

    /// A sentence that says how to fix the problem.
    public var remedy: String { code.remedy }

    init(
        _ code: Code, at position: SourcePosition? = .start, place: SourceRange? = nil, pointer: String? = nil,
        entry: Int? = nil, offset: Int? = nil, _ message: String? = nil
    ) {
        let start = position?.offset ?? 0
        self.code = code
        self.position = position
        self.place = place ?? SourceRange(start..<start)
        self.pointer = pointer
        self.entry = entry
        self.offset = offset
        self.message = message ?? code.message
    }

    /// Creates the finding for a rejected association file.
    public init(_ error: AssociatedDomainsError) {
        self.init(Code(error), at: error.place ?? .start, pointer: "", error.reason)
    }
}

extension Finding: CustomStringConvertible {
    /// The position and the message.
    public var description: String { position.map { "\($0): \(message)" } ?? message }
}

/// A finding before its line and column are computed.
struct Remark: Sendable {
    let code: Finding.Code
    let place: SourceRange
    let message: String

    init(_ code: Finding.Code, at place: SourceRange, _ message: String) {
        self.code = code
        self.place = place
        self.message = message
    }
}
