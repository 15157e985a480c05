import FoundationEssentials

/// The parameters of a request, from a query or an `application/x-www-form-urlencoded` body. Each name occurs at most once.
///
/// Repeated parameters are rejected, and parameters without a value are omitted (RFC 6749, section 3.1). The percent codec is
/// separate from that of the client library, so that both cannot share a bug.
public struct FormValues: Sendable, Hashable {
    /// The maximum length of a query or body, in bytes.
    public static let byteLimit = 65_536
    /// The maximum number of parameters.
    public static let fieldLimit = 64

    /// The parameters with a value, in the order of the request.
    public let fields: [FormField]
    private let values: [String: String]

    /// Parses encoded bytes.
    ///
    /// - Throws: ``AppleServiceError`` for malformed encoding, an exceeded limit or a repeated name.
    public init(encoded bytes: some Collection<UInt8>) throws(AppleServiceError) {
        guard bytes.count <= Self.byteLimit else { throw .oversizeForm }
        var pairs: [(String, String)] = []
        var offset = 0
        for part in bytes.split(separator: 0x26, omittingEmptySubsequences: false) {
            let start = offset
            offset += part.count + 1
            if part.isEmpty { continue }
            guard pairs.count < Self.fieldLimit else { throw .tooManyFields }
            let equals = part.firstIndex(of: 0x3D) ?? part.endIndex
            let nameLength = part.distance(from: part.startIndex, to: equals)
            let name = try Self.unescape(part[..<equals], at: start)
            let value = equals == part.endIndex ? "" : try Self.unescape(part[equals...].dropFirst(), at: start + nameLength + 1)
            pairs.append((name, value))
        }
        try self.init(pairs)
    }

    /// Creates parameters from decoded pairs.
    ///
    /// - Throws: ``AppleServiceError`` for a repeated name or an exceeded limit.
    public init(_ pairs: [(String, String)]) throws(AppleServiceError) {
        guard pairs.count <= Self.fieldLimit else { throw .tooManyFields }
        var seen: Set<String> = []
        var fields: [FormField] = []
        var values: [String: String] = [:]
        var size = 0
        for (name, value) in pairs {
            size += name.utf8.count + value.utf8.count + 2
            guard size <= Self.byteLimit + 2 else { throw .oversizeForm }
            guard seen.insert(name).inserted else {
                throw .malformedForm("the parameter \(name.prefix(64)) is repeated (RFC 6749, section 3.1)")
            }
            if value.isEmpty { continue }
            fields.append(.init(name: name, value: value))
            values[name] = value
        }
        self.fields = fields
        self.values = values
    }

    /// Returns the value of a parameter; nil if it is missing or empty.
    public subscript(_ name: String) -> String? {
        values[name]
    }

    /// Percent-encodes everything but the unreserved characters of RFC 3986.
    static func escape(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if Letters.isAlphanumeric(byte) || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes one segment of a path, in which a plus sign is itself (RFC 3986, section 3.3). Returns nil if it is malformed.
    static func unescapeSegment(_ segment: String) -> String? {
        try? unescape(segment.replacing("+", with: "%2B").utf8, at: 0)
    }

    private static func unescape(_ text: some Collection<UInt8>, at start: Int) throws(AppleServiceError) -> String {
        var bytes: [UInt8] = []
        var index = text.startIndex
        var offset = start
        while index != text.endIndex {
            let byte = text[index]
            index = text.index(after: index)
            switch byte {
            case 0x2B:
                bytes.append(0x20)
            case 0x25:
                let digits = text[index...].prefix(2).compactMap(hexDigit)
                guard digits.count == 2 else {
                    throw .malformedForm("the percent escape at byte \(offset) does not have two hexadecimal digits")
                }
                index = text.index(index, offsetBy: 2)
                bytes.append(digits[0] << 4 | digits[1])
                offset += 2
            default:
                bytes.append(byte)
            }
            offset += 1
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformedForm("the text from byte \(start) is not UTF-8")
        }
        return text
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

/// A decoded parameter of a request or response.
public struct FormField: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value.
    public let value: String
}

/// Encodes JSON with sorted members, so that equal responses have equal bytes, and without escaping slashes.
enum WireJSON {
    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    static func bytes(_ value: some Encodable) -> [UInt8] {
        // Encodes only values of this library: strings, integers and Booleans, for which encoding cannot fail.
        (try? encoder.encode(value)).map { [UInt8]($0) } ?? Array("{}".utf8)
    }

    static func text(_ value: some Encodable) -> String {
        String(decoding: bytes(value), as: UTF8.self)
    }
}
