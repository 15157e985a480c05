/// What one exchange may cost us.
package struct WebLimits: Hashable, Sendable {
    /// From the beginning to the connection, TLS included.
    package var connecting: Duration
    /// From the beginning to the last byte.
    package var total: Duration
    /// In bytes. An answer with more is an error, never cut short.
    package var body: Int

    package init(connecting: Duration = .seconds(10), total: Duration = .seconds(30), body: Int = 1 << 20) {
        self.connecting = connecting
        self.total = total
        self.body = body
    }
}
