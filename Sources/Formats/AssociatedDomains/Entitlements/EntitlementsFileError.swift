/// Why no entitlements can be read from a file.
public struct EntitlementsFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong; stable and meant for programs.
    public let code: String

    /// What is wrong, as a sentence.
    public let reason: String

    /// Where; nil for what concerns the whole file, and in binary files, whose reason names the byte.
    public let position: SourcePosition?

    /// Place and reason.
    public var description: String { position.map { "\($0): \(reason)" } ?? reason }

    init(_ code: String, _ reason: String, _ position: SourcePosition?) {
        self.code = code
        self.reason = reason
        self.position = position
    }
}
