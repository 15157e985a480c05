/// Percent-encoding (RFC 3986 section 2.1).
///
/// Two modules have a separate codec. The emulator of Apple's service must not share bugs with the client library. Apple's systems
/// keep a malformed escape in an association file unchanged.
package enum PercentEncoding {
    /// The reason why decoding failed, with the offset of the first invalid byte.
    package enum Failure: Error, Hashable, Sendable {
        /// A percent sign without two hexadecimal digits.
        case escape(at: Int)
        /// A byte that must be encoded.
        case unencoded(at: Int)
        /// The decoded bytes are not UTF-8.
        case notUTF8
    }

    /// Encodes every byte except the unreserved characters (section 2.3). A space becomes `%20`.
    package static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isUnreserved {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes UTF-8 text.
    ///
    /// - Parameters:
    ///   - plusIsSpace: true in forms (WHATWG URL section 5.1); in every other part of a URL a plus sign is itself.
    ///   - unencoded: the bytes that may occur unencoded.
    package static func decode(
        _ encoded: some Sequence<UInt8>, plusIsSpace: Bool, unencoded: ClosedRange<UInt8> = .min ... .max
    ) throws(Failure) -> String {
        let encoded = Array(encoded)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(encoded.count)
        var index = 0
        while index < encoded.count {
            let byte = encoded[index]
            if byte == UInt8(ascii: "%") {
                guard let value = escape(at: index, of: encoded) else { throw .escape(at: index) }
                decoded.append(value)
                index += 3
            } else {
                guard unencoded.contains(byte) else { throw .unencoded(at: index) }
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// Returns the index of the first percent sign without two hexadecimal digits.
    package static func malformedEscape(in bytes: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0] == UInt8(ascii: "%") && escape(at: $0, of: bytes) == nil }
    }

    private static func escape(at index: Int, of bytes: [UInt8]) -> UInt8? {
        guard index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue
        else { return nil }
        return high << 4 | low
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}

/// The authority of a URL without user information: a host and an optional port (RFC 3986 section 3.2).
package struct URLAuthority: Sendable {
    /// The host; an IP literal with its brackets.
    package let host: ArraySlice<UInt8>
    /// The text after the host: empty, or a colon and the port, unless the authority is malformed.
    package let tail: ArraySlice<UInt8>

    /// Splits an authority. Returns nil if a bracket is not closed.
    package init?(_ bytes: ArraySlice<UInt8>) {
        var end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            end = close + 1
        }
        host = bytes[..<end]
        tail = bytes[end...]
    }

    /// The digits of the port; nil unless the tail is empty or a colon followed by digits.
    package var portDigits: ArraySlice<UInt8>? {
        let digits = tail.dropFirst()
        return tail.isEmpty || tail.first == UInt8(ascii: ":") && digits.allSatisfy({ (0x30...0x39).contains($0) }) ? digits : nil
    }

    /// The port, from 1 to 65535; nil if it is missing or malformed.
    package var port: Int? {
        guard let digits = portDigits, let port = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
        return (1...65_535).contains(port) ? port : nil
    }

    /// The host of a web server: a name in lower case, or an IP address without brackets. Nil for every other text.
    ///
    /// Resolvers accept 127.1, 0x7f000001 and 2130706433 as addresses. The last label of a name is not a number (RFC 3696 section 2).
    package var webHost: String? {
        let text = String(decoding: host, as: UTF8.self).lowercased()
        if host.first == UInt8(ascii: "[") {
            guard host.contains(UInt8(ascii: ":")) else { return nil }
            return (try? IPAddress(text.dropFirst().dropLast()))?.description
        }
        guard Self.isHostName(host) else { return nil }
        let endsInDigits = host.split(separator: UInt8(ascii: ".")).last?.first.map { (0x30...0x39).contains($0) } == true
        return endsInDigits && (try? IPAddress(text)) == nil ? nil : text
    }

    /// Returns whether a text has labels between dots and at most 253 bytes (RFC 1123 section 2.1). A dotted IPv4 address has this form.
    package static func isHostName(_ text: ArraySlice<UInt8>) -> Bool {
        text.count <= 253 && text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isLabel)
    }

    /// Returns whether a label of a host name has 1 to 63 letters, digits and inner hyphens (RFC 1123 section 2.1).
    package static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }
}

/// The characters of URLs (RFC 3986 section 2).
extension UInt8 {
    package var isASCIIAlphanumeric: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 }

    package var isHexadecimalDigit: Bool { hexadecimalValue != nil }

    /// Whether the byte never needs percent-encoding (section 2.3).
    package var isUnreserved: Bool { isASCIIAlphanumeric || "-._~".utf8.contains(self) }

    /// Whether the byte is unreserved, reserved, or the percent sign.
    package var isURLCharacter: Bool { isUnreserved || ":/?#[]@!$&'()*+,;=%".utf8.contains(self) }

    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
