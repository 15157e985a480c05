internal import Crypto
internal import FoundationEssentials

/// The private key that signs client secrets, from the `.p8` file of the developer account, and its name.
///
/// It prints nothing but its name.
public struct ClientSecretKey: Sendable {
    /// The name of the key: the `kid` of what it signs.
    public let keyID: KeyID

    private let key: P256.Signing.PrivateKey

    /// Reads a key file: PKCS #8 in PEM (RFC 7468, section 10) on the curve P-256.
    ///
    /// Tolerated is what happens to such files in environment variables: line ends written as `\n`, of Windows, turned into spaces
    /// or lost altogether. Everything else is refused with the reason; see ``CredentialError/Code``.
    ///
    /// - Parameter p8: the contents of the file, at most 4 KiB.
    public init(p8: [UInt8], keyID: KeyID) throws(CredentialError) {
        let file = try ClientSecretKeyFile(p8)
        do {
            key = try P256.Signing.PrivateKey(derRepresentation: file.der)
        } catch {
            throw .damagedKeyFile
        }
        self.keyID = keyID
    }

    /// Reads a key file held as text. Otherwise as ``init(p8:keyID:)-([UInt8],_)``.
    public init(p8: String, keyID: KeyID) throws(CredentialError) {
        try self.init(p8: Array(p8.utf8), keyID: keyID)
    }

    /// The signature of ES256 (RFC 7518, section 3.4): r and s, 32 bytes each, not DER.
    func signature(of message: [UInt8]) throws(CredentialError) -> [UInt8] {
        do {
            return Array(try key.signature(for: message).rawRepresentation)
        } catch {
            throw CredentialError(.signingFailed, "The client secret could not be signed.", remedy: "Try again.")
        }
    }

    /// The public half: x and y, 32 bytes each.
    var publicCoordinates: (x: [UInt8], y: [UInt8]) {
        let raw = Array(key.publicKey.rawRepresentation)
        return (Array(raw.prefix(32)), Array(raw.suffix(32)))
    }
}

extension ClientSecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the key.
    public var description: String { "ClientSecretKey(\(keyID), redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
