import AssociatedDomains
import JSONText

extension AppAssociation {
    /// The association for programs.
    var json: JSONValue {
        [
            "service": .string(service.rawValue), "associated": .boolean(isAssociated), "explanation": .string(explanation),
        ]
    }

    /// The association for people.
    var line: String { "  \(service.rawValue.padded(to: 20)) \(isAssociated ? "yes" : "no"): \(explanation)" }
}
