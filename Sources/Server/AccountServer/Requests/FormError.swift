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
