/// The event of a notification.
struct NotificationEvent: Sendable, Codable {
    let type: String
    let sub: Subject
    let event_time: Int
    let email: String?
    /// The string `true`, as seen on the wire, with an address.
    let is_private_email: String?
}
