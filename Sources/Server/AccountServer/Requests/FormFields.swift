import InternetAddresses
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
            let name = try PercentEncoding.text(part[..<equals], at: position, plusIsSpace: true)
            let valuePosition = position + part.distance(from: part.startIndex, to: equals) + 1
            let value: String
            do throws(FormError) {
                value = try PercentEncoding.text(part[part.index(after: equals)...], at: valuePosition, plusIsSpace: true)
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

extension PercentEncoding {
    /// Decodes a part of a form or a path. Every byte outside printable ASCII must be encoded.
    ///
    /// - Parameter position: of the part within the text.
    static func text(_ part: some Collection<UInt8>, at position: Int, plusIsSpace: Bool) throws(FormError) -> String {
        do throws(Failure) {
            return try decode(part, plusIsSpace: plusIsSpace, unencoded: 0x21...0x7E)
        } catch {
            switch error {
            case .escape(let offset): throw FormError(.invalidPercentEncoding, at: position + offset)
            case .unencoded(let offset): throw FormError(.unencodedByte, at: position + offset)
            case .notUTF8: throw FormError(.invalidUTF8, at: position)
            }
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
