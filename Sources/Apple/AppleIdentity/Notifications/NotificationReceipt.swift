/// What became of a body that was verified.
public enum NotificationReceipt: Sendable {
    /// It is new: act on it, then answer 200.
    case new(AppleNotification)
    /// It was taken before: answer 200 and do nothing.
    case repeated(AppleNotification)
}
