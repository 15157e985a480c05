public import FoundationEssentials

/// A code out of a message that was received, and how long it is offered.
public struct ReceivedCode: Sendable, Hashable {
    /// The code as it is to be typed.
    public let code: String

    /// The site that it is bound to, and its frame; nil for a code in free text, which is bound to nothing.
    public let binding: DomainBoundCode?

    /// When the message came.
    public let receivedAt: Date

    /// How long a code is offered after its message came, in seconds: three minutes, as Apple documents.
    public static let lifetime: TimeInterval = 180

    /// The code of a message: the one that its last line binds to a site, or else the one that the text is about; nil where there
    /// is none.
    public init?(message: String, receivedAt: Date) {
        if let bound = DomainBoundCode(message: message) {
            (code, binding) = (bound.code, bound)
        } else if let found = FreeTextCode(message: message) {
            (code, binding) = (found.code, nil)
        } else {
            return nil
        }
        self.receivedAt = receivedAt
    }

    /// Whether the code is still offered. A message from the future, which a wrong clock makes, is not.
    public func isOffered(now: Date) -> Bool {
        (0..<Self.lifetime).contains(now.timeIntervalSince(receivedAt))
    }
}
