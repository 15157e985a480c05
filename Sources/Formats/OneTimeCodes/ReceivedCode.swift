public import FoundationEssentials

/// A code out of a message that was received, and how long it is offered.
public struct ReceivedCode: Sendable, Hashable {
    /// The code as it is to be typed.
    public let code: String

    /// Where the code stands, in Unicode scalars of the message: in the text for people if they read it there.
    public let range: Range<Int>

    /// The site that it is bound to, and its frame; nil for a code in free text, which is bound to nothing.
    public let binding: DomainBoundCode?

    /// When the message came.
    public let receivedAt: Date

    /// How long a code is offered after its message came, in seconds: three minutes, as Apple documents.
    public static let lifetime: TimeInterval = 180

    /// The code of a message: the one that its last line binds to a site, or else the one that the text is about; nil where there
    /// is none.
    public init?(message: String, receivedAt: Date) {
        let found = FreeTextCode(message: message)
        if let bound = DomainBoundCode(message: message) {
            (code, binding) = (bound.code, bound)
            range = found?.code == bound.code ? found?.range ?? Self.bound(message) : Self.bound(message)
        } else if let found {
            (code, binding, range) = (found.code, nil, found.range)
        } else {
            return nil
        }
        self.receivedAt = receivedAt
    }

    /// Where the code of the last line stands.
    private static func bound(_ message: String) -> Range<Int> {
        var line = DomainBoundLine(lastOf: message)
        _ = line.token(after: ["@"])
        _ = line.skipSpace()
        _ = line.token(after: ["#"])
        return line.place
    }

    /// Whether the code is still offered. A message from the future, which a wrong clock makes, is not.
    public func isOffered(now: Date) -> Bool {
        (0..<Self.lifetime).contains(now.timeIntervalSince(receivedAt))
    }
}
