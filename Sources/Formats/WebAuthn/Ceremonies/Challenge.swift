/// Random bytes that the relying party issues for one ceremony (section 13.4.3).
public struct Challenge: Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// A fresh challenge of 32 bytes.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// A fresh challenge of 32 bytes from a generator that nobody can predict.
    public init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<32).map { _ in .random(in: .min ... .max, using: &generator) }
    }

    /// A challenge that was issued and kept.
    ///
    /// - Throws: ``WebAuthnError/Code/invalidChallenge`` under 16 bytes, which can be guessed, and above 1,024.
    public init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard (16...1_024).contains(bytes.count) else {
            throw WebAuthnError(.invalidChallenge, "A challenge has 16 to 1,024 bytes.", in: "challenge")
        }
        self.bytes = bytes
    }

    /// A challenge that somebody else issued, of any length: what a tool checks a response against.
    package init(ofAnyLength bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A registration that was begun: what the answer is held to.
///
/// Keep it on the server, and delete it in the transaction that stores the credential: a challenge serves once. It is no challenge of an
/// authentication, and the account is its own, whatever the client says (R24).
public struct RegistrationChallenge: Sendable {
    /// The bytes that the client must return.
    public let challenge: Challenge

    /// The account that the credential will belong to.
    public let user: UserHandle

    /// How the registration was begun.
    public let mediation: Mediation

    /// A registration of `user`.
    public init(_ challenge: Challenge, for user: UserHandle, mediation: Mediation = .modal) {
        self.challenge = challenge
        self.user = user
        self.mediation = mediation
    }

    /// How a registration reaches the user.
    public enum Mediation: Sendable, Hashable {
        /// The user is asked.
        case modal
        /// The client creates the credential silently after it filled a password: nobody is present or verified (section 7.1, step 15). Begin one only in
        /// a session whose password was just verified.
        case conditional
    }
}

/// An authentication that was begun: what the answer is held to.
///
/// Keep it on the server, and delete it when it is answered, rightly or not: a challenge serves once.
public struct AuthenticationChallenge: Sendable {
    /// The bytes that the client must return.
    public let challenge: Challenge

    /// The account where it is already known, as in a second factor; nil where the response says whose it is.
    public let user: UserHandle?

    /// The credentials that the client was sent in `allowCredentials`; empty for any.
    public let allowedCredentials: [CredentialID]

    /// An authentication.
    public init(_ challenge: Challenge, for user: UserHandle? = nil, allowing allowedCredentials: [CredentialID] = []) {
        self.challenge = challenge
        self.user = user
        self.allowedCredentials = allowedCredentials
    }
}

/// The name of an account towards authenticators (section 5.4.3): random bytes that say nothing about the user.
public struct UserHandle: Sendable, Hashable {
    /// The bytes.
    public let bytes: [UInt8]

    /// A handle.
    ///
    /// - Parameter bytes: 1 to 64; 64 random ones are recommended. No address or name, nor a digest of one: authenticators show it to everybody
    ///   who holds them (section 14.6.1).
    /// - Throws: ``WebAuthnError/Code/invalidUserHandle``.
    public init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard (1...64).contains(bytes.count) else {
            throw WebAuthnError(.invalidUserHandle, "A user handle has 1 to 64 bytes.", in: "userHandle")
        }
        self.bytes = bytes
    }
}

/// The name that an authenticator gave a credential.
public struct CredentialID: Sendable, Hashable {
    /// The bytes.
    public let bytes: [UInt8]

    /// The longest, in bytes (section 7.1, step 25).
    public static let maximumByteCount = 1_023

    /// A credential ID.
    ///
    /// - Throws: ``WebAuthnError/Code/invalidCredentialID`` without a byte, or with more than ``maximumByteCount``.
    public init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard (1...Self.maximumByteCount).contains(bytes.count) else {
            throw WebAuthnError(.invalidCredentialID, "A credential ID has 1 to 1,023 bytes.", in: "credentialId")
        }
        self.bytes = bytes
    }
}
