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
