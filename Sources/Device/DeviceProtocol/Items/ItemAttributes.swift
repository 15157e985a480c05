/// Attributes of an item, each once, each with a value of its kind.
package struct ItemAttributes: Hashable, Sendable {
    private var values: [AttributeName: AttributeValue] = [:]

    package init() {}

    package var isEmpty: Bool { values.isEmpty }

    /// In the order of their short names.
    package var names: [AttributeName] { values.keys.sorted { $0.rawValue < $1.rawValue } }

    package subscript(name: AttributeName) -> AttributeValue? { values[name] }

    /// Puts the value in the place of an earlier one. Gives false, and changes nothing, where the attribute does not take its kind.
    @discardableResult
    package mutating func set(_ name: AttributeName, _ value: AttributeValue) -> Bool {
        guard name.takes(value.kind) else { return false }
        values[name] = value
        return true
    }

    package mutating func remove(_ name: AttributeName) {
        values[name] = nil
    }

    /// These attributes with the other ones put in the place of those of the same name.
    package func updated(with other: ItemAttributes) -> ItemAttributes {
        var result = self
        result.values.merge(other.values) { _, new in new }
        return result
    }

    /// Whether each of `wanted` stands here with the same value.
    package func contains(_ wanted: ItemAttributes) -> Bool {
        wanted.values.allSatisfy { name, value in values[name]?.compared(as: name) == value.compared(as: name) }
    }
}

extension ItemAttributes: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        var last: String?
        let pairs = try reader.list(atMost: AttributeName.allCases.count) { (reader) throws(WireError) in
            (try reader.value(AttributeName.self), try reader.value(AttributeValue.self))
        }
        for (name, value) in pairs {
            // One spelling: by name, each once, of its kind.
            guard last.map({ $0 < name.rawValue }) ?? true, set(name, value) else { throw WireError(.refusedValue, at: start) }
            last = name.rawValue
        }
    }

    package func write(to writer: inout WireWriter) {
        writer.list(names) { writer, name in
            writer.value(name)
            if let value = self[name] { writer.value(value) }
        }
    }
}
