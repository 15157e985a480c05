/// A URL taken apart as RFC 3986 section 3 has it, nothing of it normalised: association files are compared with what stands there.
public struct LinkURL: Sendable, Hashable, CustomStringConvertible {
    /// The scheme, in lower case.
    public let scheme: String

    /// The host, in lower case, without user information and port.
    public let host: String

    /// The path; empty, or from its first slash on.
    public let path: String

    /// What stands between `?` and `#`; nil without `?`.
    public let query: String?

    /// What follows `#`; nil without it.
    public let fragment: String?

    /// The longest URL that is taken, in bytes.
    public static let maximumBytes = 65_536

    /// Takes a URL apart. Characters that no URL holds, such as spaces and letters beyond ASCII, are percent-encoded, as Apple's
    /// systems do.
    public init(_ text: String) throws(LinkURLError) {
        guard text.utf8.count <= Self.maximumBytes else { throw LinkURLError(code: .tooLong) }
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]),
            bytes[colon...].starts(with: Array("://".utf8))
        else { throw LinkURLError(code: .notAbsolute) }
        let authorityStart = colon + 3
        let authorityEnd = bytes[authorityStart...].firstIndex(where: Self.endsAuthority) ?? bytes.count
        let host = Self.host(bytes[authorityStart..<authorityEnd])
        guard !host.isEmpty else { throw LinkURLError(code: .missingHost) }
        let hash = bytes[authorityEnd...].firstIndex(of: UInt8(ascii: "#"))
        let question = bytes[authorityEnd..<(hash ?? bytes.count)].firstIndex(of: UInt8(ascii: "?"))
        scheme = String(decoding: bytes[..<colon].map(\.lowerCased), as: UTF8.self)
        self.host = String(decoding: host.map(\.lowerCased), as: UTF8.self)
        path = Self.encoded(bytes[authorityEnd..<(question ?? hash ?? bytes.count)])
        query = question.map { Self.encoded(bytes[($0 + 1)..<(hash ?? bytes.count)]) }
        fragment = hash.map { Self.encoded(bytes[($0 + 1)...]) }
    }

    /// Whether links of this scheme can be universal links at all.
    public var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Whether its host is this domain, in whatever capitals.
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

    /// The host of an authority: behind the last `@`, before the port; of an address of version 6 with its brackets.
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

    /// Bytes that RFC 3986 gives no place; square brackets are let through, as queries have them in practice.
    static func isNeverInURL(_ byte: UInt8) -> Bool {
        byte.isSpaceOrControl || byte >= 0x80 || unsafeBytes.contains(byte)
    }

    private static let unsafeBytes = Array(#""<>\^`{|}"#.utf8)

    private static func hexadecimal(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
