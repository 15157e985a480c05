/// One notification to post now.
public struct NotificationDelivery: Sendable, Hashable, Identifiable {
    /// Names it in the outbox.
    public let id: Int
    /// Where to post.
    public let url: String
    /// The JSON body `{"payload":"<JWS>"}`; `Content-Type: application/json`.
    public let body: [UInt8]
    /// 1 for the first try.
    public let attempt: Int
}
