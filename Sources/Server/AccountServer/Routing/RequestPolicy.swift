/// What a ``RouteTable`` accepts and adds, wherever it is mounted.
package struct RequestPolicy: Sendable {
    /// The largest body in bytes; 64 KiB by default.
    package var bodyLimit: Int
    /// The largest path with its query in bytes; 4 KiB by default, well above any address of ours.
    package var targetLimit: Int
    /// Whose word counts on the client's address.
    package var clientAddress: ClientAddressPolicy
    /// What reports a forwarded address that has no effect; nil for silence.
    package var forwardingWarning: ForwardingWarning?
    /// When a change is refused that may succeed later (``Problem/asksToComeBack``).
    package var refusals: RefusalPace
    /// The header fields of every response.
    package var securityHeaders: SecurityHeaders

    /// A policy; each default is the strict one.
    package init(
        bodyLimit: Int = IncomingBody.defaultLimit, targetLimit: Int = 4_096,
        clientAddress: ClientAddressPolicy = ClientAddressPolicy(), forwardingWarning: ForwardingWarning? = nil,
        refusals: RefusalPace = RefusalPace(),
        securityHeaders: SecurityHeaders = SecurityHeaders()
    ) {
        self.bodyLimit = bodyLimit
        self.targetLimit = targetLimit
        self.clientAddress = clientAddress
        self.forwardingWarning = forwardingWarning
        self.refusals = refusals
        self.securityHeaders = securityHeaders
    }
}
