/// A JSON value without positions, for building a text or for the content of a document.
package enum JSONValue: Sendable {
    case null
    case boolean(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Creates an integer.
    package static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

    /// The kind of this value.
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

    /// The boolean, or nil for another kind.
    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The number, or nil for another kind.
    package var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

    /// The string, or nil for another kind.
    package var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The elements, or nil for another kind.
    package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members, or nil for another kind.
    package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// Returns the value of a member, or nil if this is not an object or has no such member.
    package subscript(name: String) -> JSONValue? { object?[name] }

    /// Returns the element at a position, counted from 0, or nil if this is not an array or is shorter.
    package subscript(position: Int) -> JSONValue? {
        guard let array, array.indices.contains(position) else { return nil }
        return array[position]
    }

    /// Returns the value as JSON. Members keep their order and numbers their text, so equal values give equal bytes.
    ///
    /// The content is written unchecked: this parser would not read back a string with a noncharacter (RFC 7493 section 2.1).
    package func text(_ layout: JSONLayout = .compact, escaping: JSONEscaping = .minimal) -> String {
        String(decoding: bytes(layout, escaping: escaping), as: UTF8.self)
    }

    /// Returns the value as JSON in UTF-8. See `text(_:escaping:)`.
    package func bytes(_ layout: JSONLayout = .compact, escaping: JSONEscaping = .minimal) -> [UInt8] {
        var writer = JSONWriter(layout: layout, escaping: escaping)
        writer.write(self)
        return writer.bytes
    }
}

extension JSONValue: Equatable {
    /// Equal kind and content: strings and names byte for byte, numbers by their text, members in the same order.
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

    /// An object with its members in the given order. If a name occurs twice, the last value is kept.
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

/// The layout of the written text.
package enum JSONLayout: Sendable {
    /// Without white space.
    case compact
    /// A line per member and element, indented by two spaces, without a final line end.
    case pretty
}

/// The characters that are escaped in addition to those that JSON requires.
package enum JSONEscaping: Sendable {
    /// Only quotes, backslashes and control characters.
    case minimal
    /// Also `<`, `>`, `&`, U+2028 and U+2029, so that the text can be embedded in HTML or a script.
    case embeddable
}

/// The members of an object in order, with unique names. Names are compared byte for byte.
package struct JSONObject: Sendable, Equatable {
    /// One member.
    package struct Member: Sendable, Equatable {
        /// The unescaped name.
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

    /// Creates an object. If a name occurs twice, the last value is kept at the position of the first.
    package init(_ members: [(String, JSONValue)] = []) {
        self.members = []
        self.members.reserveCapacity(members.count)
        for (name, value) in members {
            let member = Member(name: name, value: value)
            if let index = index(of: name) { self.members[index] = member } else { self.members.append(member) }
        }
    }

    /// Creates an object from members whose names are known to differ.
    init(distinct members: [Member]) {
        self.members = members
    }

    /// The value of a member. Setting it replaces the value or appends the member; setting nil removes the member.
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
        // Most names differ in length, which a string stores.
        members.firstIndex { $0.name.utf8.count == name.utf8.count && $0.name.utf8.elementsEqual(name.utf8) }
    }
}
