import Secrets

/// The fields of a form or a query, each name once, in the order sent. Names are compared byte for byte. Prints no value.
package struct FormFields: Sendable, Redacted {
    /// The default limit of the number of fields.
    package static let defaultLimit = 64

    private let pairs: [(name: String, value: String)]

    /// No fields.
    package init() {
        pairs = []
    }

    /// Reads `application/x-www-form-urlencoded` (WHATWG URL standard, section 5.1), with one meaning for each text.
    ///
    /// Where the standard repairs, this refuses: invalid percent encodings, bytes that are not UTF-8 (never U+FFFD, under which
    /// different passwords would become one), a name given twice, a pair without `=`, an empty pair, unencoded bytes that no
    /// serializer leaves so, and more than `limit` fields. The empty text has no fields.
    package init(parsing bytes: some Collection<UInt8>, limit: Int = defaultLimit) throws(FormError) {
        var pairs: [(name: String, value: String)] = []
        var position = 0
        let parts =
            bytes.isEmpty ? [] : bytes.split(separator: UInt8(ascii: "&"), maxSplits: limit, omittingEmptySubsequences: false)
        guard parts.count <= limit else { throw FormError(.tooManyFields, at: 0) }
        for part in parts {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")), equals != part.startIndex else {
                throw FormError(.malformedPair, at: position)
            }
            let name = try PercentEncoded.form(part[..<equals], at: position)
            let valuePosition = position + part.distance(from: part.startIndex, to: equals) + 1
            let value: String
            do throws(FormError) {
                value = try PercentEncoded.form(part[part.index(after: equals)...], at: valuePosition)
            } catch {
                throw FormError(error.code, at: error.position, field: name)
            }
            guard !pairs.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                throw FormError(.duplicateField, at: position, field: name)
            }
            pairs.append((name, value))
            position += part.count + 1
        }
        self.pairs = pairs
    }

    /// The names in the order sent.
    package var names: [String] { pairs.map(\.name) }

    /// The value of the field `name`, or nil where it was not sent. An empty field has an empty value.
    package subscript(name: String) -> String? {
        pairs.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}

extension FormFields {
    /// The value of the field `name`; 400 where it was not sent.
    package func required(_ name: String) throws(Problem) -> String {
        if let value = self[name] { return value }
        throw Problem(
            .malformedForm, detail: "The field \(name) is required.",
            errors: [FieldProblem(.field(name), code: "missing-field", message: "is required")])
    }

    /// The value of the field `name`, or nil where it was not sent.
    package func optional(_ name: String) -> String? { self[name] }

    /// Refuses with 400 any field whose name is not in `known`.
    func refuseUnknown(except known: [String]) throws(Problem) {
        let unknown = names.filter { name in !known.contains { $0.utf8.elementsEqual(name.utf8) } }
        guard unknown.isEmpty else {
            throw Problem(
                .malformedForm, detail: "The form has fields that are not known here.",
                errors: unknown.map { FieldProblem(.field($0), code: "unknown-field", message: "is not known here") })
        }
    }
}

/// Percent-decoding (RFC 3986 section 2.1) into UTF-8 text, or a refusal.
enum PercentEncoded {
    /// A name or a value of a form: `+` is a space.
    static func form(_ bytes: some Collection<UInt8>, at position: Int) throws(FormError) -> String {
        try decode(bytes, at: position) { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    }

    /// A segment of a path: `+` is itself.
    static func pathSegment(_ bytes: some Collection<UInt8>, at position: Int) throws(FormError) -> String {
        try decode(bytes, at: position) { $0 }
    }

    private static func decode(
        _ bytes: some Collection<UInt8>, at position: Int, plain: (UInt8) -> UInt8
    ) throws(FormError) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        var offset = position
        while let byte = iterator.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal) else {
                    throw FormError(.invalidPercentEncoding, at: offset)
                }
                decoded.append(high << 4 | low)
                offset += 3
            } else {
                guard (0x21...0x7E).contains(byte) else { throw FormError(.unencodedByte, at: offset) }
                decoded.append(plain(byte))
                offset += 1
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw FormError(.invalidUTF8, at: position) }
        return text
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Why a text is not a form, and where.
package struct FormError: Error, Hashable, Sendable {
    /// The kinds of refusal. The raw values are stable and shown to the outside.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// `%` without two hexadecimal digits behind it.
        case invalidPercentEncoding = "invalid-percent-encoding"
        /// A name or value whose bytes are not UTF-8.
        case invalidUTF8 = "invalid-utf8"
        /// A byte that must be percent-encoded: a control character, a space, or one beyond ASCII.
        case unencodedByte = "unencoded-byte"
        /// A name twice.
        case duplicateField = "duplicate-field"
        /// A pair without `=`, an empty name, or nothing between two `&`.
        case malformedPair = "malformed-pair"
        /// More fields than are accepted.
        case tooManyFields = "too-many-fields"
    }

    /// What is wrong.
    package let code: Code
    /// The offset in bytes from the beginning of the text.
    package let position: Int
    /// The name of the field concerned, where it could be read.
    package let field: String?

    init(_ code: Code, at position: Int, field: String? = nil) {
        self.code = code
        self.position = position
        self.field = field
    }
}

extension FormError: CustomStringConvertible {
    /// The refusal in words. Quotes no value.
    package var description: String { "\(words) at byte \(position + 1)" }

    var words: String {
        switch code {
        case .invalidPercentEncoding: "a percent sign must be followed by two hexadecimal digits"
        case .invalidUTF8: "the bytes are not UTF-8"
        case .unencodedByte: "a byte must be percent-encoded"
        case .duplicateField: "a field is given twice"
        case .malformedPair: "a pair needs a name and an equals sign"
        case .tooManyFields: "there are too many fields"
        }
    }
}
