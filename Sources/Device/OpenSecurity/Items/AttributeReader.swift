import Foundation

/// Reads typed values from a dictionary of `kSec…` keys.
///
/// A value of the wrong type is an error and does not count as absent, because a protecting attribute must not be lost by a
/// mistake.
package struct AttributeReader {
    package let dictionary: CFDictionary
    /// The values as the dictionary has them. `object(forKey:)` would convert data byte by byte; see ``NSData/octets``.
    private let values: [CFString: Any]

    package init(_ dictionary: CFDictionary) {
        self.dictionary = dictionary
        let entries = zip(dictionary.allKeys, dictionary.allValues).compactMap { name, value in
            (name as? CFString).map { ($0, value) }
        }
        values = Dictionary(entries) { first, _ in first }
    }

    package func object(_ name: CFString) -> Any? { values[name] }

    /// - Throws: ``errSecParam`` if the value is not a string.
    package func string(_ name: CFString) throws(SecurityFailure) -> String? {
        guard let value = object(name) else { return nil }
        // Apple's type constants are numbers as strings. Older code passes the number itself.
        if let number = value as? NSNumber, !number.isBoolean { return number.stringValue }
        return try typed(value, name)
    }

    /// - Throws: ``errSecParam`` if the value is neither a whole number nor a string that contains one.
    package func integer(_ name: CFString) throws(SecurityFailure) -> Int? {
        guard let value = object(name) else { return nil }
        if let number = value as? NSNumber, !number.isBoolean, let integer = number as? Int { return integer }
        if let text = value as? String, let integer = Int(text) { return integer }
        throw .parameter("\(name) is not a whole number")
    }

    /// Returns a boolean. False if the key is absent.
    ///
    /// - Throws: ``errSecParam`` if the value is neither a boolean nor a number.
    package func boolean(_ name: CFString) throws(SecurityFailure) -> Bool {
        guard let value = object(name) else { return false }
        return (try typed(value, name) as NSNumber).boolValue
    }

    /// - Throws: ``errSecParam`` if the value is not data.
    package func data(_ name: CFString) throws(SecurityFailure) -> [UInt8]? {
        guard let value = object(name) else { return nil }
        return (try typed(value, name) as NSData).octets
    }

    /// Returns a dictionary. Empty if the key is absent.
    ///
    /// - Throws: ``errSecParam`` if the value is not a dictionary.
    package func dictionary(_ name: CFString) throws(SecurityFailure) -> CFDictionary {
        guard let value = object(name) else { return [:] }
        if let dictionary = value as? NSDictionary { return dictionary }
        if let dictionary = value as? [String: Any] { return dictionary as NSDictionary }
        throw .parameter("\(name) is not a dictionary")
    }

    private func typed<Value>(_ value: Any, _ name: CFString) throws(SecurityFailure) -> Value {
        guard let typed = value as? Value else { throw .parameter("\(name) does not have the type \(Value.self)") }
        return typed
    }
}
