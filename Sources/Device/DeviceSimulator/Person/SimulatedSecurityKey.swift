import DeviceServices
import Secrets

/// A USB security key of the user, for credentials of security keys. The user can insert it into one device after another
/// (``DeviceSimulator/insert(_:)``). It has its own PIN, and a signature counter above 0.
public final class SimulatedSecurityKey: Sendable {
    let key: SoftwareSecurityKey

    /// Creates a key without credentials.
    ///
    /// - Parameter pin: The PIN; nil for a key without one.
    public init(pin: String? = nil) {
        key = SoftwareSecurityKey(pin: pin.map { SecretBytes(utf8: $0) })
    }

    /// Whether the user touches the key when it waits for a touch. Without the touch, a request fails.
    public var isTouched: Bool {
        get { key.isTouched }
        set { key.isTouched = newValue }
    }

    /// The number of wrong PINs that the key still accepts. At 0, the PIN is blocked.
    public var remainingPINAttempts: Int { key.remainingAttempts }

    /// The number of discoverable credentials, at most 25.
    public var discoverableCredentialCount: Int { key.count }

    /// The site and the user name of each discoverable credential, the oldest first.
    public var discoverableCredentials: [(site: String, user: String)] { key.credentials.map { ($0.relyingParty, $0.userName) } }

    /// Deletes every credential and the PIN, also of a key whose PIN is blocked.
    public func reset() { key.reset() }

    /// Sets the PIN.
    ///
    /// - Parameter current: The current PIN; nil for a key without one.
    /// - Throws: ``PhoneError`` if the current PIN is missing, wrong or blocked.
    func setPIN(_ new: String, current: String?) throws(PhoneError) {
        do throws(SecurityKeyRejection) {
            try key.setPIN(SecretBytes(utf8: new), current: current.map { SecretBytes(utf8: $0) })
        } catch {
            throw error == .pinBlocked
                ? PhoneError(.failed, "the PIN of the security key is blocked; reset the key")
                : PhoneError(.notRecognized, "the current PIN of the security key is missing or wrong")
        }
    }
}
