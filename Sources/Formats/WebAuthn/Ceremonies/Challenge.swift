/// Random bytes that the relying party issues for one ceremony (section 13.4.3).
public struct Challenge: Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Generates a challenge of 32 random bytes.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// Generates a challenge of 32 bytes. The generator must be cryptographically secure.
    public init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<32).map { _ in .random(in: .min ... .max, using: &generator) }
    }

    /// Restores a stored challenge.
    ///
    /// - Throws: ``WebAuthnError/Code/invalidChallenge`` for fewer than 16 bytes, which can be guessed, or more than 1,024.
    public init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard (16...1_024).contains(bytes.count) else {
            throw WebAuthnError(.invalidChallenge, "A challenge must have 16 to 1,024 bytes.", in: "challenge")
        }
        self.bytes = bytes
    }

    /// Creates a challenge of any length, for tools that check responses to another server's challenges.
    package init(ofAnyLength bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A registration in progress, with the values that its response must match.
///
/// Store it on the server, and delete it in the transaction that stores the credential: a challenge is valid for one response. It cannot
/// be used for an authentication. The credential belongs to ``user``, independent of the response (R24).
public struct RegistrationChallenge: Sendable {
    /// The bytes that the client must return.
    public let challenge: Challenge

    /// The account that the credential will belong to.
    public let user: UserHandle

    /// The way in which the browser presents the registration to the user.
    public let mediation: Mediation

    /// Creates a registration for the account `user`.
    public init(_ challenge: Challenge, for user: UserHandle, mediation: Mediation = .modal) {
        self.challenge = challenge
        self.user = user
        self.mediation = mediation
    }

    /// The way in which the browser presents a registration to the user.
    public enum Mediation: Sendable, Hashable {
        /// The client asks the user.
        case modal
        /// The client creates the credential silently after it filled a password, without user presence or verification (section 7.1, step 15).
        /// Begin such a registration only in a session whose password was just verified.
        case conditional
    }
}

/// An authentication in progress, with the values that its response must match.
///
/// Store it on the server, and delete it at the first response, even if that is rejected: a challenge is valid for one response.
public struct AuthenticationChallenge: Sendable {
    /// The bytes that the client must return.
    public let challenge: Challenge

    /// The account, if it is already known, as for a second factor. Nil if the response identifies it.
    public let user: UserHandle?

    /// The allowed credentials, which the options contain as `allowCredentials`. Empty for any credential.
    public let allowedCredentials: [CredentialID]

    /// Creates an authentication, by default with any credential of any account.
    public init(_ challenge: Challenge, for user: UserHandle? = nil, allowing allowedCredentials: [CredentialID] = []) {
        self.challenge = challenge
        self.user = user
        self.allowedCredentials = allowedCredentials
    }
}

/// The identifier of an account at authenticators (section 5.4.3): random bytes without information about the user.
public struct UserHandle: Sendable, Hashable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates a handle.
    ///
    /// - Parameter bytes: 1 to 64 bytes; 64 random bytes are recommended. Do not use an address, a name or a digest of one, because an
    ///   authenticator reveals the handle to every human who holds it (section 14.6.1).
    /// - Throws: ``WebAuthnError/Code/invalidUserHandle`` for no bytes or more than 64.
    public init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard (1...64).contains(bytes.count) else {
            throw WebAuthnError(.invalidUserHandle, "A user handle must have 1 to 64 bytes.", in: "userHandle")
        }
        self.bytes = bytes
    }
}

/// The identifier that an authenticator chose for a credential.
public struct CredentialID: Sendable, Hashable {
    /// The bytes.
    public let bytes: [UInt8]

    /// The maximum length in bytes (section 7.1, step 25).
    public static let maximumByteCount = 1_023

    /// Creates a credential ID.
    ///
    /// - Throws: ``WebAuthnError/Code/invalidCredentialID`` for no bytes or more than ``maximumByteCount``.
    public init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard (1...Self.maximumByteCount).contains(bytes.count) else {
            throw WebAuthnError(.invalidCredentialID, "A credential ID must have 1 to 1,023 bytes.", in: "credentialId")
        }
        self.bytes = bytes
    }
}
