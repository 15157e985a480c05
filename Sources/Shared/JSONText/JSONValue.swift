/// A JSON value without its places: what is built to be written, and what a document comes down to.
package indirect enum JSONValue: Sendable {
    case null
    case boolean(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// An integer.
    package static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

    /// What kind of value this is.
    package var kind: JSONKind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The boolean, or nil when this is something else.
    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The number, or nil when this is something else.
    package var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

    /// The string, or nil when this is something else.
    package var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The elements, or nil when this is not an array.
    package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members, or nil when this is not an object.
    package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The value of a member, or nil when this is not an object or has no such member.
    package subscript(name: String) -> JSONValue? { object?[name] }

    /// An element counted from 0, or nil when this is not an array or is shorter.
    package subscript(position: Int) -> JSONValue? {
        guard let array, array.indices.contains(position) else { return nil }
        return array[position]
    }
}

extension JSONValue: Equatable {
    /// Equal kind and content; strings and names byte for byte, numbers as written, members in the same order.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    package init(nilLiteral: ()) { self = .null }

    /// `true` or `false`.
    package init(booleanLiteral value: Bool) { self = .boolean(value) }

    /// A number.
    package init(integerLiteral value: Int64) { self = .integer(value) }

    /// A string.
    package init(stringLiteral value: String) { self = .string(value) }

    /// An array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object with its members in the order given; of a name given twice the last value stays.
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
