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

    /// What was found.
    public let code: Code

    /// The start of the finding.
    public let position: SourcePosition

    /// The place of the finding. Empty if it concerns the whole file or the response.
    public let place: SourcePlace

    /// The JSON pointer to the place (RFC 6901). Empty for the whole document, and for files without JSON.
    public let pointer: String

    /// A sentence that describes the finding and quotes the text concerned.
    public let message: String

    /// The severity, which depends on the code.
    public var severity: Severity { code.severity }

    /// A sentence that says how to fix the problem.
    public var remedy: String { code.remedy }

    init(
        _ code: Code, at position: SourcePosition = .start, place: SourcePlace = .start, pointer: String = "", _ message: String
    ) {
        self.code = code
        self.position = position
        self.place = place
        self.pointer = pointer
        self.message = message
    }

    /// Creates the finding for a rejected file.
    public init(_ error: AssociatedDomainsError) {
        let position = error.place ?? .start
        self.init(
            Code(rawValue: error.code.rawValue) ?? .malformedJSON, at: position,
            place: SourcePlace(position.offset..<position.offset), error.reason)
    }
}

/// A finding before its line and column are computed.
struct Remark: Sendable {
    let code: Finding.Code
    let place: SourcePlace
    let message: String

    init(_ code: Finding.Code, at place: SourcePlace, _ message: String) {
        self.code = code
        self.place = place
        self.message = message
    }
}
