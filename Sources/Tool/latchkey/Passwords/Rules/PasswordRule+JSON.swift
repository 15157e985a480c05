import JSONText
import PasswordRules

extension PasswordRule {
    /// The property in the shape of the reference parser: `{"name":"required","value":[{"named":"upper"},{"custom":"-!"}]}`.
    var json: JSONValue {
        switch value {
        case .classes(let classes): ["name": .string(name.rawValue), "value": .array(classes.map(\.json))]
        case .number(let number): ["name": .string(name.rawValue), "value": number.json]
        }
    }
}

extension CharacterClass {
    fileprivate var json: JSONValue {
        switch self {
        case .named(let name): ["named": .string(name.rawValue)]
        case .custom(let characters): ["custom": .string(characters)]
        }
    }
}

extension RuleNumber {
    /// The number as JavaScript writes it in JSON: infinity is `null`.
    fileprivate var json: JSONValue {
        if isExact { return .integer(count) }
        return JSONNumber(text: javaScriptText).map(JSONValue.number) ?? .null
    }
}
