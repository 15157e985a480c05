/// A host as association needs it: a domain name of ASCII labels, in lower case, without port, path or dot at its end.
///
/// Names beyond ASCII must come as A-labels (RFC 5890): the system compares bytes, and two spellings of one name would be two
/// names.
public struct DomainName: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The name in lower case.
    public let text: String

    /// A name from its text; capital letters become small ones.
    ///
    /// - Throws: at the first character that cannot stand where it stands; for addresses; for names longer than 253 and labels
    ///   longer than 63 characters (RFC 1035 section 2.3.4); for A-labels that decode to nothing.
    public init(_ text: String) throws(DomainNameError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw DomainNameError(.empty, at: 0) }
        guard bytes.count <= Self.longest else { throw DomainNameError(.tooLong, at: 0) }
        if let place = bytes.firstIndex(where: { $0 >= 0x80 }) {
            throw DomainNameError(.notASCII, at: place, suggestion: Punycode.domain(text))
        }
        if let place = bytes.firstIndex(where: \.isSpaceOrControl) { throw DomainNameError(.space, at: place) }
        if bytes.first == UInt8(ascii: "[") { throw DomainNameError(.address, at: 0) }
        if bytes.count > 1, bytes.last == UInt8(ascii: ".") { throw DomainNameError(.trailingDot, at: bytes.count - 1) }
        try Self.checkLabels(bytes)
        self.text = String(decoding: bytes.map(\.lowerCased), as: UTF8.self)
    }

    /// The labels from left to right.
    public var labels: [Substring] { text.split(separator: ".") }

    /// Whether this name lies below the other one, at any depth.
    public func isSubdomain(of other: DomainName) -> Bool {
        text.utf8.count > other.text.utf8.count + 1 && text.hasSuffix("." + other.text)
    }

    /// The name.
    public var description: String { text }

    /// By bytes.
    public static func < (left: DomainName, right: DomainName) -> Bool { left.text < right.text }

    private static let longest = 253
    private static let longestLabel = 63

    private static func checkLabels(_ bytes: [UInt8]) throws(DomainNameError) {
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: ".") {
            try checkLabel(bytes[start..<index])
            // The last label decides what a name is: all digits make an address (URL Standard, "ends in a number").
            if index == bytes.count, bytes[start...].allSatisfy(\.isDigit) { throw DomainNameError(.address, at: 0) }
            start = index + 1
        }
    }

    private static func checkLabel(_ label: ArraySlice<UInt8>) throws(DomainNameError) {
        guard !label.isEmpty else { throw DomainNameError(.emptyLabel, at: label.startIndex) }
        if let place = label.firstIndex(where: { !$0.isLetterDigitOrHyphen }) { throw DomainNameError(.character, at: place) }
        guard label.count <= longestLabel else { throw DomainNameError(.labelTooLong, at: label.startIndex) }
        if label.first == UInt8(ascii: "-") { throw DomainNameError(.hyphen, at: label.startIndex) }
        if label.last == UInt8(ascii: "-") { throw DomainNameError(.hyphen, at: label.endIndex - 1) }
        let small = label.map(\.lowerCased)
        if small.starts(with: Punycode.prefix), Punycode.decoded(small.dropFirst(Punycode.prefix.count)) == nil {
            throw DomainNameError(.punycode, at: label.startIndex)
        }
    }
}

extension DomainName: Codable {
    /// Decodes the text. Throws `DomainNameError` for what ``init(_:)`` refuses.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
