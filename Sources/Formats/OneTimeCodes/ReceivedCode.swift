public import FoundationEssentials

/// A code from a received message, with the time for which it is offered.
public struct ReceivedCode: Sendable, Hashable {
    /// The code to enter.
    public let code: String

    /// The position of the code, in Unicode scalars of the message: in the human-readable text if it is found there.
    public let range: Range<Int>

    /// The site and frame that the code is bound to. Nil for a code in free text.
    public let binding: DomainBoundCode?

    /// The time when the message was received.
    public let receivedAt: Date

    /// The time in seconds for which a received code is offered: three minutes, as Apple documents.
    public static let lifetime: TimeInterval = 180

    /// Finds the code of a message: the one that the last line binds to a site, otherwise one in the text. Returns nil if the
    /// message contains no code.
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

    /// Returns the position of the code in the last line.
    private static func bound(_ message: String) -> Range<Int> {
        var line = DomainBoundLine(lastOf: message)
        _ = line.token(after: ["@"])
        _ = line.skipSpace()
        _ = line.token(after: ["#"])
        return line.place
    }

    /// Returns whether the code is still offered. A message from the future, caused by a wrong clock, is not offered.
    public func isOffered(now: Date) -> Bool {
        (0..<Self.lifetime).contains(now.timeIntervalSince(receivedAt))
    }
}
