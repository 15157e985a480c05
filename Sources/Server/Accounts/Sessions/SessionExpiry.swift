/// When a session ends by itself. Idle time is counted from the last use, the absolute end from the sign-in; renewal of the token
/// moves neither.
package struct SessionExpiry: Hashable, Sendable {
    /// Moves forward with use.
    package let idle: Timestamp
    /// Never moves.
    package let absolute: Timestamp

    package init(idle: Timestamp, absolute: Timestamp) {
        self.idle = min(idle, absolute)
        self.absolute = absolute
    }

    /// The first moment at which the session no longer opens.
    package var end: Timestamp { idle }

    package func isPast(_ now: Timestamp) -> Bool {
        now >= idle || now >= absolute
    }
}
