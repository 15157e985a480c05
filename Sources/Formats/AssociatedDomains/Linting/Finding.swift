/// Something that the author of a file should know.
public struct Finding: Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// It works as meant, or nearly; there is something to know or to tidy up.
        case info
        /// Something does less or more than the file seems to say.
        case warning
        /// The file, or a part of it, cannot work.
        case error

        /// By weight.
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

    /// Where it begins.
    public let position: SourcePosition

    /// Where it stands; empty where it is about the whole file, or about how it was served.
    public let place: SourcePlace

    /// The path through the document to it (RFC 6901); empty for the whole document, and where there is none.
    public let pointer: String

    /// What was found, as a sentence that names what stands there.
    public let message: String

    /// How bad it is; the code decides.
    public var severity: Severity { code.severity }

    /// What to do about it, as a sentence.
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

    /// A rejected file as the one finding that it comes down to.
    public init(_ error: AssociatedDomainsError) {
        let position = error.place ?? .start
        self.init(
            Code(rawValue: error.code.rawValue) ?? .malformedJSON, at: position,
            place: SourcePlace(position.offset..<position.offset), error.reason)
    }
}

/// Something noticed at a place, before line and column are worked out.
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
