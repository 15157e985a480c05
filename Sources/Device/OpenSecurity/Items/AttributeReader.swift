package import Foundation

/// Typed looks at a dictionary of `kSec…` names.
///
/// A value of another type is an error, not an absent one: an attribute that protects must not be lost because it was spelled
/// wrongly.
package struct AttributeReader {
    package let dictionary: CFDictionary

    package init(_ dictionary: CFDictionary) {
        self.dictionary = dictionary
    }

    package func object(_ name: CFString) -> Any? {
        dictionary.object(forKey: name)
    }

    /// - Throws: ``errSecParam`` for what is no string.
    package func string(_ name: CFString) throws(SecurityFailure) -> String? {
        guard let value = object(name) else { return nil }
        // Numbers that stand for types are strings in Apple's constants; older code gives the number itself.
        if let number = value as? NSNumber, !number.isBoolean { return number.stringValue }
        return try typed(value, name)
    }

    /// - Throws: ``errSecParam`` for what is neither a whole number nor a string of one.
    package func integer(_ name: CFString) throws(SecurityFailure) -> Int? {
        guard let value = object(name) else { return nil }
        if let number = value as? NSNumber, !number.isBoolean, let integer = number as? Int { return integer }
        if let text = value as? String, let integer = Int(text) { return integer }
        throw .parameter("\(name) is not a whole number")
    }

    /// False where it is absent.
    ///
    /// - Throws: ``errSecParam`` for what is no truth value and no number.
    package func boolean(_ name: CFString) throws(SecurityFailure) -> Bool {
        guard let value = object(name) else { return false }
        return (try typed(value, name) as NSNumber).boolValue
    }

    /// - Throws: ``errSecParam`` for what is no data.
    package func data(_ name: CFString) throws(SecurityFailure) -> Data? {
        try object(name).map { (value) throws(SecurityFailure) in try typed(value, name) }
    }

    /// Empty where it is absent.
    ///
    /// - Throws: ``errSecParam`` for what is no dictionary.
    package func dictionary(_ name: CFString) throws(SecurityFailure) -> CFDictionary {
        guard let value = object(name) else { return [:] }
        if let dictionary = value as? NSDictionary { return dictionary }
        if let dictionary = value as? [String: Any] { return dictionary as NSDictionary }
        throw .parameter("\(name) is not a dictionary")
    }

    private func typed<Value>(_ value: Any, _ name: CFString) throws(SecurityFailure) -> Value {
        guard let typed = value as? Value else { throw .parameter("\(name) is not of the type \(Value.self)") }
        return typed
    }
}
