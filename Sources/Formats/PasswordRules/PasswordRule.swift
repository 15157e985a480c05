/// One property of rules as it is written down: a name and its value, in canonical order.
public struct PasswordRule: Hashable, Sendable {
    /// The properties of the language, spelled as in the text.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// At least one character of the list.
        case required
        /// Characters that may occur besides the required ones.
        case allowed
        /// The longest run of one character.
        case maxConsecutive = "max-consecutive"
        /// The smallest length.
        case minLength = "minlength"
        /// The largest length.
        case maxLength = "maxlength"
    }

    /// What stands after the colon.
    public enum Value: Hashable, Sendable {
        /// The value of `required` and `allowed`. It may be empty.
        case classes([CharacterClass])
        /// The value of the three numeric properties.
        case number(RuleNumber)
    }

    /// The property.
    public let name: Name

    /// Its value.
    public let value: Value
}

extension PasswordRules {
    /// The properties of these rules one by one: every `required`, then `allowed`, `max-consecutive`, `minlength`, `maxlength`.
    ///
    /// - Parameter order: How characters stand in a custom class. The reference parser uses ``CustomClassOrder/ascii`` for its
    ///   merged form and ``CustomClassOrder/appleCompatible`` for its minified form.
    public func list(order: CustomClassOrder = .lossless) -> [PasswordRule] {
        var list: [PasswordRule] = []
        list.reserveCapacity(required.count + 4)
        for repertoire in required {
            list.append(PasswordRule(name: .required, value: .classes(repertoire.classes(order: order))))
        }
        if let allowed { list.append(PasswordRule(name: .allowed, value: .classes(allowed.classes(order: order)))) }
        if let maxConsecutive { list.append(PasswordRule(name: .maxConsecutive, value: .number(maxConsecutive))) }
        if let minLength { list.append(PasswordRule(name: .minLength, value: .number(minLength))) }
        if let maxLength { list.append(PasswordRule(name: .maxLength, value: .number(maxLength))) }
        return list
    }
}
