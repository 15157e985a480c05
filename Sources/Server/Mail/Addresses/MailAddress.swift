internal import Foundation
internal import Secrets

/// A mail address: a local part and a domain (RFC 5321 section 4.1.2, RFC 6531 section 3.3).
///
/// An address never contains a control character, so none can end a line of a header or of an SMTP command. Two addresses are equal
/// if they have the same ``canonical`` form. Its description is redacted.
package struct MailAddress: Sendable, Redacted {
    /// The local part without quotation marks, in composed form (NFC).
    package let localPart: String

    /// The domain.
    package let domain: MailDomain

    /// Parses an address.
    ///
    /// The local part is a dot-string or a quoted string. `"ada"@example.com` is `ada@example.com`. Non-ASCII domains become A-labels.
    ///
    /// - Throws: ``MailAddressError`` with the first faulty position: for control characters, invisible format characters and white
    ///   space outside quotation marks; for address literals (`ada@[192.0.2.1]`), single labels and numbers in place of a domain;
    ///   for local parts of more than 64 bytes and addresses of more than 254 bytes (RFC 5321 section 4.5.3.1).
    package init(_ text: String) throws(MailAddressError) {
        try MailAddressReader.check(text)
        let bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
        var reader = MailAddressReader(bytes)
        localPart = try reader.localPart()
        domain = try MailDomain(String(decoding: bytes[reader.position...], as: UTF8.self), at: reader.position)
        guard smtpLocalPart.utf8.count <= 64 else { throw MailAddressError(.localPartTooLong, at: 0) }
        guard self.text.utf8.count <= 254 else { throw MailAddressError(.tooLong, at: 0) }
    }

    /// The address for a command or a header. The local part is quoted where necessary.
    package var text: String { "\(smtpLocalPart)@\(domain)" }

    /// The form for comparison: the local part in lower case and composed form, and the domain in A-labels.
    ///
    /// Hosts may distinguish upper and lower case (RFC 5321 section 2.4), but in practice they do not for the mailboxes of users. Dots and
    /// `+` tags remain, because only the host of the domain knows what they mean.
    package var canonical: String {
        let lowered = localPart.lowercased().precomposedStringWithCanonicalMapping
        return "\(Self.quotedIfNecessary(lowered))@\(domain)"
    }

    /// Whether a server must support SMTPUTF8 (RFC 6531) to accept the address.
    package var needsSMTPUTF8: Bool { !localPart.utf8.allSatisfy(\.isASCIIByte) }

    private var smtpLocalPart: String { Self.quotedIfNecessary(localPart) }

    private static func quotedIfNecessary(_ localPart: String) -> String {
        if MailAddressReader.isDotString(localPart.utf8) { return localPart }
        return "\"" + localPart.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
    }
}

extension MailAddress: Hashable {
    package static func == (left: MailAddress, right: MailAddress) -> Bool { left.canonical == right.canonical }

    package func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}

/// The reason why a text is not a mail address.
package struct MailAddressError: Error, Hashable, Sendable {
    /// The kind of fault.
    package enum Code: Hashable, Sendable, CaseIterable {
        /// A control character, a line or paragraph separator, or an invisible format character.
        case controlCharacter
        /// The `@` is missing.
        case atSignMissing
        /// The local part is empty, starts or ends with a dot, or has two dots in a row.
        case localPartMalformed
        /// A character that the local part must not contain, or must not contain unquoted.
        case localPartCharacter
        /// A quoted local part does not end, or is followed by text other than `@`.
        case quotationMalformed
        /// The local part is longer than 64 bytes.
        case localPartTooLong
        /// The domain is missing, or has an empty label.
        case domainMalformed
        /// A label has a character other than letters, digits and inner hyphens, or the non-ASCII name does not convert to A-labels.
        case domainCharacter
        /// A label is longer than 63 bytes, or the domain is longer than 253.
        case domainTooLong
        /// The domain has no dot, so it is not fully qualified.
        case domainNotQualified
        /// The domain is an IP address or an address literal.
        case addressLiteral
        /// The address is longer than 254 bytes.
        case tooLong
    }

    /// The kind of fault.
    package let code: Code

    /// The offset of the fault in bytes of UTF-8; zero if it concerns the whole text.
    package let position: Int

    init(_ code: Code, at position: Int) {
        self.code = code
        self.position = position
    }
}
