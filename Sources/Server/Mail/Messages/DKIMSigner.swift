package import Crypto
package import CryptoExtras
internal import Foundation
internal import Secrets
internal import SwiftASN1

/// Signs messages for a domain (DKIM, RFC 6376 and RFC 8463).
///
/// Omit the signer if the smarthost signs. A message may have one signature for each type of key.
package struct DKIMSigner: Sendable, Redacted {
    /// A signing key.
    package enum Key: Sendable {
        /// RSA-SHA256, with 2048 bits or more.
        case rsa(_RSA.Signing.PrivateKey)
        /// Ed25519-SHA256 (RFC 8463).
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    private let domain: MailDomain
    private let selector: String
    private let key: Key

    /// Creates a signer. The DNS record of the public key is at `SELECTOR._domainkey.DOMAIN`.
    ///
    /// - Throws: ``DKIMError`` if the selector is not a list of labels with dots between them, or an RSA key has fewer than 2048 bits.
    package init(domain: MailDomain, selector: String, key: Key) throws(DKIMError) {
        guard DKIMSelector(selector) != nil else { throw .selector }
        if case .rsa(let key) = key, key.keySizeInBits < 2048 { throw .keyTooShort }
        self.domain = domain
        self.selector = selector
        self.key = key
    }

    /// The text of the DNS record that publishes the public key.
    package var record: String {
        switch key {
        case .rsa(let key): "v=DKIM1; k=rsa; p=\(key.publicKey.derRepresentation.base64EncodedString())"
        case .ed25519(let key): "v=DKIM1; k=ed25519; p=\(key.publicKey.rawRepresentation.base64EncodedString())"
        }
    }

    /// The name of the signature algorithm, `rsa-sha256` or `ed25519-sha256`.
    package var algorithm: String {
        switch key {
        case .rsa: "rsa-sha256"
        case .ed25519: "ed25519-sha256"
        }
    }

    /// Signs headers and a body, with relaxed canonicalization of both.
    func signature(of headers: [MailHeader], body: [UInt8], at date: Date) throws -> MailHeader {
        let bodyHash = Base64.standard.encodePadded(SHA256.hash(data: Self.relaxed(body: body)).map(\.self))
        // From is listed twice, so that adding another one invalidates the signature (RFC 6376 section 8.15).
        let names = headers.map { "\($0.name)".lowercased() }.flatMap { $0 == "from" ? [$0, $0] : [$0] }
        let tags = [
            "v=1;", "a=\(algorithm);", "c=relaxed/relaxed;", "d=\(domain);", "s=\(selector);",
            "t=\(Int(date.timeIntervalSince1970));", "h=\(names.joined(separator: ": "));", "bh=\(bodyHash);", "b=",
        ]
        let unsigned = MailHeader.token("DKIM-Signature", tags.joined(separator: " "))
        let signed = headers.map(Self.relaxed(header:)).joined(separator: "\r\n") + "\r\n" + Self.relaxed(header: unsigned)
        let signature = Array(Base64.standard.encodePadded(try sign(Array(signed.utf8))).utf8)
        let folded = stride(from: 0, to: signature.count, by: 70).map { index in
            String(decoding: signature[index..<min(index + 70, signature.count)], as: UTF8.self)
        }
        return .token("DKIM-Signature", (tags + folded).joined(separator: " "))
    }

    func sign(_ message: [UInt8]) throws -> [UInt8] {
        switch key {
        case .rsa(let key):
            Array(try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
        // Ed25519 signs the digest (RFC 8463 section 3).
        case .ed25519(let key): Array(try key.signature(for: Data(SHA256.hash(data: message))))
        }
    }

    /// Returns a header in relaxed canonicalization (RFC 6376 section 3.4.2), without the line end.
    static func relaxed(header: MailHeader) -> String {
        let value = header.value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "\("\(header.name)".lowercased()):\(value)"
    }

    /// Returns a body in relaxed canonicalization (RFC 6376 section 3.4.4): single spaces, and no spaces at the end of a line or empty lines at
    /// the end.
    static func relaxed(body: [UInt8]) -> [UInt8] {
        var lines = String(decoding: body, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false).map { line in
            var result = ""
            for character in line.unicodeScalars {
                if character == " " || character == "\t" {
                    if result.utf8.last != 0x20 { result += " " }
                } else {
                    result.unicodeScalars.append(character)
                }
            }
            return result.utf8.last == 0x20 ? String(result.dropLast()) : result
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.flatMap { Array($0.utf8) + MailHeader.crlf }
    }
}

extension DKIMSigner.Key {
    /// Parses a private key in the form that `openssl genpkey` writes: PEM, for RSA or Ed25519.
    ///
    /// - Throws: ``DKIMError/unreadableKey`` for any other text.
    package init(pem: String) throws(DKIMError) {
        if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) {
            self = .rsa(key)
        } else if let document = try? PEMDocument(pemString: pem), document.derBytes.starts(with: Self.ed25519Prefix),
            document.derBytes.count == Self.ed25519Prefix.count + 32,
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: document.derBytes.suffix(32))
        {
            self = .ed25519(key)
        } else {
            throw .unreadableKey
        }
    }

    /// The PrivateKeyInfo of an Ed25519 key (RFC 8410 section 7), up to the 32 bytes of the seed.
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
}

/// The name of a key among those of a domain (RFC 6376 section 3.1): labels of letters, digits and inner hyphens between dots.
package struct DKIMSelector: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Checks a selector. Returns nil for any other text.
    package init?(_ text: String) {
        let name = "\(text).example"
        guard let checked = try? MailDomain(name), checked.description == name.lowercased() else { return nil }
        description = text
    }
}

/// The reason why a signer cannot be created.
package enum DKIMError: Error, Hashable, Sendable {
    /// The selector contains an empty label, or a character other than letters, digits, hyphens and dots.
    case selector
    /// An RSA key has fewer than 2048 bits.
    case keyTooShort
    /// The text is not the PEM form of an RSA or Ed25519 private key.
    case unreadableKey
}
