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

    /// The value as JSON. Members keep their order and numbers their text, so that equal values give equal bytes.
    ///
    /// What our own code builds is written as it is: a string with a noncharacter (RFC 7493 section 2.1) would not be read
    /// back by this parser.
    package func text(_ layout: JSONLayout = .compact, escaping: JSONEscaping = .minimal) -> String {
        String(decoding: bytes(layout, escaping: escaping), as: UTF8.self)
    }

    /// As `text(_:escaping:)`, in UTF-8.
    package func bytes(_ layout: JSONLayout = .compact, escaping: JSONEscaping = .minimal) -> [UInt8] {
        var writer = JSONWriter(layout: layout, escaping: escaping)
        writer.write(self)
        return writer.bytes
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

/// How a value is laid out when written.
package enum JSONLayout: Sendable {
    /// No white space at all.
    case compact
    /// A line per member and element, indented by two spaces, without a final line end.
    case pretty
}

/// Which characters are escaped beyond those that JSON demands.
package enum JSONEscaping: Sendable {
    /// Quote, backslash and control characters only.
    case minimal
    /// Also `<`, `>`, `&`, U+2028 and U+2029, so that the text may stand within HTML or a script.
    case embeddable
}

/// The members of an object, in order, each name once. Names are compared byte for byte.
package struct JSONObject: Sendable, Equatable {
    /// One member.
    package struct Member: Sendable, Equatable {
        /// The name, unescaped.
        package let name: String

        /// The value.
        package let value: JSONValue

        /// Equal name, byte for byte, and equal value.
        package static func == (left: Member, right: Member) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
        }
    }

    /// The members in order.
    package private(set) var members: [Member]

    /// An object; of a name given twice the last value stays, in the place of the first.
    package init(_ members: [(String, JSONValue)] = []) {
        self.members = []
        for (name, value) in members { self[name] = value }
    }

    /// Members whose names are known to differ.
    init(distinct members: [Member]) {
        self.members = members
    }

    /// The value of a member. Setting it replaces the value in its place or appends the member; setting nil removes it.
    package subscript(name: String) -> JSONValue? {
        get { index(of: name).map { members[$0].value } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): members[index] = Member(name: name, value: value)
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    private func index(of name: String) -> Int? {
        members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
