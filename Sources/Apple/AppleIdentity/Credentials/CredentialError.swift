/// Why something that this side must know about itself is wrong: an identifier, the key file, the lifetime of a secret.
///
/// All of it is found here, before Apple could answer `invalid_client` and say no more. No message quotes a key.
public struct CredentialError: Error, Sendable, CustomStringConvertible {
    /// The kinds of mistake. The raw values are stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// A team ID has not 10 characters.
        case teamIDLength = "team-id-length"
        /// A team ID holds something else than capital letters and digits.
        case teamIDCharacter = "team-id-character"
        /// A key ID has not 10 characters.
        case keyIDLength = "key-id-length"
        /// A key ID holds something else than capital letters and digits.
        case keyIDCharacter = "key-id-character"
        /// A client id is empty or has more than 255 characters.
        case clientIDLength = "client-id-length"
        /// A client id holds something else than letters, digits, hyphens and periods, or an empty part.
        case clientIDCharacter = "client-id-character"
        /// A client id ends in `*`: a wildcard App ID, which cannot sign anyone in.
        case clientIDWildcard = "client-id-wildcard"
        /// A client id begins with the team ID and a period: that is an application identifier, not the bundle identifier in it.
        case clientIDHasTeam = "client-id-has-team"
        /// The key file has more than 4 KiB.
        case keyFileTooLarge = "key-file-too-large"
        /// The key file holds bytes that no PEM text has.
        case keyFileNotText = "key-file-not-text"
        /// The key file does not begin with `-----BEGIN PRIVATE KEY-----`.
        case keyFileNoHeading = "key-file-no-heading"
        /// The key file holds a private key in the form before PKCS #8: `EC PRIVATE KEY`.
        case keyFileIsSEC1 = "key-file-is-sec1"
        /// The key file holds a public key or a certificate.
        case keyFileIsPublic = "key-file-is-public"
        /// The key file is encrypted with a password.
        case keyFileIsEncrypted = "key-file-is-encrypted"
        /// The key file holds something else, as its heading says.
        case keyFileIsOther = "key-file-is-other"
        /// The key file ends before `-----END PRIVATE KEY-----`.
        case keyFileUnfinished = "key-file-unfinished"
        /// The key file goes on after its key.
        case keyFileTrailing = "key-file-trailing"
        /// What stands between the headings is not base64.
        case keyFileNotBase64 = "key-file-not-base64"
        /// The key is not one on the curve P-256: RSA, or another curve.
        case keyFileWrongCurve = "key-file-wrong-curve"
        /// What the base64 holds is not a private key in PKCS #8.
        case keyFileDamaged = "key-file-damaged"
        /// A client secret would live for less than 60 seconds.
        case lifetimeTooShort = "lifetime-too-short"
        /// A client secret would live for more than 15,777,000 seconds.
        case lifetimeTooLong = "lifetime-too-long"
        /// The time given is no time of day that a client secret can name.
        case timeOutOfRange = "time-out-of-range"
        /// The signature could not be made.
        case signingFailed = "signing-failed"
    }

    /// The kind of mistake, for programs.
    public let code: Code

    /// What is wrong, in one English sentence.
    public let reason: String

    /// What to do about it.
    public let remedy: String

    /// Where it lies: for identifiers the character from 0, for key files the line from 1. Nil where it is the whole.
    public let position: Int?

    /// The reason and the remedy.
    public var description: String { "\(reason) \(remedy)" }

    init(_ code: Code, _ reason: String, remedy: String, position: Int? = nil) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
        self.position = position
    }
}
