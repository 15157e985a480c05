/// Who takes the notifications of which client, where one address serves several apps or teams.
///
///     let routes = try NotificationRoutes([app: .production, website: .production, beta: .staging])
///     let verifier = NotificationVerifier(policy: try TokenPolicy(audiences: routes.clients))
///     let destination = routes.destination(of: try verifier.verify(body, with: keys, now: now))
public struct NotificationRoutes<Destination: Sendable>: Sendable {
    /// The clients of the table: the audiences of its verifier.
    public let clients: ClientIDs

    private let destinations: [ClientID: Destination]

    /// A table.
    ///
    /// - Throws: ``TokenPolicyError/noClientID`` where it is empty.
    public init(_ destinations: [ClientID: Destination]) throws(TokenPolicyError) {
        clients = try ClientIDs(destinations.keys.map(\.text).sorted())
        self.destinations = destinations
    }

    /// Who takes a notification; nil where a verifier with other audiences let it pass.
    public func destination(of notification: AppleNotification) -> Destination? {
        guard let client = try? ClientID(notification.audience) else { return nil }
        return destinations[client]
    }
}
