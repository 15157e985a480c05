/// One parameter of a request or of an answer, decoded.
public struct FormField: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value.
    public let value: String
}
