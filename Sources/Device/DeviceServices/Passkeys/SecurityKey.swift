package import DeviceBroker
package import DeviceProtocol
package import Secrets
import Synchronization
// Only the encoder: the device must not share the server's verification.
import enum WebAuthn.CBOR
import struct WebAuthn.CBORMap

/// A security key in the user's hand, as a client uses it (Client to Authenticator Protocol 2.1, sections 6.1 and 6.2). A call blocks
/// until the user touched the key.
package protocol SecurityKey: Sendable {
    /// Whether a call waits for the user, so that a sheet with Cancel is necessary meanwhile. The default is true.
    var waitsForTouch: Bool { get }
    /// The number of wrong PINs that the key still accepts, after it rejected one. Nil if it did not report the number, which is the
    /// default.
    var attemptsLeft: Int? { get }

    /// Creates an ES256 credential.
    ///
    /// - Parameters:
    ///   - pin: the PIN as the user typed it; nil before the key requested it.
    ///   - cancellation: ends the wait for the touch.
    func create(
        _ order: SecurityKeyCreation, pin: SecretBytes?, until cancellation: PromptCancellationToken
    ) throws(SecurityKeyRejection) -> SecurityKeyCredential

    /// Signs with one of the acceptable credentials.
    func sign(
        _ order: SecurityKeySignatureOrder, pin: SecretBytes?, until cancellation: PromptCancellationToken
    ) throws(SecurityKeyRejection) -> SecurityKeySignature
}

extension SecurityKey {
    package var waitsForTouch: Bool { true }
    package var attemptsLeft: Int? { nil }
}

/// The creation of a credential. The key sees the digest of the client data.
package struct SecurityKeyCreation: Hashable, Sendable {
    package let relyingParty: String
    /// The user name, which the key stores with a discoverable credential.
    package let userName: String
    package let userHandle: [UInt8]
    /// The digest of the client data: 32 bytes.
    package let clientDataHash: [UInt8]
    package let excludedCredentials: [[UInt8]]
    package let userVerification: SecurityKeyPreference
    package let residentKey: SecurityKeyPreference

    package init(_ request: SecurityKeyRegistrationRequest, clientDataHash: [UInt8]) {
        relyingParty = request.relyingParty
        userName = request.userName
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
    /// The format of the key's attestation, such as `packed` (Web Authentication Level 3, section 8).
    package let attestationFormat: String
    /// The statement of this format, as one item of CBOR.
    package let attestationStatement: [UInt8]

    package init(
        credentialID: [UInt8], authenticatorData: [UInt8], attestationFormat: String, attestationStatement: [UInt8]
    ) {
        self.credentialID = credentialID
        self.authenticatorData = authenticatorData
        self.attestationFormat = attestationFormat
        self.attestationStatement = attestationStatement
    }

    /// Returns the attestation object for the server (Web Authentication Level 3, section 6.5.4), without the key's attestation if
    /// the server requests none.
    package func attestationObject(withAttestation isRequested: Bool) -> [UInt8] {
        // The map's names are in canonical order, and the statement is copied as the key sent it.
        var object: [UInt8] = [0xA3]
        object += CBOR.text("fmt").encoded + CBOR.text(isRequested ? attestationFormat : "none").encoded
        object += CBOR.text("attStmt").encoded + (isRequested ? attestationStatement : CBOR.map(CBORMap([])).encoded)
        object += CBOR.text("authData").encoded + CBOR.bytes(authenticatorData).encoded
        return object
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
package enum SecurityKeyRejection: Error, Hashable, Sendable, CaseIterable {
    case pinRequired
    case wrongPIN
    /// The PIN was wrong too often. The key works again after a reset, which deletes its credentials.
    case pinBlocked
    /// The PIN was wrong too often in a row. The key accepts the right one after it was removed and inserted again.
    case pinPaused
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
    /// No key is inserted.
    case missing
    /// Several keys are inserted, and the request must not choose one.
    case several
    /// The request was cancelled before the user touched the key.
    case cancelled
    /// The key cannot perform the request, was removed, or sent a response that is malformed or belongs to another request.
    case unusable
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
    /// The key requires its PIN. After a wrong one, it may report how many attempts are left.
    case asksPIN(isRepeated: Bool, attempts: Int? = nil)
}
