/// A fault as the admin interface and the command write it: a kind by name, and a value where it has one.
struct FaultText: Sendable, Hashable {
    let name: String
    let value: String?

    init(_ kind: Fault.Kind) {
        (name, value) =
            switch kind {
            case .delay(let milliseconds): ("delay", String(milliseconds))
            case .status(let code): ("status", String(code))
            case .malformedBody: ("malformed-body", nil)
            case .droppedConnection: ("dropped-connection", nil)
            case .wrongIssuer(let text): ("wrong-issuer", text)
            case .wrongAudience(let text): ("wrong-audience", text)
            case .foreignEmail(let text): ("foreign-email", text)
            case .stale: ("stale", nil)
            case .wrongSignature: ("wrong-signature", nil)
            }
    }

    /// The fault of this name and value.
    ///
    /// - Throws: ``EmulatorRefusal/Code/malformed`` for a name that is none, a value missing or not taken, or one that is no number
    ///   where it must be.
    static func kind(name: String, value: String?) throws(EmulatorRefusal) -> Fault.Kind {
        switch name {
        case "delay": return .delay(milliseconds: try number(name, value, "milliseconds"))
        case "status": return .status(try number(name, value, "an HTTP status from 500 to 599"))
        case "wrong-issuer": return .wrongIssuer(value ?? "https://account.apple.com")
        case "wrong-audience": return .wrongAudience(value ?? "com.example.somebody-else")
        case "foreign-email": return .foreignEmail(value ?? "somebody.else@example.com")
        default: break
        }
        let plain: [String: Fault.Kind] = [
            "malformed-body": .malformedBody, "dropped-connection": .droppedConnection, "stale": .stale,
            "wrong-signature": .wrongSignature,
        ]
        guard let kind = plain[name] else {
            throw EmulatorRefusal(.malformed, "no fault is called \(name); there are \(names.joined(separator: ", "))")
        }
        guard value == nil else { throw EmulatorRefusal(.malformed, "the fault \(name) takes no value") }
        return kind
    }

    /// The names of all kinds.
    static let names = [
        "delay", "status", "malformed-body", "dropped-connection", "wrong-issuer", "wrong-audience", "foreign-email", "stale",
        "wrong-signature",
    ]

    /// The fault in one phrase.
    var words: String { value.map { "\(name) \($0)" } ?? name }

    private static func number(_ name: String, _ value: String?, _ unit: String) throws(EmulatorRefusal) -> Int {
        guard let number = value.flatMap(Int.init) else {
            throw EmulatorRefusal(.malformed, "the fault \(name) takes a value: \(unit)")
        }
        return number
    }
}
