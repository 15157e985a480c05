import ArgumentParser
import JSONText
import Secrets
import WebAuthn

struct PasskeysOptionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "options", abstract: "Create the options of a registration or an authentication.",
        discussion: """
            The input is options in the standard's JSON, with the additional member "ceremony": "registration" or "authentication". Missing \
            members get defaults: a new challenge, a random user ID, the supported algorithms, a timeout of five minutes, and a discoverable \
            credential. A registration requires "rp" with "id", and "user" with "name". An authentication requires "rpId". The result is the \
            argument of the browser's parseCreationOptionsFromJSON() or parseRequestOptionsFromJSON().

            --rp-id replaces the input. With --user-name the options are for a registration, otherwise for an authentication.

            Exits with 2 if a client would reject the options. A batch exits with 1 if a line was invalid.
            """,
        example: "latchkey passkeys options --rp-id example.org --user-name anna")

    @Option(help: ArgumentHelp("The relying party ID. Without it, the command reads standard input.", valueName: "domain"))
    var rpID: String?

    @Option(help: ArgumentHelp("The user's name in the options of a registration.", valueName: "name"))
    var userName: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.rejectWithLines(rpID != nil, "--rp-id")
        if userName != nil && rpID == nil { throw ValidationError("--user-name requires --rp-id") }
    }

    func run() async throws {
        let write = { (answer: JSONValue) in options.write(answer, lines: [answer.text()]) }
        guard let rpID else { return try await options.answer({ try Self.answer($0.node.value) }, write: write) }
        let question: JSONValue =
            if let userName {
                ["ceremony": "registration", "rp": ["id": .string(rpID)], "user": ["name": .string(userName)]]
            } else {
                ["ceremony": "authentication", "rpId": .string(rpID)]
            }
        try options.single(text: rpID) { write(try Self.answer(question)) }
    }

    private static func answer(_ question: JSONValue) throws(InputError) -> JSONValue {
        guard let members = question.object else { throw InputError("wrong-type", "The input must be an object.") }
        var filled = members
        filled.fill("challenge") { .string(Base64URL.encode(Challenge().bytes)) }
        filled.fill("timeout") { 300_000 }
        switch question["ceremony"]?.string {
        case "registration":
            try check(question["rp"]?["id"]?.string, named: "rp.id")
            filled.fillObject("rp") { site in site.fill("name") { question["rp"]?["id"] ?? .null } }
            filled.fillObject("user") { user in
                user.fill("id") { .string(Base64URL.encode(Challenge().bytes + Challenge().bytes)) }
                user.fill("displayName") { "" }
            }
            filled.fill("pubKeyCredParams") {
                .array(COSEAlgorithm.verifiable.map { ["type": "public-key", "alg": .integer($0.rawValue)] })
            }
            filled.fill("authenticatorSelection") { ["residentKey": "required"] }
            filled.fill("extensions") { ["credProps": true] }
            let bytes = JSONValue.object(filled).bytes()
            return try InputError.explaining { () throws(WebAuthnError) in try RegistrationOptions(json: bytes).value }
        case "authentication":
            try check(question["rpId"]?.string, named: "rpId")
            let bytes = JSONValue.object(filled).bytes()
            return try InputError.explaining { () throws(WebAuthnError) in try AuthenticationOptions(json: bytes).value }
        case nil: throw InputError("missing-member", "The member ceremony is required.")
        default: throw InputError("invalid-value", "The member ceremony must be registration or authentication.")
        }
    }

    /// Rejects a relying party ID that no client accepts.
    private static func check(_ id: String?, named name: String) throws(InputError) {
        guard let id else { throw InputError("missing-member", "The member \(name) is required.") }
        _ = try InputError.explaining { () throws(WebAuthnError) in
            try RelyingParty(id: id, origins: [Origin("https://localhost")])
        }
    }
}

extension JSONObject {
    /// Sets a member that is missing or null.
    fileprivate mutating func fill(_ name: String, _ value: () -> JSONValue) {
        switch self[name] {
        case nil, .null?: self[name] = value()
        default: break
        }
    }

    /// Changes a member that is an object, or adds it.
    fileprivate mutating func fillObject(_ name: String, _ change: (inout JSONObject) -> Void) {
        fill(name) { [:] }
        guard var object = self[name]?.object else { return }
        change(&object)
        self[name] = .object(object)
    }
}
