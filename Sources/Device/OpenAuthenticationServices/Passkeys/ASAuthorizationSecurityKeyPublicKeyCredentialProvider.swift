public import Foundation

/// Creates requests for credentials on a security key, which the user inserts and touches.
///
/// The app must be associated with the relying party (`webcredentials`). Otherwise its requests fail with
/// ``ASAuthorizationError/failed``. A device of `DeviceSimulator` has a simulated key; other devices have none.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationSecurityKeyPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
    /// The domain of the relying party.
    public let relyingPartyIdentifier: String

    /// Creates a provider for a relying party.
    public init(relyingPartyIdentifier: String) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        super.init()
    }

    /// Creates a request for a new credential. Set its
    /// ``ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest/credentialParameters``.
    ///
    /// - Parameters:
    ///   - challenge: The challenge of the server: 1 to 1,024 bytes.
    ///   - displayName: The full name of the user.
    ///   - name: The user name: at most 1,024 bytes, without control characters.
    ///   - userID: The user handle: 1 to 64 bytes.
    open func createCredentialRegistrationRequest(
        challenge: Data, displayName: String, name: String, userID: Data
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest {
        ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest(
            self, challenge: challenge, displayName: displayName, name: name, userID: userID)
    }

    /// Creates a request for a signature by a credential.
    ///
    /// - Parameter challenge: The challenge of the server: 1 to 1,024 bytes.
    open func createCredentialAssertionRequest(
        challenge: Data
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest {
        ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest(self, challenge: challenge)
    }
}

/// The ID of a credential on a security key.
open class ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor: NSObject, ASAuthorizationPublicKeyCredentialDescriptor {
    /// A way in which a device communicates with a security key.
    public struct Transport: RawRepresentable, Hashable, Sendable {
        /// The name of the transport.
        public let rawValue: String

        /// Creates a transport from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a transport from its name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// USB, the only transport of a simulated key.
        public static let usb = Self(rawValue: "usb")
        /// Near-field communication.
        public static let nfc = Self(rawValue: "nfc")
        /// Bluetooth.
        public static let bluetooth = Self(rawValue: "ble")

        /// All transports.
        public static let allSupported: [Self] = [.usb, .nfc, .bluetooth]
    }

    /// The ID.
    open var credentialID: Data
    /// The transports that the key may use. They have no effect.
    open var transports: [Transport]

    /// Creates a descriptor.
    public init(credentialID: Data, transports allowedTransports: [Transport]) {
        self.credentialID = credentialID
        transports = allowedTransports
        super.init()
    }

    /// Returns a copy of the descriptor.
    open func copy(with zone: NSZone? = nil) -> Any {
        ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(credentialID: credentialID, transports: transports)
    }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the ID and the transports.
    open func encode(with coder: NSCoder) {
        coder.encode(credentialID as NSData, forKey: "credentialID")
        coder.encode(transports.map(\.rawValue).joined(separator: " ") as NSString, forKey: "transports")
    }

    /// Decodes a descriptor. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        guard let credentialID = coder.decodeObject(of: NSData.self, forKey: "credentialID") as Data?,
            let transports = coder.decodeObject(of: NSString.self, forKey: "transports") as String?
        else { return nil }
        self.credentialID = credentialID
        self.transports = transports.split(separator: " ").map { Transport(rawValue: String($0)) }
        super.init()
    }
}
