import DeviceProtocol
import Foundation
import JSONText

extension FoundItem {
    /// The names of the columns of `list`.
    static let header = ["REFERENCE", "CLASS", "GROUP", "ACCOUNT", "SERVICE", "LABEL", "ACCESSIBLE", "CONSTRAINTS"]

    /// The columns of `list`. SERVICE is the service or the server.
    var columns: [String?] {
        guard let description else { return [reference.hexadecimal, itemClass.word] }
        let constraints = description.accessControl.constraints.map(\.word)
        let separator = description.accessControl.combination == .any ? "|" : "+"
        return [
            reference.hexadecimal, itemClass.word, description.accessGroup.rawValue, description.text(.account),
            description.text(.service) ?? description.text(.server), description.text(.label),
            description.accessControl.accessibility.word, constraints.joined(separator: separator),
        ]
    }

    /// The item as JSON, without its secret.
    var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("reference", .string(reference.hexadecimal)), ("class", .string(itemClass.word)),
        ]
        if let description {
            let control = description.accessControl
            members += [
                ("group", .string(description.accessGroup.rawValue)), ("accessible", .string(control.accessibility.word)),
                ("constraints", .array(control.constraints.map { .string($0.word) })),
                ("needsOneConstraint", .boolean(control.combination == .any)),
                ("isSynchronized", .boolean(description.isSynchronized)),
                (
                    "attributes",
                    .object(
                        JSONObject(
                            description.attributes.names.compactMap { name in
                                description.attributes[name].map { (name.rawValue, $0.json) }
                            }))
                ),
            ]
        }
        return .object(JSONObject(members))
    }
}

extension ItemDescription {
    fileprivate func text(_ name: AttributeName) -> String? {
        if case .text(let text) = attributes[name] { text } else { nil }
    }
}

extension AttributeValue {
    /// The value as JSON: data in base64, dates in UTC.
    fileprivate var json: JSONValue {
        switch self {
        case .data(let bytes): .string(Data(bytes).base64EncodedString())
        case .text(let text): .string(text)
        case .number(let number): .integer(number)
        case .flag(let flag): .boolean(flag)
        case .date(let seconds): .string(Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601))
        }
    }
}
