/// A JSON value of the DevTools protocol.
package enum ProtocolValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([ProtocolValue])
    case object([String: ProtocolValue])

    /// Returns the member of an object; nil if this is not an object or has no such member.
    package subscript(name: String) -> ProtocolValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    package var number: Double? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    package var boolean: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    package var array: [ProtocolValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}

extension ProtocolValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([ProtocolValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: ProtocolValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        // Identifiers and key codes are integers, and the browser rejects 13.0 for one.
        case .number(let value): try Int(exactly: value).map { try container.encode($0) } ?? container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension ProtocolValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension ProtocolValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: ProtocolValue...) { self = .array(elements) }
    package init(dictionaryLiteral members: (String, ProtocolValue)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
}
