/// A field, what it asks for, and what decided that.
package struct ClassifiedField: Hashable, Sendable {
    /// Its place among the fields of the page, from 0.
    package let index: Int
    /// The field as it was given.
    package let field: FormField
    /// What it asks for.
    package let type: FieldType
    /// What decided, in a few English words, such as `autocomplete: username` or `name: email; label: email`. Never empty.
    package let evidence: String
}
