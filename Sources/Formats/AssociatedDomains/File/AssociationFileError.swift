internal import JSONText

/// Why a text is no association file, and where.
public struct AssociationFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as the finding that says so; always one whose severity is error.
    public let code: Finding.Code

    /// Where.
    public let position: SourcePosition

    /// What is wrong, as a sentence.
    public let reason: String

    /// `line:column: reason`.
    public var description: String { "\(position): \(reason)" }

    init(_ code: Finding.Code, _ reason: String, at position: SourcePosition = .start) {
        self.code = code
        self.position = position
        self.reason = reason
    }

    init(_ error: JSONTextError, in content: [UInt8]) {
        let code: Finding.Code =
            switch error.code {
            case .tooLarge: .tooLarge
            case .tooDeep: .nestedTooDeeply
            case .duplicateMember: .duplicateMember
            case .invalidUTF8: .notUTF8
            default: .malformedJSON
            }
        let position = SourcePosition(line: error.position.line, column: error.position.column, offset: error.position.offset)
        self.init(code, error.reason.prefix(1).uppercased() + error.reason.dropFirst() + ".", at: position)
    }
}
