/// A domain name of ASCII labels in lower case, without port, path or trailing dot.
///
/// Internationalized names must be A-labels (RFC 5890). The system compares bytes, so two encodings of a name would be two names.
public struct DomainName: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The name in lower case.
    public let text: String

    /// Parses a name. Converts it to lower case.
    ///
    /// - Throws: ``AssociatedDomainsError`` at the first invalid character; for IP addresses; for names longer than 253 and
    ///   labels longer than 63 characters (RFC 1035 section 2.3.4); for A-labels that are not valid Punycode.
    public init(_ text: String) throws(AssociatedDomainsError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .domain(.emptyDomain, at: 0) }
        guard bytes.count <= Self.longest else { throw .domain(.domainTooLong, at: 0) }
        if let place = bytes.firstIndex(where: { $0 >= 0x80 }) {
            throw .domain(.notASCII, at: place, suggestion: Punycode.domain(text))
        }
        if let place = bytes.firstIndex(where: \.isSpaceOrControl) { throw .domain(.space, at: place) }
        if bytes.first == UInt8(ascii: "[") { throw .domain(.address, at: 0) }
        if bytes.count > 1, bytes.last == UInt8(ascii: ".") { throw .domain(.trailingDot, at: bytes.count - 1) }
        try Self.checkLabels(bytes)
        self.text = String(decoding: bytes.map(\.lowerCased), as: UTF8.self)
    }

    /// The labels from left to right.
    public var labels: [Substring] { text.split(separator: ".") }

    /// Returns whether this name is a subdomain of the other one, at any depth.
    public func isSubdomain(of other: DomainName) -> Bool {
        text.utf8.count > other.text.utf8.count + 1 && text.hasSuffix("." + other.text)
    }

    /// The name as text.
    public var description: String { text }

    /// Compares bytes.
    public static func < (left: DomainName, right: DomainName) -> Bool { left.text < right.text }

    private static let longest = 253
    private static let longestLabel = 63

    private static func checkLabels(_ bytes: [UInt8]) throws(AssociatedDomainsError) {
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: ".") {
            try checkLabel(bytes[start..<index])
            // The last label distinguishes an address: all digits (URL Standard, "ends in a number").
            if index == bytes.count, bytes[start...].allSatisfy(\.isDigit) { throw .domain(.address, at: 0) }
            start = index + 1
        }
    }

    private static func checkLabel(_ label: ArraySlice<UInt8>) throws(AssociatedDomainsError) {
        guard !label.isEmpty else { throw .domain(.emptyLabel, at: label.startIndex) }
        if let place = label.firstIndex(where: { !$0.isLetterDigitOrHyphen }) { throw .domain(.character, at: place) }
        guard label.count <= longestLabel else { throw .domain(.labelTooLong, at: label.startIndex) }
        if label.first == UInt8(ascii: "-") { throw .domain(.hyphen, at: label.startIndex) }
        if label.last == UInt8(ascii: "-") { throw .domain(.hyphen, at: label.endIndex - 1) }
        let small = label.map(\.lowerCased)
        if small.starts(with: Punycode.prefix), Punycode.decoded(small.dropFirst(Punycode.prefix.count)) == nil {
            throw .domain(.punycode, at: label.startIndex)
        }
    }
}

extension DomainName: Codable {
    /// Decodes the text. Throws `AssociatedDomainsError` for text that ``init(_:)`` rejects.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension AssociatedDomainsError {
    fileprivate static func domain(_ code: Code, at position: Int, suggestion: String? = nil) -> AssociatedDomainsError {
        let words =
            switch code {
            case .emptyDomain: ("The domain is missing.", "Write the name of the site, such as www.example.com.")
            case .domainTooLong: ("A domain name has at most 253 characters.", "Compare it with the name of the site.")
            case .labelTooLong:
                ("A label of a domain name has at most 63 characters.", "Compare it with the name of the site.")
            case .notASCII:
                (
                    "Non-ASCII names must be written in their encoded form.",
                    suggestion.map { "Write \($0)." } ?? "Write the name with xn--."
                )
            case .space: ("A domain name must not contain spaces or control characters.", "Remove them.")
            case .address: ("An IP address has no association file.", "Write the name of the site.")
            case .trailingDot: ("A domain name must not end with a dot.", "Remove the dot.")
            case .emptyLabel: ("A domain name must not have empty labels.", "Remove the extra dot.")
            case .character:
                ("A domain name must consist of letters, digits, hyphens and dots.", "Write only the name of the site.")
            case .hyphen: ("A label of a domain name must not begin or end with a hyphen.", "Compare it with the name of the site.")
            default: ("The text after xn-- is not valid Punycode.", "Encode the name again (RFC 3492).")
            }
        return AssociatedDomainsError(code, at: position, words.0, words.1)
    }
}

/// Classification of the bytes of names.
extension UInt8 {
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    var isUpperCase: Bool { self &- UInt8(ascii: "A") < 26 }

    var isLowerCase: Bool { self &- UInt8(ascii: "a") < 26 }

    var isLetterDigitOrHyphen: Bool { isDigit || isUpperCase || isLowerCase || self == UInt8(ascii: "-") }

    /// Whether the byte is a space, tab, line end or another ASCII control character.
    var isSpaceOrControl: Bool { self <= 0x20 || self == 0x7F }

    /// The lower-case letter of an upper-case one. Other bytes are unchanged.
    var lowerCased: UInt8 { isUpperCase ? self | 0x20 : self }

    /// The value of a hexadecimal digit in either case.
    var hexadecimalDigit: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}
