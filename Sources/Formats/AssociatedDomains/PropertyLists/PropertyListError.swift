/// Why bytes are not the property list we take, and where.
package struct PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem. The raw values are stable and may be shown to the outside.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// Neither XML nor binary: the old text form, UTF-16, JSON or anything else.
        case unknownForm = "unknown-form"
        /// More bytes than the limit.
        case tooLarge = "too-large"
        /// Nested deeper than the limit.
        case tooDeep = "too-deep"
        /// More values than the limit, counted where they are used.
        case tooManyValues = "too-many-values"
        /// The file ends before its value does.
        case unexpectedEnd = "unexpected-end"
        /// Something that cannot stand at this place.
        case unexpected = "unexpected-content"
        /// Bytes that are not UTF-8, or a character that XML does not know.
        case badText = "bad-text"
        /// A declaration within the document type, which could define entities.
        case declaration = "declaration"
        /// An entity other than the five of XML and numbers.
        case unknownEntity = "unknown-entity"
        /// A tag that property lists do not know, or with attributes.
        case unknownTag = "unknown-tag"
        /// A tag that is closed by another one.
        case mismatchedTag = "mismatched-tag"
        /// A number, date or data that is none, or out of range.
        case badValue = "bad-value"
        /// A key that stands twice in one dictionary.
        case duplicateKey = "duplicate-key"
        /// A binary list whose trailer or table contradicts the file.
        case badTrailer = "bad-trailer"
        /// A reference to an object that does not exist.
        case badReference = "bad-reference"
        /// An object that holds itself.
        case cycle = "cycle"
        /// A marker of a binary object that does not exist or has no use in a property list.
        case unknownMarker = "unknown-marker"
    }

    /// The kind of problem.
    package let code: Code

    /// Where, in bytes of the file from 0.
    package let offset: Int

    /// What is wrong, in words.
    package let reason: String

    /// Place and reason.
    package var description: String { "byte \(offset): \(reason)" }

    init(_ code: Code, at offset: Int, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }
}
