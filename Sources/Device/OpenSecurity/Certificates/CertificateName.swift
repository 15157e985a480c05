import Foundation
import SwiftASN1

/// A distinguished name (RFC 5280, section 4.1.2.4): its texts, and a normalized form for comparison.
package struct CertificateName: Hashable, Sendable {
    package enum Attribute: Hashable, Sendable {
        case commonName, organizationalUnit, organization, emailAddress, other
    }

    /// The relative names in DER without the sequence header. Texts are upper-case, without leading and trailing spaces, and with
    /// single spaces.
    package let normalized: [UInt8]
    private let attributes: [Pair]

    private struct Pair: Hashable, Sendable {
        let attribute: Attribute
        let text: String
    }

    /// Throws if the node is not a name.
    init(_ node: ASN1Node) throws {
        guard node.identifier == .sequence else { throw CertificateDefect() }
        var normalized: [UInt8] = []
        var attributes: [Pair] = []
        for relative in try node.constructed {
            guard relative.identifier == .set else { throw CertificateDefect() }
            var contents: [UInt8] = []
            for pair in try relative.constructed {
                var parts = try pair.constructed.makeIterator()
                let type = try parts.required()
                let value = try parts.required()
                guard parts.next() == nil else { throw CertificateDefect() }
                let identifier = try ASN1ObjectIdentifier(derEncoded: type)
                if let text = NameText(value) {
                    attributes.append(Pair(attribute: Self.known[identifier] ?? .other, text: text.text))
                }
                contents += DERHeader.wrapped(0x30, Array(type.encodedBytes) + NameText.normalized(value))
            }
            normalized += DERHeader.wrapped(0x31, contents)
        }
        self.normalized = normalized
        self.attributes = attributes
    }

    /// Parses a name. Returns nil if the bytes are not a name in DER.
    package init?(der: [UInt8]) {
        guard der.count <= CertificateContents.maximumLength, let node = try? DER.parse(der),
            let name = try? CertificateName(node)
        else { return nil }
        self = name
    }

    /// `normalized` with its sequence header.
    package var normalizedSequence: [UInt8] { DERHeader.wrapped(0x30, normalized) }

    package func texts(of attribute: Attribute) -> [String] {
        attributes.filter { $0.attribute == attribute }.map(\.text)
    }

    package var emailAddresses: [String] { texts(of: .emailAddress) }

    /// All texts of the name, in order.
    package var text: String { attributes.map(\.text).joined(separator: ", ") }

    private static let known: [ASN1ObjectIdentifier: Attribute] = [
        [2, 5, 4, 3]: .commonName, [2, 5, 4, 10]: .organization, [2, 5, 4, 11]: .organizationalUnit,
        [1, 2, 840, 113_549, 1, 9, 1]: .emailAddress,
    ]
}

/// A text in a name, in any of its encodings.
struct NameText {
    let text: String

    /// Returns nil if the node is not a text or not valid in its encoding.
    init?(_ node: ASN1Node) {
        guard case .primitive(let octets) = node.content else { return nil }
        let text: String?
        switch node.identifier {
        case .utf8String, .printableString, .ia5String, .numericString, .visibleString:
            text = String(validating: octets, as: UTF8.self)
        case .teletexString: text = String(decoding: octets.map { UInt16($0) }, as: UTF16.self)
        case .bmpString:
            guard octets.count.isMultiple(of: 2) else { return nil }
            text = String(data: Data(octets), encoding: .utf16BigEndian)
        default: return nil
        }
        guard let text else { return nil }
        self.text = text
    }

    /// Returns the value for comparison: ASCII texts in upper case and without extra spaces, other values unchanged.
    static func normalized(_ node: ASN1Node) -> [UInt8] {
        guard case .primitive(let octets) = node.content, let tag = node.encodedBytes.first,
            [.utf8String, .printableString, .ia5String].contains(node.identifier)
        else { return Array(node.encodedBytes) }
        var text: [UInt8] = []
        for word in octets.split(separator: UInt8(ascii: " ")) {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            text += word.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 }
        }
        return DERHeader.wrapped(tag, text)
    }
}

/// The identifier and length octets of a value in DER.
enum DERHeader {
    static func wrapped(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        guard contents.count >= 0x80 else { return [tag, UInt8(contents.count)] + contents }
        let length = withUnsafeBytes(of: contents.count.bigEndian) { [UInt8]($0.drop { $0 == 0 }) }
        return [tag, 0x80 | UInt8(length.count)] + length + contents
    }
}
