import InternetAddresses
import Secrets

/// The fields of a form or a query, in the order sent, each name once. Names are compared byte by byte. The description has no
/// values.
package struct FormFields: Sendable, Redacted {
    /// The default maximum number of fields.
    package static let defaultLimit = 64

    private let pairs: [(name: String, value: String)]

    /// Creates an empty list of fields.
    package init() {
        pairs = []
    }

    /// Parses `application/x-www-form-urlencoded` (WHATWG URL standard, section 5.1) strictly.
    ///
    /// This parser rejects what the standard repairs: invalid percent encodings, a repeated name, a pair without `=`, an empty
    /// pair, and unencoded bytes that every serializer encodes. It rejects bytes that are not UTF-8, because U+FFFD in their place
    /// would make different passwords equal. It also rejects more than `limit` fields. An empty text has no fields.
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

    /// The value of the field `name`, or nil if it is missing. An empty field has an empty value.
    package subscript(name: String) -> String? {
        pairs.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}

extension FormFields {
    /// Returns the value of the field `name`. Throws 400 if it is missing.
    package func required(_ name: String) throws(Problem) -> String {
        if let value = self[name] { return value }
        throw Problem(
            .malformedForm, detail: "The field \(name) is required.",
            errors: [FieldProblem(.field(name), code: "missing-field", message: "is required")])
    }

    /// Returns the value of the field `name`, or nil if it is missing.
    package func optional(_ name: String) -> String? { self[name] }

    /// Throws 400 for any field whose name is not in `known`.
    func rejectUnknown(except known: [String]) throws(Problem) {
        let unknown = names.filter { name in !known.contains { $0.utf8.elementsEqual(name.utf8) } }
        guard unknown.isEmpty else {
            throw Problem(
                .malformedForm, detail: "The form has unknown fields.",
                errors: unknown.map { FieldProblem(.field($0), code: "unknown-field", message: "is unknown") })
        }
    }
}

extension PercentEncoding {
    /// Decodes a part of a form or a path. All bytes outside printable ASCII must be encoded.
    ///
    /// - Parameter position: the position of the part in the text.
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

/// The reason and position of a malformed form.
package struct FormError: Error, Hashable, Sendable {
    /// The kinds of errors. The raw values are stable and visible to clients.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// `%` without two hexadecimal digits after it.
        case invalidPercentEncoding = "invalid-percent-encoding"
        /// A name or value whose bytes are not UTF-8.
        case invalidUTF8 = "invalid-utf8"
        /// A byte that must be percent-encoded: a control character, a space, or a non-ASCII byte.
        case unencodedByte = "unencoded-byte"
        /// A repeated name.
        case duplicateField = "duplicate-field"
        /// A pair without `=`, an empty name, or an empty pair between two `&`.
        case malformedPair = "malformed-pair"
        /// More fields than are accepted.
        case tooManyFields = "too-many-fields"
    }

    /// The kind.
    package let code: Code
    /// The offset in bytes from the start of the text.
    package let position: Int
    /// The name of the field, if it could be parsed.
    package let field: String?

    init(_ code: Code, at position: Int, field: String? = nil) {
        self.code = code
        self.position = position
        self.field = field
    }
}

extension FormError: CustomStringConvertible {
    /// The reason and position. It quotes no value.
    package var description: String { "\(words) at byte \(position + 1)" }

    var words: String {
        switch code {
        case .invalidPercentEncoding: "a percent sign must be followed by two hexadecimal digits"
        case .invalidUTF8: "the bytes are not UTF-8"
        case .unencodedByte: "a byte must be percent-encoded"
        case .duplicateField: "a field occurs twice"
        case .malformedPair: "a pair requires a name and an equals sign"
        case .tooManyFields: "there are too many fields"
        }
    }
}
