import AppleIdentity
import ArgumentParser
import Foundation
import JSONText
import Secrets

struct AppleIdentityVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify an identity token of Apple without a network.",
        discussion: """
            Input: {"token","jwks","audience":[…],"now"}, optionally "nonce", "noncePolicy" and "maxAge". "jwks" is Apple's key set as \
            an object, "now" the time of the verification in seconds since 1970. Without "nonce" the token's nonce is not checked; with \
            it, a token without a nonce is invalid. "noncePolicy" is exact, sha256 or exact-or-sha256 (default). "maxAge" is the number \
            of seconds after "iat" for which a token is accepted; without it, until "exp". The leeway is 60 seconds.

            Result: {"valid":true,"claims":{…}} or {"valid":false,"code","message"}. Claims are as in the token, except that \
            email_verified, is_private_email and nonce_supported are Booleans. \(VerificationOptions.help)
            """,
        example: "latchkey apple-identity verify < token.json")

    @OptionGroup var options: VerificationOptions

    func run() throws {
        try options.run { question in
            let (token, keys, now) = (try question.line.string("token"), try question.keys(), try question.now())
            let (policy, nonce) = (try question.policy(), try question.nonce())
            return question.answer {
                _ = try IdentityTokenVerifier(policy: policy).verify(token, with: keys, nonce: nonce, now: now)
                return ["claims": try question.claims(of: token)]
            }
        }
    }
}

struct AppleIdentityNotificationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notification",
        abstract: "Verify a server notification of Apple without a network.",
        discussion: """
            Input: {"token","jwks","audience":[…],"now"}, optionally "maxAge", as for verify. "token" is the signed message, which Apple \
            posts as {"payload"}.

            Result: {"valid":true,"claims":{…}} or {"valid":false,"code","message"}. The claim "events" is an object, even if Apple sent a \
            string that contains it. The command does not detect a repeated notification by its "jti". \(VerificationOptions.help)
            """,
        example: "latchkey apple-identity notification < notification.json")

    @OptionGroup var options: VerificationOptions

    func run() throws {
        try options.run { question in
            let (token, keys, now) = (try question.line.string("token"), try question.keys(), try question.now())
            let policy = try question.policy()
            return question.answer {
                let body: JSONValue = ["payload": .string(token)]
                _ = try NotificationVerifier(policy: policy).verify(body.bytes(), with: keys, now: now)
                return ["claims": try question.notificationClaims(of: token)]
            }
        }
    }
}

struct AppleIdentityJWSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jws", abstract: "Verify the signature of a compact JWS with a key.",
        discussion: """
            Input: {"jws","jwk"}. "jwk" is a public key as an object, RSA or P-256, with or without "alg" and "kid". The key decides the \
            algorithm, RS256 or ES256, and the header must agree with it. The command ignores the header's "kid".

            Result: {"valid":true,"algorithm","payload"} or {"valid":false,"code","message"}. The payload is base64url. \
            \(VerificationOptions.help)
            """,
        example: "latchkey apple-identity jws < signature.json")

    @OptionGroup var options: VerificationOptions

    func run() throws {
        try options.run { question in
            let (jws, key) = (try question.line.string("jws"), try question.object("jwk"))
            return question.answer {
                // Checks the key first: if both are invalid, the error of the key is the more useful one.
                let key = try VerificationKey(jwk: key)
                let message = try CompactJWS(jws)
                let payload = try key.verify(message).payload
                return ["algorithm": .string(message.algorithm.rawValue), "payload": .string(Base64URL.encode(payload))]
            }
        }
    }
}

/// The input of commands that verify tokens: one object, or one a line.
struct VerificationOptions: ParsableArguments {
    /// The end of the help of each command.
    static let help = """
        Without --jsonl standard input is one object. Exits with 1 if the token is invalid; after a batch, if a line was rejected.
        """

    @Flag(help: "Read one JSON object a line from standard input, and write one result a line.")
    var jsonl = false

    /// Writes the result of `answer` for standard input.
    func run(_ answer: (TokenQuestion) throws -> JSONValue) throws {
        if jsonl { return try LineBatch.run { line in try answer(TokenQuestion(line: line)) } }
        let text = try TextInput.read(nil, named: "the input")
        let terminal = Terminal()
        do {
            let value = try answer(TokenQuestion(line: LineMembers(Array(text.utf8))))
            terminal.result(value)
            if value["valid"]?.boolean != true { throw CommandFailure(.negative, []) }
        } catch let rejection as InputError {
            terminal.result(rejection.json())
            throw CommandFailure(rejection.status, [])
        }
    }
}

/// The input of a verification, with the members that the commands share. An optional member that is null counts as absent.
struct TokenQuestion {
    let line: LineMembers

    /// Returns a required object.
    func object(_ name: String) throws(InputError) -> JSONNode {
        guard let node = line.root[name] else { throw InputError("missing-member", "The member \(name) is required.") }
        guard node.kind == .object else { throw wrongType(name, "an object", node) }
        return node
    }

    /// Returns Apple's keys. Ignores unusable ones.
    func keys() throws(InputError) -> AppleKeySet {
        let node = try object("jwks")
        do {
            return try AppleKeySet(node)
        } catch {
            throw InputError("malformed-jwks", error.description)
        }
    }

    /// Returns the time of the verification.
    func now() throws(InputError) -> Date {
        guard let seconds = try number("now") else { throw InputError("missing-member", "The member now is required.") }
        return Date(timeIntervalSince1970: seconds)
    }

    /// Returns the requirements on the token.
    func policy() throws(InputError) -> TokenPolicy {
        guard let audience = line.root["audience"] else {
            throw InputError("missing-member", "The member audience is required.")
        }
        guard let elements = audience.elements else { throw wrongType("audience", "an array", audience) }
        var identifiers: [String] = []
        for element in elements {
            guard let identifier = element.string else {
                throw InputError("wrong-type", "The member audience must contain strings, not \(element.kind).")
            }
            identifiers.append(identifier)
        }
        let maximumAge = try number("maxAge")
        do {
            return try TokenPolicy(audiences: try ClientIDs(identifiers), maximumAge: maximumAge)
        } catch {
            throw InputError("invalid-value", error.description)
        }
    }

    /// Returns the expected nonce, or `unchecked` if it is absent.
    func nonce() throws(InputError) -> ExpectedNonce {
        // Checks the policy first, because an unknown policy is an error even without a nonce.
        let expected: (String) -> ExpectedNonce
        switch try string("noncePolicy") ?? "exact-or-sha256" {
        case "exact": expected = { .exact($0) }
        case "sha256": expected = { .sha256(of: $0) }
        case "exact-or-sha256": expected = { .exactOrSHA256(of: $0) }
        default: throw InputError("invalid-value", "The member noncePolicy must be exact, sha256 or exact-or-sha256.")
        }
        return try string("nonce").map(expected) ?? .unchecked
    }

    /// Returns the result with the members that `verify` returns, or with the error that it throws.
    func answer(_ verify: () throws -> JSONValue) -> JSONValue {
        do {
            var answer = JSONObject([("valid", true)])
            for member in try verify().object?.members ?? [] { answer[member.name] = member.value }
            return .object(answer)
        } catch let rejection as AppleIdentityError {
            return ["valid": false, "code": .string(rejection.code.rawValue), "message": .string(rejection.reason)]
        } catch {
            return ["valid": false, "code": "unreadable", "message": "The token cannot be read."]
        }
    }

    /// Returns the claims of a verified identity token. Normalizes members that Apple sends in two forms.
    func claims(of token: String) throws -> JSONValue {
        var claims = try payload(of: token)
        for name in ["email_verified", "is_private_email", "nonce_supported"] { claims.makeBoolean(name) }
        return .object(claims)
    }

    /// Returns the claims of a verified notification. Normalizes members that Apple sends in two forms.
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

    private func string(_ name: String) throws(InputError) -> String? {
        guard let node = line.root[name], !node.isNull else { return nil }
        guard let string = node.string else { throw wrongType(name, "a string", node) }
        return string
    }

    private func number(_ name: String) throws(InputError) -> Double? {
        guard let node = line.root[name], !node.isNull else { return nil }
        guard let number = node.number else { throw wrongType(name, "a number", node) }
        return number.double
    }

    private func wrongType(_ name: String, _ expected: String, _ node: JSONNode) -> InputError {
        InputError("wrong-type", "The member \(name) must be \(expected), not \(node.kind).")
    }
}

extension JSONObject {
    /// Replaces the strings `true` and `false`, which Apple sends at times, by Booleans.
    fileprivate mutating func makeBoolean(_ name: String) {
        switch self[name]?.string {
        case "true": self[name] = true
        case "false": self[name] = false
        default: break
        }
    }
}
