/// What clients may use up, whatever they send; what is not said here is as in ``ConnectionLimits``.
package struct LimitsConfiguration: Hashable, Sendable {
    /// The largest body of a request in bytes.
    package var bodyBytes = IncomingBody.defaultLimit
    /// How many connections are served at one time; further ones are answered 503.
    package var connections = ConnectionLimits().connections
    /// How long the header of a request may take to arrive.
    package var requestTime = ConnectionLimits().head
    /// How long a connection may lie idle between two requests.
    package var idleTime = ConnectionLimits().idle
    /// How long a shutdown waits for answers under way.
    package var shutdownTime = ConnectionLimits().shutdown
    /// How long a refusal waits at least that asks the client to come back later (``RefusalPace``).
    package var refusalTime = Duration.seconds(1)

    package init() {}
}
