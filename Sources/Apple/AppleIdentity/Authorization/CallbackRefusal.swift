/// Why a callback is not one that Apple sends.
public struct CallbackRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusal. The raw values are stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// More than 64 KiB.
        case tooLarge = "too-large"
        /// More than 16 fields.
        case tooManyFields = "too-many-fields"
        /// A name stands twice.
        case duplicateField = "duplicate-field"
        /// A `%` without two hexadecimal digits.
        case malformedEscape = "malformed-escape"
        /// A name or value is not UTF-8.
        case notUTF8 = "not-utf8"
        /// A field is missing.
        case missingField = "missing-field"
        /// A field is empty, too long, or holds what Apple never sends in it.
        case malformedField = "malformed-field"
        /// An error stands beside what only a sign-in brings.
        case contradiction
    }

    /// The kind of refusal.
    public let code: Code

    /// The field it is about, where it is one of those that Apple sends.
    public let field: String?

    /// The byte of the form where the reason lies, from 0, where it is in its form rather than in a field.
    public let position: Int?

    init(_ code: Code, field: String? = nil, position: Int? = nil) {
        self.code = code
        self.field = field
        self.position = position
    }

    /// The reason in one English sentence; no value of the form.
    public var description: String {
        let place = field.map { " \($0)" } ?? ""
        let byte = position.map { " at byte \($0)" } ?? ""
        return switch code {
        case .tooLarge: "The callback has more than \(CallbackForm.maximumByteCount) bytes."
        case .tooManyFields: "The callback has more than \(CallbackForm.maximumFieldCount) fields."
        case .duplicateField: "The callback has a field\(place) twice\(byte)."
        case .malformedEscape: "The callback has a % without two hexadecimal digits\(byte)."
        case .notUTF8: "The callback has a field that is not UTF-8\(byte)."
        case .missingField: "The callback lacks the field\(place)."
        case .malformedField: "The callback's field\(place) is empty, too long, or not what Apple sends in it."
        case .contradiction: "The callback reports an error and has the field\(place) as well."
        }
    }
}
