/// A URL split into parts as in RFC 3986 section 3, without normalization, because association files are compared with the exact
/// text.
public struct LinkURL: Sendable, Hashable, CustomStringConvertible {
    /// The scheme, in lower case.
    public let scheme: String

    /// The host, in lower case, without user information and port.
    public let host: String

    /// The path. Empty, or beginning with a slash.
    public let path: String

    /// The text between `?` and `#`. Nil without `?`.
    public let query: String?

    /// The text after `#`. Nil without `#`.
    public let fragment: String?

    /// The maximum length of a URL in bytes.
    public static let maximumBytes = 65_536

    /// Parses a URL. Percent-encodes characters that a URL cannot contain, such as spaces and non-ASCII letters, as Apple's
    /// systems do.
    ///
    /// - Throws: ``AssociatedDomainsError`` for a text of more than ``maximumBytes`` bytes, without a scheme and `://`, or without a
    ///   host.
    public init(_ text: String) throws(AssociatedDomainsError) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw AssociatedDomainsError(.urlTooLong, "The URL is longer than \(Self.maximumBytes) bytes.")
        }
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]),
            bytes[colon...].starts(with: Array("://".utf8))
        else { throw AssociatedDomainsError(.notAbsolute, "The URL must begin with https://.") }
        let authorityStart = colon + 3
        let authorityEnd = bytes[authorityStart...].firstIndex(where: Self.endsAuthority) ?? bytes.count
        let host = Self.host(bytes[authorityStart..<authorityEnd])
        guard !host.isEmpty else { throw AssociatedDomainsError(.missingHost, "The URL has no host.") }
        let hash = bytes[authorityEnd...].firstIndex(of: UInt8(ascii: "#"))
        let question = bytes[authorityEnd..<(hash ?? bytes.count)].firstIndex(of: UInt8(ascii: "?"))
        scheme = String(decoding: bytes[..<colon].map(\.lowerCased), as: UTF8.self)
        self.host = String(decoding: host.map(\.lowerCased), as: UTF8.self)
        path = Self.encoded(bytes[authorityEnd..<(question ?? hash ?? bytes.count)])
        query = question.map { Self.encoded(bytes[($0 + 1)..<(hash ?? bytes.count)]) }
        fragment = hash.map { Self.encoded(bytes[($0 + 1)...]) }
    }

    /// Whether the scheme is http or https, as universal links require.
    public var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Returns whether the host equals a domain, ignoring case.
    public func isAt(domain: String) -> Bool { domain.utf8.lazy.map(\.lowerCased).elementsEqual(host.utf8) }

    /// The URL, without user information and port.
    public var description: String {
        "\(scheme)://\(host)\(path)" + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, first.isUpperCase || first.isLowerCase else { return false }
        return bytes.allSatisfy { $0.isLetterDigitOrHyphen || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".") }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Returns the host of an authority: after the last `@` and before the port. Keeps the brackets of an IPv6 address.
    private static func host(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
        let rest = authority[start...]
        if rest.first == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) { return rest[...close] }
        return rest.prefix { $0 != UInt8(ascii: ":") }
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(where: isNeverInURL) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        for byte in bytes {
            if isNeverInURL(byte) {
                result += [UInt8(ascii: "%"), hexadecimal(byte >> 4), hexadecimal(byte & 0xF)]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns whether RFC 3986 does not permit the byte. Permits square brackets, which occur in queries in practice.
    static func isNeverInURL(_ byte: UInt8) -> Bool {
        byte.isSpaceOrControl || byte >= 0x80 || unsafeBytes.contains(byte)
    }

    private static let unsafeBytes = Array(#""<>\^`{|}"#.utf8)

    private static func hexadecimal(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

/// Percent escapes of URLs (RFC 3986 section 2.1). Decodes as leniently as Apple's systems do; the other decoders of this package
/// reject a malformed escape.
enum PercentEscapes {
    /// Decodes the escapes of a text. Keeps a percent sign that does not begin an escape. Returns nil if the result is not UTF-8.
    static func decoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var (result, index) = ([UInt8](), 0)
        while index < bytes.count {
            if let value = value(at: index, of: bytes) {
                result.append(value)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    /// Returns the byte of the escape at an index. Returns nil if none exists.
    static func value(at index: Int, of bytes: [UInt8]) -> UInt8? {
        guard index + 2 < bytes.count, bytes[index] == UInt8(ascii: "%"), let high = bytes[index + 1].hexadecimalDigit,
            let low = bytes[index + 2].hexadecimalDigit
        else { return nil }
        return high << 4 | low
    }
}

/// The parts of one URL in each form that components compare. Each form is computed on first use.
final class LinkTexts {
    let url: LinkURL
    private var paths: [PatternText??] = Array(repeating: nil, count: TextView.count)
    private var queries: [PatternText??] = Array(repeating: nil, count: TextView.count)
    private var fragments: [PatternText??] = Array(repeating: nil, count: TextView.count)
    private var items: [[[UInt32]: [PatternText?]]?] = Array(repeating: nil, count: TextView.count)

    init(_ url: LinkURL) {
        self.url = url
    }

    /// Returns the path. Returns nil if it cannot be decoded. The other functions do the same.
    func path(_ view: TextView) -> PatternText? {
        if let known = paths[view.index] { return known }
        let text = PatternText(url.path, view: view, isPath: true)
        paths[view.index] = .some(text)
        return text
    }

    /// Returns the query, or an empty text without one.
    func query(_ view: TextView) -> PatternText? {
        if let known = queries[view.index] { return known }
        let text = PatternText(url.query ?? "", view: view)
        queries[view.index] = .some(text)
        return text
    }

    /// Returns the fragment, or an empty text without one.
    func fragment(_ view: TextView) -> PatternText? {
        if let known = fragments[view.index] { return known }
        let text = PatternText(url.fragment ?? "", view: view)
        fragments[view.index] = .some(text)
        return text
    }

    /// Returns the values of the query items in order, by name. A value is nil if it cannot be decoded.
    func items(_ view: TextView) -> [[UInt32]: [PatternText?]] {
        if let known = items[view.index] { return known }
        let parts = (url.query ?? "").split(separator: "&", omittingEmptySubsequences: false)
        let made = Dictionary(grouping: parts.map { LinkQueryItem($0, view: view) }, by: \.name).mapValues { $0.map(\.value) }
        items[view.index] = made
        return made
    }
}

/// A `name=value` of a query. Without `=`, the value is empty.
private struct LinkQueryItem {
    /// The name, never case-folded, because names are compared exactly.
    let name: [UInt32]
    let value: PatternText?

    init(_ item: Substring, view: TextView) {
        let equals = item.firstIndex(of: "=")
        let rawName = String(item[..<(equals ?? item.endIndex)])
        name = PatternText.units(view.isDecoded ? PercentEscapes.decoded(rawName) ?? rawName : rawName, isFolded: false)
        value = PatternText(equals.map { String(item[item.index(after: $0)...]) } ?? "", view: view)
    }
}
