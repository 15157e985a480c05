package import Foundation
package import Secrets

/// A message to one recipient, before a transport encodes it.
package struct MailMessage: Sendable {
    /// The sender of the envelope, which receives bounces. Nil is the empty sender, to which no bounces are sent (RFC 5321 section 4.5.5).
    package let bounces: MailAddress?
    package let from: MailSender
    package let to: MailAddress
    package let content: MailContent
    package let id: MailMessageID
    package let date: Date

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - id: The identity, the same for every attempt to deliver the message, so that receivers recognize a duplicate.
    ///   - date: The time of the message.
    package init(
        from: MailSender, to: MailAddress, bounces: MailAddress?, content: MailContent, id: MailMessageID, date: Date
    ) {
        self.from = from
        self.to = to
        self.bounces = bounces
        self.content = content
        self.id = id
        self.date = date
    }

    /// Encodes the message, with one signature for each signer.
    ///
    /// - Throws: The error of a key that cannot sign.
    package func encoded(signedBy signers: [DKIMSigner] = []) throws -> EncodedMail {
        let headers = self.headers
        let body = Self.body(text: content.text, html: content.html)
        let signatures = try signers.map { try $0.signature(of: headers, body: body, at: date) }
        let bytes = (signatures + headers).flatMap(\.bytes) + MailHeader.crlf + body
        return EncodedMail(
            sender: bounces, recipient: to, bytes: bytes,
            needsSMTPUTF8: [bounces, from.address, to].contains { $0?.needsSMTPUTF8 == true })
    }

    private var headers: [MailHeader] {
        [
            .date(date),
            .address("From", from.address, name: from.name),
            .address("To", to, name: nil),
            .text("Subject", content.subject),
            .token("Message-ID", id.description),
            .token("MIME-Version", "1.0"),
            // Vacation responders (RFC 3834 section 5) and Exchange do not reply to such a message.
            .token("Auto-Submitted", "auto-generated"),
            .token("X-Auto-Response-Suppress", "All"),
            .token("Content-Language", content.language.tag),
            .token("Content-Type", "multipart/alternative; boundary=\"\(Self.boundary)\""),
        ]
    }

    private static func body(text: String, html: String) -> [UInt8] {
        let parts = [("text/plain", text), ("text/html", html)].flatMap { type, text in
            let part = TransferEncoding.encode(text)
            let headers: [MailHeader] = [
                .token("Content-Type", "\(type); charset=utf-8"), .token("Content-Transfer-Encoding", part.name),
            ]
            // The line end before a boundary belongs to the boundary (RFC 2046 section 5.1.1), so the text needs another.
            return Array("--\(boundary)\r\n".utf8) + headers.flatMap(\.bytes) + MailHeader.crlf + part.bytes + MailHeader.crlf
        }
        return parts + Array("--\(boundary)--\r\n".utf8)
    }

    /// The boundary between the parts. It contains `=_`, which neither quoted-printable nor base64 text contains (RFC 2045 section
    /// 6.7, rule 1).
    private static let boundary = "=_alternative"
}

/// The sender of a message: its address, and the name of the service.
package struct MailSender: Sendable {
    package let address: MailAddress
    package let name: MailLine?

    package init(_ address: MailAddress, name: MailLine? = nil) {
        self.address = address
        self.name = name
    }
}

/// The identity of a message (RFC 5322 section 3.6.4).
package struct MailMessageID: Hashable, Sendable, CustomStringConvertible {
    /// The random part: 22 characters of base64url.
    package let unique: String
    /// The domain of the sender.
    package let domain: MailDomain

    /// Generates an identity of 128 random bits.
    package init(domain: MailDomain, random: some RandomBytes) {
        self.domain = domain
        unique = Base64URL.encode(random.bytes(16))
    }

    /// Restores a stored identity. Returns nil unless `unique` encodes 16 bytes.
    package init?(unique: String, domain: MailDomain) {
        guard unique.utf8.count == 22, Base64URL.decode(unique) != nil else { return nil }
        self.unique = unique
        self.domain = domain
    }

    /// The identity in angle brackets.
    package var description: String { "<\(unique)@\(domain)>" }
}

/// An encoded message: lines of at most 998 bytes that end in CRLF, and no other CR or LF.
package struct EncodedMail: Sendable {
    package let sender: MailAddress?
    package let recipient: MailAddress
    package let bytes: [UInt8]

    /// Whether a header or the envelope contains an address that needs SMTPUTF8. Otherwise all bytes are ASCII.
    package let needsSMTPUTF8: Bool
}
