internal import Foundation
internal import InternetAddresses

/// The domain of a mail address, a Message-ID or a client, in A-labels (RFC 5890) and lower case.
package struct MailDomain: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    package let description: String

    /// Parses a name. Converts non-ASCII labels to A-labels as browsers do (UTS #46).
    ///
    /// - Throws: ``MailAddressError`` for addresses, for names without a dot, and for labels that are not letters, digits and inner
    ///   hyphens.
    package init(_ text: String) throws(MailAddressError) {
        try MailAddressReader.check(text)
        try self.init(text, at: 0)
    }

    /// Parses the domain that begins at `position` of a checked address.
    init(_ text: String, at position: Int) throws(MailAddressError) {
        guard text.utf8.first != UInt8(ascii: "[") else { throw MailAddressError(.addressLiteral, at: position) }
        // The conversion would escape other characters or parse them as parts of a URL.
        let fault = text.utf8.enumerated().first { !$1.isASCIIAlphanumeric && $1.isASCIIByte && !"-.".utf8.contains($1) }
        if let fault { throw MailAddressError(.domainCharacter, at: position + fault.offset) }
        guard let name = Self.aLabels(text) else { throw MailAddressError(.domainCharacter, at: position) }

        let labels = Array(name.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty }) else { throw MailAddressError(.domainMalformed, at: position) }
        guard name.utf8.count <= 253, labels.allSatisfy({ $0.count <= 63 }) else {
            throw MailAddressError(.domainTooLong, at: position)
        }
        guard labels.allSatisfy(URLAuthority.isLabel) else { throw MailAddressError(.domainCharacter, at: position) }
        // The last label of a name is not a number (RFC 3696 section 2).
        guard labels.last?.first.map({ !(0x30...0x39).contains($0) }) == true else {
            throw MailAddressError(.addressLiteral, at: position)
        }
        guard labels.count > 1 else { throw MailAddressError(.domainNotQualified, at: position) }
        description = name
    }

    /// Returns whether this is the other domain or one below it.
    package func isWithin(_ other: MailDomain) -> Bool {
        self == other || description.hasSuffix(".\(other)")
    }

    /// Returns the name in ASCII and lower case, or nil if it cannot be converted.
    private static func aLabels(_ text: String) -> String? {
        if text.utf8.allSatisfy(\.isASCIIByte) { return text.lowercased() }
        var components = URLComponents()
        components.scheme = "https"
        components.host = text
        // Characters that cannot be converted are percent-encoded, and a label with a percent sign is rejected later.
        return components.encodedHost?.lowercased()
    }
}
