/// Something wrong with a file of asset links.
public struct AssetLinksFinding: Sendable, Hashable {
    /// What was found.
    public let code: Code

    /// Where.
    public let position: SourcePosition

    /// What was found, as a sentence; for text that is no JSON, with the parser's reason.
    public let message: String

    /// How bad it is; the code decides.
    public var severity: Finding.Severity { code.severity }

    /// What to do about it, as a sentence.
    public var remedy: String { code.remedy }

    init(_ code: Code, at position: SourcePosition, message: String? = nil) {
        self.code = code
        self.position = position
        self.message = message ?? code.message
    }
}
