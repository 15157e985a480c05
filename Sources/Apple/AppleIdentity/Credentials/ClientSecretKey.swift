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
    /// or lost altogether. Everything else is refused with the reason; see ``AppleIdentityError/Code``.
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

    /// Reads a key file held as text. Otherwise as ``init(p8:keyID:)-([UInt8],_)``.
    public init(p8: String, keyID: KeyID) throws(AppleIdentityError) {
        try self.init(p8: Array(p8.utf8), keyID: keyID)
    }

    /// The signature of ES256 (RFC 7518, section 3.4): r and s, 32 bytes each, not DER.
    func signature(of message: [UInt8]) throws(AppleIdentityError) -> [UInt8] {
        do {
            return Array(try key.signature(for: message).rawRepresentation)
        } catch {
            throw AppleIdentityError(.signingFailed, "The client secret could not be signed.", remedy: "Try again.")
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

/// What a `.p8` file holds: the DER of a private key in PKCS #8 whose algorithm says P-256.
struct ClientSecretKeyFile {
    let der: [UInt8]

    /// The largest file in bytes. Apple's have 257.
    static let maximumByteCount = 4_096

    init(_ file: [UInt8]) throws(AppleIdentityError) {
        guard file.count <= Self.maximumByteCount else {
            throw AppleIdentityError(
                .keyFileTooLarge, "The key file has more than \(Self.maximumByteCount) bytes.",
                remedy: "A key file of the developer account has about 257 bytes; is it the right one?")
        }
        let text = try Self.text(file)
        let opening = try Self.heading(of: text)
        guard opening == "PRIVATE KEY" else { throw .otherKeyFile(opening) }
        let afterHeading = text.dropFirst(Self.begin.count + opening.count + Self.dashes.count)
        guard let end = Self.firstRange(of: Self.end + opening + Self.dashes, in: afterHeading) else {
            throw AppleIdentityError(
                .keyFileUnfinished, "The key file ends before -----END PRIVATE KEY-----.",
                remedy: "Take the whole file; a value of several lines may have been cut off after its first.",
                position: Self.line(at: afterHeading.endIndex, in: text))
        }
        let rest = afterHeading[end.upperBound...]
        if let excess = rest.firstIndex(where: { !$0.isWhitespace }) {
            throw AppleIdentityError(
                .keyFileTrailing, "The key file goes on after its key.", remedy: "Keep one key to a file.",
                position: Self.line(at: excess, in: text))
        }
        der = try Self.decoded(afterHeading[..<end.lowerBound], in: text)
        try PKCS8Outline.check(der)
    }

    private static func text(_ file: [UInt8]) throws(AppleIdentityError) -> String {
        for (index, byte) in file.enumerated() where !(0x20...0x7E).contains(byte) && ![0x09, 0x0A, 0x0D].contains(byte) {
            throw AppleIdentityError(
                .keyFileNotText, "The key file holds something else than text.",
                remedy: "Save the file as it was downloaded, without a byte order mark and not in binary form.",
                position: file[..<index].count { $0 == 0x0A } + 1)
        }
        let text = String(decoding: file, as: UTF8.self)
            .replacing("\\r\\n", with: "\n").replacing("\\n", with: "\n").replacing("\r\n", with: "\n")
        return String(text.drop { $0.isWhitespace })
    }

    /// The label of the first line (RFC 7468, section 3).
    private static func heading(of text: String) throws(AppleIdentityError) -> String {
        guard text.hasPrefix(begin), let closing = firstRange(of: dashes, in: text.dropFirst(begin.count)) else {
            let isQuoted = text.first == "\"" || text.first == "'"
            throw AppleIdentityError(
                .keyFileNoHeading,
                isQuoted
                    ? "The key file stands in quotation marks." : "The key file does not begin with -----BEGIN PRIVATE KEY-----.",
                remedy: "Keep the file as it was downloaded, with its first and last line.", position: 1)
        }
        return String(text[text.index(text.startIndex, offsetBy: begin.count)..<closing.lowerBound])
    }

    private static func decoded(_ body: Substring, in text: String) throws(AppleIdentityError) -> [UInt8] {
        let notBase64 = { (index: String.Index) in
            AppleIdentityError(
                .keyFileNotBase64, "What stands between the first and the last line of the key file is not base64.",
                remedy: "Take the file as it was downloaded.", position: line(at: index, in: text))
        }
        var digits: [UInt8] = []
        for index in body.indices where !body[index].isWhitespace {
            guard let byte = body[index].asciiValue, isBase64(byte) else { throw notBase64(index) }
            digits.append(byte)
        }
        // The decoder repairs what it can; only the one spelling is taken.
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
        .keyFileDamaged, "The key file is PEM, but what it holds is not a private key in PKCS #8.",
        remedy: "Take the file as it was downloaded; a character may be missing.")

    /// A PEM file under another heading.
    static func otherKeyFile(_ heading: String) -> AppleIdentityError {
        switch heading {
        case "EC PRIVATE KEY", "RSA PRIVATE KEY":
            AppleIdentityError(
                .keyFileIsSEC1, "The key file has the heading \(heading): an older form than PKCS #8.",
                remedy: "Use the file of the developer account, or convert it: openssl pkcs8 -topk8 -nocrypt -in FILE.", position: 1
            )
        case "PUBLIC KEY", "CERTIFICATE", "CERTIFICATE REQUEST":
            AppleIdentityError(
                .keyFileIsPublic, "The key file holds no private key but a \(heading.lowercased()).",
                remedy: "Use the file AuthKey_….p8 of the developer account.", position: 1)
        case "ENCRYPTED PRIVATE KEY":
            AppleIdentityError(
                .keyFileIsEncrypted, "The key file is encrypted with a password.",
                remedy: "Decrypt it: openssl pkcs8 -topk8 -nocrypt -in FILE.", position: 1)
        default:
            AppleIdentityError(
                .keyFileIsOther, "The key file has another heading than -----BEGIN PRIVATE KEY-----.",
                remedy: "Use the file AuthKey_….p8 of the developer account.", position: 1)
        }
    }
}

/// The outside of a private key in PKCS #8 (RFC 5958, section 2): enough to say which kind of key it is.
enum PKCS8Outline {
    /// Refuses DER that is no PKCS #8, and keys that are not on P-256; what is inside is for swift-crypto to judge.
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
                isCurve ? "The key is on another curve than P-256." : "The key is not one on an elliptic curve.",
                remedy: "Use the file AuthKey_….p8 of the developer account; keys made elsewhere are not known to Apple.")
        }
    }

    /// 1.2.840.10045.2.1 (RFC 5480, section 2.1.1).
    private static let ellipticCurveKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    /// 1.2.840.10045.3.1.7 (RFC 5480, section 2.1.1.1).
    private static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

    /// Walks DER elements whose length has at most two bytes: a key has no longer ones.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        var isAtEnd: Bool { bytes.isEmpty }

        /// The contents of the next element if it has this tag.
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
