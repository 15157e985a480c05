/// Property lists in the two formats of code signing: XML and binary (`bplist00`).
///
/// The parsers are strict and have limits. XML is limited to the subset of Apple's DTD: no entity declarations, no processing
/// instructions, no attributes except `version`. Both parsers reject duplicate keys and repair nothing.
package enum PropertyList {
    /// Parses a property list.
    ///
    /// - Throws: ``PropertyListError`` for the old text format, UTF-16 and any other format; otherwise at the first problem.
    package static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListNode {
        guard bytes.count <= maximumBytes else {
            throw PropertyListError(.tooLarge, at: 0, "the property list has more than \(maximumBytes) bytes")
        }
        if isBinary(bytes) {
            var reader = BinaryPropertyListReader(bytes)
            return try reader.read()
        }
        var reader = XMLPropertyListReader(bytes)
        return try reader.read()
    }

    /// Returns whether the bytes begin like a binary property list of any version.
    package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

    // The parser rejects larger lists before they cost memory or time. Provisioning profiles with hundreds of devices and
    // certificates need a tenth of these limits.

    /// The maximum size of a file in bytes.
    package static let maximumBytes = 1 << 20

    /// The maximum nesting: a string has depth 0, an array of strings 1.
    static let maximumDepth = 32

    /// The maximum number of values. An object of a binary list counts once for each use.
    static let maximumNodes = 1 << 16
}

/// An error in a property list, with its position.
package struct PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors. The raw values are stable and may be shown to clients.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The format is neither XML nor binary: the old text format, UTF-16, JSON or another one.
        case unknownForm = "unknown-form"
        /// The file is larger than the limit.
        case tooLarge = "too-large"
        /// The nesting is deeper than the limit.
        case tooDeep = "too-deep"
        /// The list has more values than the limit, counted for each use.
        case tooManyValues = "too-many-values"
        /// The file ends within a value.
        case unexpectedEnd = "unexpected-end"
        /// The content is not valid at this position.
        case unexpected = "unexpected-content"
        /// The bytes are not UTF-8, or a character is not valid in XML.
        case badText = "bad-text"
        /// The document type contains a declaration, which could define entities.
        case declaration = "declaration"
        /// The entity is neither one of the five of XML nor a number.
        case unknownEntity = "unknown-entity"
        /// The tag is not one of property lists, or has attributes.
        case unknownTag = "unknown-tag"
        /// Another tag closes the tag.
        case mismatchedTag = "mismatched-tag"
        /// A number, date or data value is malformed or out of range.
        case badValue = "bad-value"
        /// A key occurs twice in one dictionary.
        case duplicateKey = "duplicate-key"
        /// The trailer or table of a binary list does not match the file.
        case badTrailer = "bad-trailer"
        /// A reference names an object that does not exist.
        case badReference = "bad-reference"
        /// An object contains itself.
        case cycle = "cycle"
        /// The marker of a binary object is unknown or not valid in a property list.
        case unknownMarker = "unknown-marker"
    }

    /// The kind of error.
    package let code: Code

    /// The position in bytes of the file, from 0.
    package let offset: Int

    /// The reason.
    package let reason: String

    /// The position and the reason.
    package var description: String { "byte \(offset): \(reason)" }

    init(_ code: Code, at offset: Int, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }
}

/// A value of a property list with its position.
package struct PropertyListNode: Sendable, Equatable {
    /// The first byte of the value in the file, from 0.
    package let offset: Int

    /// The value.
    package let value: PropertyListValue

    /// The string. Nil for another kind of value.
    package var string: String? { if case .string(let value) = value { value } else { nil } }

    /// The boolean. Nil for another kind of value.
    package var boolean: Bool? { if case .boolean(let value) = value { value } else { nil } }

    /// The elements. Nil unless the value is an array.
    package var elements: [PropertyListNode]? { if case .array(let value) = value { value } else { nil } }

    /// The members. Nil unless the value is a dictionary.
    package var members: [PropertyListMember]? { if case .dictionary(let value) = value { value } else { nil } }

    /// The value of a key. Nil unless the value is a dictionary with the key. Keys are compared byte for byte.
    package subscript(key: String) -> PropertyListNode? {
        members?.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

/// A key and its value.
package struct PropertyListMember: Sendable, Equatable {
    /// The key, unique within its dictionary.
    package let key: String

    /// The value.
    package let value: PropertyListNode
}

/// A value of a property list.
package indirect enum PropertyListValue: Sendable, Equatable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    /// Seconds since the start of 1970, UTC.
    case date(Double)
    case data([UInt8])
    case array([PropertyListNode])
    case dictionary([PropertyListMember])

    /// The kind of value with its article, for messages.
    package var kind: String {
        switch self {
        case .string: "a string"
        case .integer, .real: "a number"
        case .boolean: "a boolean"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }
}

extension PropertyListValue {
    /// Parses a scalar of XML. Returns nil if the text is not valid for the tag.
    init?(_ text: String, of tag: String) {
        switch tag {
        case "string":
            self = .string(text)
        case "integer":
            guard let value = Int64(text) else { return nil }
            self = .integer(value)
        case "real":
            // `Double` also accepts hexadecimal digits, `nan` and `inf`.
            guard text.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }), let value = Double(text), value.isFinite else {
                return nil
            }
            self = .real(value)
        case "date":
            guard let time = UTCTime(text) else { return nil }
            self = .date(Double(time.secondsSince1970))
        case "data":
            guard let bytes = Base64.decoded(text.utf8) else { return nil }
            self = .data(bytes)
        default:
            return nil
        }
    }
}
