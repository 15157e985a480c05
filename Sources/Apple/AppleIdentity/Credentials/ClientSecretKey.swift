internal import Crypto
internal import FoundationEssentials

/// The private key that signs client secrets, from the `.p8` file of the developer account, with its key ID.
///
/// Descriptions contain only the key ID.
public struct ClientSecretKey: Sendable {
    /// The key ID: the `kid` of signed client secrets.
    public let keyID: KeyID

    private let key: P256.Signing.PrivateKey

    /// Parses a key file: a P-256 key in PKCS #8, in PEM (RFC 7468, section 10).
    ///
    /// Accepts line ends that environment variables commonly change: written as `\n`, in Windows form, replaced by spaces, or
    /// removed. Rejects everything else with a reason; see ``AppleIdentityError/Code``.
    ///
    /// - Parameter p8: the contents of the file, at most 4 KiB.
    public init(p8: [UInt8], keyID: KeyID) throws(AppleIdentityError) {
        let file = try ClientSecretKeyFile(p8)
        do {
            key = try P256.Signing.PrivateKey(derRepresentation: file.der)
        } catch {
            throw .damagedKeyFile
        }
        self.keyID = keyID
    }

    /// Parses a key file given as text, like ``init(p8:keyID:)-([UInt8],_)``.
    public init(p8: String, keyID: KeyID) throws(AppleIdentityError) {
        try self.init(p8: Array(p8.utf8), keyID: keyID)
    }

    /// Returns an ES256 signature (RFC 7518, section 3.4): r and s, 32 bytes each, not DER.
    func signature(of message: [UInt8]) throws(AppleIdentityError) -> [UInt8] {
        do {
            return Array(try key.signature(for: message).rawRepresentation)
        } catch {
            throw AppleIdentityError(.signingFailed, "Signing the client secret failed.", remedy: "Try again.")
        }
    }

    /// The public key: x and y, 32 bytes each.
    var publicCoordinates: (x: [UInt8], y: [UInt8]) {
        let raw = Array(key.publicKey.rawRepresentation)
        return (Array(raw.prefix(32)), Array(raw.suffix(32)))
    }
}

extension ClientSecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type's name and the key ID.
    public var description: String { "ClientSecretKey(\(keyID), redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The contents of a `.p8` file: the DER of a PKCS #8 private key whose algorithm is P-256.
struct ClientSecretKeyFile {
    let der: [UInt8]

    /// The largest file, in bytes. Apple's have 257.
    static let maximumByteCount = 4_096

    init(_ file: [UInt8]) throws(AppleIdentityError) {
        guard file.count <= Self.maximumByteCount else {
            throw AppleIdentityError(
                .keyFileTooLarge, "The key file has more than \(Self.maximumByteCount) bytes.",
                remedy: "Use the file AuthKey_….p8 of the developer account; it has about 257 bytes.")
        }
        let text = try Self.text(file)
        let opening = try Self.heading(of: text)
        guard opening == "PRIVATE KEY" else { throw .otherKeyFile(opening) }
        let afterHeading = text.dropFirst(Self.begin.count + opening.count + Self.dashes.count)
        guard let end = Self.firstRange(of: Self.end + opening + Self.dashes, in: afterHeading) else {
            throw AppleIdentityError(
                .keyFileUnfinished, "The key file ends before -----END PRIVATE KEY-----.",
                remedy: "Use the whole file; a variable may contain only its first line.",
                position: Self.line(at: afterHeading.endIndex, in: text))
        }
        let rest = afterHeading[end.upperBound...]
        if let excess = rest.firstIndex(where: { !$0.isWhitespace }) {
            throw AppleIdentityError(
                .keyFileTrailing, "The key file has text after the key.", remedy: "Put one key in each file.",
                position: Self.line(at: excess, in: text))
        }
        der = try Self.decoded(afterHeading[..<end.lowerBound], in: text)
        try PKCS8Outline.check(der)
    }

    private static func text(_ file: [UInt8]) throws(AppleIdentityError) -> String {
        for (index, byte) in file.enumerated() where !(0x20...0x7E).contains(byte) && ![0x09, 0x0A, 0x0D].contains(byte) {
            throw AppleIdentityError(
                .keyFileNotText, "The key file is not text.",
                remedy: "Use the file as downloaded: no byte order mark, no binary form.",
                position: file[..<index].count { $0 == 0x0A } + 1)
        }
        let text = String(decoding: file, as: UTF8.self)
            .replacing("\\r\\n", with: "\n").replacing("\\n", with: "\n").replacing("\r\n", with: "\n")
        return String(text.drop { $0.isWhitespace })
    }

    /// Returns the label of the first line (RFC 7468, section 3).
    private static func heading(of text: String) throws(AppleIdentityError) -> String {
        guard text.hasPrefix(begin), let closing = firstRange(of: dashes, in: text.dropFirst(begin.count)) else {
            let isQuoted = text.first == "\"" || text.first == "'"
            throw AppleIdentityError(
                .keyFileNoHeading,
                isQuoted
                    ? "The key file is enclosed in quotation marks."
                    : "The key file does not begin with -----BEGIN PRIVATE KEY-----.",
                remedy: "Use the file as downloaded, with its first and last line.", position: 1)
        }
        return String(text[text.index(text.startIndex, offsetBy: begin.count)..<closing.lowerBound])
    }

    private static func decoded(_ body: Substring, in text: String) throws(AppleIdentityError) -> [UInt8] {
        let notBase64 = { (index: String.Index) in
            AppleIdentityError(
                .keyFileNotBase64, "The text between the first and last line of the key file is not base64.",
                remedy: "Use the file as downloaded.", position: line(at: index, in: text))
        }
        var digits: [UInt8] = []
        for index in body.indices where !body[index].isWhitespace {
            guard let byte = body[index].asciiValue, isBase64(byte) else { throw notBase64(index) }
            digits.append(byte)
        }
        // The decoder is lenient; comparing with a fresh encoding rejects non-canonical base64.
        guard !digits.isEmpty, let data = Data(base64Encoded: Data(digits)), data.base64EncodedData().elementsEqual(digits) else {
            throw notBase64(body.endIndex)
        }
        return Array(data)
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2B, 0x2F, 0x3D: true
        default: false
        }
    }

    private static func firstRange(of needle: String, in text: Substring) -> Range<String.Index>? {
        text.firstRange(of: needle)
    }

    private static func line(at index: String.Index, in text: String) -> Int {
        text[..<index].count { $0.isNewline } + 1
    }

    private static let begin = "-----BEGIN "
    private static let end = "-----END "
    private static let dashes = "-----"
}

extension AppleIdentityError {
    static let damagedKeyFile = AppleIdentityError(
        .keyFileDamaged, "The key file is PEM, but does not contain a PKCS #8 private key.",
        remedy: "Use the file as downloaded; a character may be missing.")

    /// Returns the error for a PEM file with another heading.
    static func otherKeyFile(_ heading: String) -> AppleIdentityError {
        switch heading {
        case "EC PRIVATE KEY", "RSA PRIVATE KEY":
            AppleIdentityError(
                .keyFileIsSEC1, "The key file has the heading \(heading), an older form than PKCS #8.",
                remedy: "Use the file of the developer account, or convert it: openssl pkcs8 -topk8 -nocrypt -in FILE.", position: 1
            )
        case "PUBLIC KEY", "CERTIFICATE", "CERTIFICATE REQUEST":
            AppleIdentityError(
                .keyFileIsPublic, "The key file contains a \(heading.lowercased()), not a private key.",
                remedy: "Use the file AuthKey_….p8 of the developer account.", position: 1)
        case "ENCRYPTED PRIVATE KEY":
            AppleIdentityError(
                .keyFileIsEncrypted, "The key file is encrypted with a password.",
                remedy: "Decrypt it: openssl pkcs8 -topk8 -nocrypt -in FILE.", position: 1)
        default:
            AppleIdentityError(
                .keyFileIsOther, "The key file's heading is not -----BEGIN PRIVATE KEY-----.",
                remedy: "Use the file AuthKey_….p8 of the developer account.", position: 1)
        }
    }
}

/// The outer structure of a PKCS #8 private key (RFC 5958, section 2), which identifies the type of key.
enum PKCS8Outline {
    /// Rejects DER that is not PKCS #8, and keys on other curves than P-256. swift-crypto parses the key itself.
    static func check(_ der: [UInt8]) throws(AppleIdentityError) {
        var reader = Reader(bytes: der[...])
        guard var key = reader.element(0x30), reader.isAtEnd, let version = key.element(0x02), version.bytes.elementsEqual([0]),
            var algorithm = key.element(0x30), let kind = algorithm.element(0x06), key.element(0x04) != nil
        else { throw .damagedKeyFile }
        let curve = algorithm.element(0x06)
        guard kind.bytes.elementsEqual(ellipticCurveKey), let curve, curve.bytes.elementsEqual(p256) else {
            let isCurve = kind.bytes.elementsEqual(ellipticCurveKey)
            throw AppleIdentityError(
                .keyFileWrongCurve,
                isCurve ? "The key's curve is not P-256." : "The key is not an elliptic curve key.",
                remedy: "Use the file AuthKey_….p8 of the developer account; Apple does not know other keys.")
        }
    }

    /// 1.2.840.10045.2.1 (RFC 5480, section 2.1.1).
    private static let ellipticCurveKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    /// 1.2.840.10045.3.1.7 (RFC 5480, section 2.1.1.1).
    private static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

    /// Walks DER elements with lengths of at most two bytes, which is enough for a key.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        var isAtEnd: Bool { bytes.isEmpty }

        /// Returns the contents of the next element if it has this tag.
        mutating func element(_ tag: UInt8) -> Reader? {
            guard bytes.count >= 2, bytes.removeFirst() == tag else { return nil }
            var length = Int(bytes.removeFirst())
            if length >= 0x80 {
                let count = length & 0x7F
                guard (1...2).contains(count), bytes.count >= count else { return nil }
                length = 0
                for _ in 0..<count { length = length << 8 | Int(bytes.removeFirst()) }
            }
            guard bytes.count >= length else { return nil }
            defer { bytes = bytes.dropFirst(length) }
            return Reader(bytes: bytes.prefix(length))
        }
    }
}
