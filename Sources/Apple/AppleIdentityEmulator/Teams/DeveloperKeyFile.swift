/// The .p8 file of a developer's key: PKCS#8 PEM, given out once. Prints nothing of it.
public struct DeveloperKeyFile: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `AuthKey_<key id>.p8`.
    public let fileName: String
    /// The file's text, beginning `-----BEGIN PRIVATE KEY-----`.
    public let pem: String

    /// The file's name alone.
    public var description: String { "\(fileName) (not shown)" }
    /// The file's name alone.
    public var debugDescription: String { description }
    /// The file's name alone.
    public var customMirror: Mirror { Mirror(self, children: ["fileName": fileName]) }
}
