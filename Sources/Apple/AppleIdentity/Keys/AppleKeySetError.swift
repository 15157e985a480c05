/// Why a text is not a key set at all.
public struct AppleKeySetError: Error, Sendable, CustomStringConvertible {
    /// The reason in one English sentence.
    public let reason: String

    /// Where in the bytes of the text the reason lies.
    public let position: Int

    /// The reason and its place.
    public var description: String { "\(reason) (at byte \(position))" }

    init(_ reason: String, position: Int) {
        self.reason = reason
        self.position = position
    }
}
