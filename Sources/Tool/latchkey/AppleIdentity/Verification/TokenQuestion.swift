import AppleIdentity
import Foundation
import JSONText

/// A question about a token: the members that the commands have in common. Where an optional member is null, it counts as absent.
struct TokenQuestion {
    let line: LineMembers

    /// A required object.
    func object(_ name: String) throws(InputRefusal) -> JSONNode {
        guard let node = line.root[name] else { throw InputRefusal("missing-member", "The member \(name) is required.") }
        guard node.kind == .object else { throw wrongType(name, "an object", node) }
        return node
    }

    /// Apple's keys, of which those that cannot be used are passed over.
    func keys() throws(InputRefusal) -> AppleKeySet {
        let node = try object("jwks")
        do {
            return try AppleKeySet(node)
        } catch {
            throw InputRefusal("malformed-jwks", error.description)
        }
    }

    /// The moment by which the token is judged.
    func now() throws(InputRefusal) -> Date {
        guard let seconds = try number("now") else { throw InputRefusal("missing-member", "The member now is required.") }
        return Date(timeIntervalSince1970: seconds)
    }

    /// What the token must satisfy.
    func policy() throws(InputRefusal) -> TokenPolicy {
        guard let audience = line.root["audience"] else {
            throw InputRefusal("missing-member", "The member audience is required.")
        }
        guard let elements = audience.elements else { throw wrongType("audience", "an array", audience) }
        var identifiers: [String] = []
        for element in elements {
            guard let identifier = element.string else {
                throw InputRefusal("wrong-type", "The member audience must hold strings, not \(element.kind).")
            }
            identifiers.append(identifier)
        }
        let maximumAge = try number("maxAge")
        do {
            return try TokenPolicy(audiences: try ClientIDs(identifiers), maximumAge: maximumAge)
        } catch {
            throw InputRefusal("invalid-value", error.description)
        }
    }

    /// The nonce to find, if one is given.
    func nonce() throws(InputRefusal) -> ExpectedNonce {
        // The policy first: a word that is none is a mistake, whether or not there is a nonce.
        let expected: (String) -> ExpectedNonce
        switch try string("noncePolicy") ?? "exact-or-sha256" {
        case "exact": expected = { .exact($0) }
        case "sha256": expected = { .sha256(of: $0) }
        case "exact-or-sha256": expected = { .exactOrSHA256(of: $0) }
        default: throw InputRefusal("invalid-value", "The member noncePolicy is none of exact, sha256 and exact-or-sha256.")
        }
        return try string("nonce").map(expected) ?? .unchecked
    }

    /// The answer, whose members `verify` makes, or its refusal.
    func answer(_ verify: () throws -> JSONValue) -> JSONValue {
        do {
            var answer = JSONObject([("valid", true)])
            for member in try verify().object?.members ?? [] { answer[member.name] = member.value }
            return .object(answer)
        } catch let refusal as TokenRefusal {
            return ["valid": false, "code": .string("\(refusal.code)"), "message": .string(refusal.reason)]
        } catch let refusal as NotificationRefusal {
            return ["valid": false, "code": .string(refusal.code), "message": .string("\(refusal)")]
        } catch {
            return ["valid": false, "code": "unreadable", "message": "The token cannot be read."]
        }
    }

    /// The claims of an identity token that was verified, in one form where Apple has used two.
    func claims(of token: String) throws -> JSONValue {
        var claims = try payload(of: token)
        for name in ["email_verified", "is_private_email", "nonce_supported"] { claims.makeBoolean(name) }
        return .object(claims)
    }

    /// The claims of a notification that was verified, in one form where Apple has used two.
    func notificationClaims(of token: String) throws -> JSONValue {
        var claims = try payload(of: token)
        if let text = claims["events"]?.string { claims["events"] = try JSONText.parse(text.utf8).root.value }
        if case .object(var event)? = claims["events"] {
            event.makeBoolean("is_private_email")
            claims["events"] = .object(event)
        }
        return .object(claims)
    }

    private func payload(of token: String) throws -> JSONObject {
        try JSONText.parse(CompactJWS(token).unverifiedPayload).root.value.object ?? JSONObject()
    }

    private func string(_ name: String) throws(InputRefusal) -> String? {
        guard let node = line.root[name], !node.isNull else { return nil }
        guard let string = node.string else { throw wrongType(name, "a string", node) }
        return string
    }

    private func number(_ name: String) throws(InputRefusal) -> Double? {
        guard let node = line.root[name], !node.isNull else { return nil }
        guard let number = node.number else { throw wrongType(name, "a number", node) }
        return number.double
    }

    private func wrongType(_ name: String, _ expected: String, _ node: JSONNode) -> InputRefusal {
        InputRefusal("wrong-type", "The member \(name) must be \(expected), not \(node.kind).")
    }
}

extension JSONObject {
    /// Replaces the strings `true` and `false`, which Apple has used, by Booleans.
    fileprivate mutating func makeBoolean(_ name: String) {
        switch self[name]?.string {
        case "true": self[name] = true
        case "false": self[name] = false
        default: break
        }
    }
}
