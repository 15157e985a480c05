internal import FoundationEssentials

/// What a `.p8` file holds: the DER of a private key in PKCS #8 whose algorithm says P-256.
struct ClientSecretKeyFile {
    let der: [UInt8]

    /// The largest file in bytes. Apple's have 257.
    static let maximumByteCount = 4_096

    init(_ file: [UInt8]) throws(CredentialError) {
        guard file.count <= Self.maximumByteCount else {
            throw CredentialError(
                .keyFileTooLarge, "The key file has more than \(Self.maximumByteCount) bytes.",
                remedy: "A key file of the developer account has about 257 bytes; is it the right one?")
        }
        let text = try Self.text(file)
        let opening = try Self.heading(of: text)
        guard opening == "PRIVATE KEY" else { throw .otherKeyFile(opening) }
        let afterHeading = text.dropFirst(Self.begin.count + opening.count + Self.dashes.count)
        guard let end = Self.firstRange(of: Self.end + opening + Self.dashes, in: afterHeading) else {
            throw CredentialError(
                .keyFileUnfinished, "The key file ends before -----END PRIVATE KEY-----.",
                remedy: "Take the whole file; a value of several lines may have been cut off after its first.",
                position: Self.line(at: afterHeading.endIndex, in: text))
        }
        let rest = afterHeading[end.upperBound...]
        if let excess = rest.firstIndex(where: { !$0.isWhitespace }) {
            throw CredentialError(
                .keyFileTrailing, "The key file goes on after its key.", remedy: "Keep one key to a file.",
                position: Self.line(at: excess, in: text))
        }
        der = try Self.decoded(afterHeading[..<end.lowerBound], in: text)
        try PKCS8Outline.check(der)
    }

    private static func text(_ file: [UInt8]) throws(CredentialError) -> String {
        for (index, byte) in file.enumerated() where !(0x20...0x7E).contains(byte) && ![0x09, 0x0A, 0x0D].contains(byte) {
            throw CredentialError(
                .keyFileNotText, "The key file holds something else than text.",
                remedy: "Save the file as it was downloaded, without a byte order mark and not in binary form.",
                position: file[..<index].count { $0 == 0x0A } + 1)
        }
        let text = String(decoding: file, as: UTF8.self)
            .replacing("\\r\\n", with: "\n").replacing("\\n", with: "\n").replacing("\r\n", with: "\n")
        return String(text.drop { $0.isWhitespace })
    }

    /// The label of the first line (RFC 7468, section 3).
    private static func heading(of text: String) throws(CredentialError) -> String {
        guard text.hasPrefix(begin), let closing = firstRange(of: dashes, in: text.dropFirst(begin.count)) else {
            let isQuoted = text.first == "\"" || text.first == "'"
            throw CredentialError(
                .keyFileNoHeading,
                isQuoted
                    ? "The key file stands in quotation marks." : "The key file does not begin with -----BEGIN PRIVATE KEY-----.",
                remedy: "Keep the file as it was downloaded, with its first and last line.", position: 1)
        }
        return String(text[text.index(text.startIndex, offsetBy: begin.count)..<closing.lowerBound])
    }

    private static func decoded(_ body: Substring, in text: String) throws(CredentialError) -> [UInt8] {
        let notBase64 = { (index: String.Index) in
            CredentialError(
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

extension CredentialError {
    static let damagedKeyFile = CredentialError(
        .keyFileDamaged, "The key file is PEM, but what it holds is not a private key in PKCS #8.",
        remedy: "Take the file as it was downloaded; a character may be missing.")

    /// A PEM file under another heading.
    static func otherKeyFile(_ heading: String) -> CredentialError {
        switch heading {
        case "EC PRIVATE KEY", "RSA PRIVATE KEY":
            CredentialError(
                .keyFileIsSEC1, "The key file has the heading \(heading): an older form than PKCS #8.",
                remedy: "Use the file of the developer account, or convert it: openssl pkcs8 -topk8 -nocrypt -in FILE.", position: 1
            )
        case "PUBLIC KEY", "CERTIFICATE", "CERTIFICATE REQUEST":
            CredentialError(
                .keyFileIsPublic, "The key file holds no private key but a \(heading.lowercased()).",
                remedy: "Use the file AuthKey_….p8 of the developer account.", position: 1)
        case "ENCRYPTED PRIVATE KEY":
            CredentialError(
                .keyFileIsEncrypted, "The key file is encrypted with a password.",
                remedy: "Decrypt it: openssl pkcs8 -topk8 -nocrypt -in FILE.", position: 1)
        default:
            CredentialError(
                .keyFileIsOther, "The key file has another heading than -----BEGIN PRIVATE KEY-----.",
                remedy: "Use the file AuthKey_….p8 of the developer account.", position: 1)
        }
    }
}
