package import DeviceProtocol
package import Secrets
import Synchronization

/// A security key in the user's hand, as a client uses it (Client to Authenticator Protocol 2.1, sections 6.1 and 6.2). A call blocks
/// until the user touched the key.
package protocol SecurityKey: Sendable {
    /// Creates an ES256 credential.
    ///
    /// - Parameter pin: the PIN as the user typed it; nil before the key requested it.
    func create(_ order: SecurityKeyCreation, pin: SecretBytes?) throws(SecurityKeyRefusal) -> SecurityKeyCredential

    /// Signs with one of the acceptable credentials.
    func sign(_ order: SecurityKeySignatureOrder, pin: SecretBytes?) throws(SecurityKeyRefusal) -> SecurityKeySignature
}

/// The creation of a credential. The key sees the digest of the client data.
package struct SecurityKeyCreation: Hashable, Sendable {
    package let relyingParty: String
    package let userHandle: [UInt8]
    /// The digest of the client data: 32 bytes.
    package let clientDataHash: [UInt8]
    package let excludedCredentials: [[UInt8]]
    package let userVerification: SecurityKeyPreference
    package let residentKey: SecurityKeyPreference

    package init(_ request: SecurityKeyRegistrationRequest, clientDataHash: [UInt8]) {
        relyingParty = request.relyingParty
        userHandle = request.userHandle
        self.clientDataHash = clientDataHash
        excludedCredentials = request.excludedCredentials
        userVerification = request.userVerification
        residentKey = request.residentKey
    }
}

/// A new credential.
package struct SecurityKeyCredential: Hashable, Sendable {
    package let credentialID: [UInt8]
    package let authenticatorData: [UInt8]
    /// The signature of the authenticator data and the digest by the credential itself, in DER.
    package let selfAttestation: [UInt8]

    package init(credentialID: [UInt8], authenticatorData: [UInt8], selfAttestation: [UInt8]) {
        self.credentialID = credentialID
        self.authenticatorData = authenticatorData
        self.selfAttestation = selfAttestation
    }
}

/// A signature to make.
package struct SecurityKeySignatureOrder: Hashable, Sendable {
    package let relyingParty: String
    /// The digest of the client data: 32 bytes.
    package let clientDataHash: [UInt8]
    /// The acceptable credentials. Empty for any discoverable one.
    package let allowedCredentials: [[UInt8]]
    package let userVerification: SecurityKeyPreference

    package init(_ request: SecurityKeyAssertionRequest, clientDataHash: [UInt8]) {
        relyingParty = request.relyingParty
        self.clientDataHash = clientDataHash
        allowedCredentials = request.allowedCredentials
        userVerification = request.userVerification
    }
}

/// A signature by a security key.
package struct SecurityKeySignature: Hashable, Sendable {
    package let credentialID: [UInt8]
    /// Empty for a credential that is not discoverable, because the key does not store it.
    package let userHandle: [UInt8]
    package let authenticatorData: [UInt8]
    /// In DER.
    package let signature: [UInt8]

    package init(credentialID: [UInt8], userHandle: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.authenticatorData = authenticatorData
        self.signature = signature
    }
}

/// The reason why a security key did nothing.
package enum SecurityKeyRefusal: Error, Hashable, Sendable, CaseIterable {
    case pinRequired
    case wrongPIN
    /// The PIN was wrong too often. The key works again after a reset, which deletes its credentials.
    case pinBlocked
    /// The server requires a verified user, and the key has no PIN.
    case pinNotSet
    /// The user did not touch the key in time.
    case notTouched
    /// The key has a credential that the request excludes. The user touched it first.
    case excluded
    /// The key has no acceptable credential.
    case noCredential
    /// The key has no space for a discoverable credential.
    case full
}

/// The place where the user inserts a security key.
package final class SecurityKeyPort: Sendable {
    private let state = Mutex<(any SecurityKey)?>(nil)

    /// The inserted key.
    package var key: (any SecurityKey)? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// An app's request that a security key answers.
package enum SecurityKeyRequest: Hashable, Sendable {
    case registration(SecurityKeyRegistrationRequest)
    case assertion(SecurityKeyAssertionRequest)

    var relyingParty: String {
        switch self {
        case .registration(let request): request.relyingParty
        case .assertion(let request): request.relyingParty
        }
    }
}

/// The outcome of one attempt with a security key.
package enum SecurityKeyOutcome: Sendable {
    case ended(AuthorizationOutcome)
    /// The user must insert a key.
    case keyMissing
    case asksPIN(isRepeated: Bool)
}
