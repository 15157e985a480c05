/// Property lists in the two forms that code signing writes: XML and binary (`bplist00`).
///
/// The readers are strict and bounded. XML is the subset that Apple's DTD names: no declarations of entities, no processing
/// instructions, no attributes but `version`. Both refuse duplicate keys. Nothing is repaired.
package enum PropertyList {
    /// Reads a property list.
    ///
    /// - Throws: for the old text form, UTF-16 and whatever else is neither XML nor binary; at the first problem otherwise.
    package static func parse(_ bytes: [UInt8], limits: PropertyListLimits = .default) throws(PropertyListError) -> PropertyListNode
    {
        guard bytes.count <= limits.maximumBytes else {
            throw PropertyListError(.tooLarge, at: 0, "the property list has more than \(limits.maximumBytes) bytes")
        }
        if isBinary(bytes) {
            var reader = BinaryPropertyListReader(bytes, limits: limits)
            return try reader.read()
        }
        var reader = XMLPropertyListReader(bytes, limits: limits)
        return try reader.read()
    }

    /// Whether the bytes begin as a binary property list of any version.
    package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }
}

/// How large a property list may be. Whatever lies beyond is refused before it costs memory or time.
package struct PropertyListLimits: Sendable, Hashable {
    /// The largest file in bytes.
    package let maximumBytes: Int

    /// The deepest nesting: a string has depth 0, an array of strings 1.
    package let maximumDepth: Int

    /// The most values, counted where they are used: what a binary list refers to twice counts twice.
    package let maximumNodes: Int

    /// 1 MiB, 32 levels, 65,536 values: provisioning profiles with hundreds of devices and certificates are a tenth of it.
    package static let `default` = PropertyListLimits()

    /// Limits of other sizes.
    package init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, maximumNodes: Int = 1 << 16) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumNodes = maximumNodes
    }
}

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

/// A value of a property list, and where it began.
package struct PropertyListNode: Sendable, Equatable {
    /// The first byte of the value in the file, from 0.
    package let offset: Int

    /// The value.
    package let value: PropertyListValue

    /// The string, or nil when this is something else.
    package var string: String? { if case .string(let value) = value { value } else { nil } }

    /// The boolean, or nil when this is something else.
    package var boolean: Bool? { if case .boolean(let value) = value { value } else { nil } }

    /// The elements, or nil when this is not an array.
    package var elements: [PropertyListNode]? { if case .array(let value) = value { value } else { nil } }

    /// The members, or nil when this is not a dictionary.
    package var members: [PropertyListMember]? { if case .dictionary(let value) = value { value } else { nil } }

    /// The value of a key, or nil when this is not a dictionary or has no such key. Keys are compared byte for byte.
    package subscript(key: String) -> PropertyListNode? {
        members?.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

/// A key and its value.
package struct PropertyListMember: Sendable, Equatable {
    /// The key; within one dictionary each stands once.
    package let key: String

    /// The value.
    package let value: PropertyListNode
}

/// What a property list can hold.
package indirect enum PropertyListValue: Sendable, Equatable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    /// Seconds since the beginning of 1970, UTC.
    case date(Double)
    case data([UInt8])
    case array([PropertyListNode])
    case dictionary([PropertyListMember])

    /// The kind with its article, for messages.
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
    /// A scalar as XML writes it; nil where the text is none of its kind.
    init?(_ text: String, of tag: String) {
        switch tag {
        case "string":
            self = .string(text)
        case "integer":
            guard let value = Int64(text) else { return nil }
            self = .integer(value)
        case "real":
            // `Double` would also take hexadecimal digits, `nan` and `inf`.
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
