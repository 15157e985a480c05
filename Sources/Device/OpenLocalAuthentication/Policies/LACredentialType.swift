/// What ``LAContext/setCredential(_:type:)`` gives a context.
public enum LACredentialType: Int, Sendable {
    /// A password of the app's own, under which items with the flag `applicationPassword` are encrypted besides.
    case applicationPassword = 0
    /// The PIN of a smart card. A device here has none: it is never taken.
    case smartCardPIN = -3
}
