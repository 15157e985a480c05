import ArgumentParser
import JSONText
import Secrets
import WebAuthn

struct PasskeysOptionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "options", abstract: "Make the options of a registration or an authentication, complete and checked.",
        discussion: """
            Reads options in the standard's JSON, with "ceremony" beside them: "registration" or "authentication". What is missing is filled \
            in: a fresh challenge, a random user ID, the algorithms that the library verifies, five minutes, and a discoverable credential. \
            A registration needs "rp" with "id", and "user" with "name"; an authentication needs "rpId". The answer is what \
            parseCreationOptionsFromJSON() or parseRequestOptionsFromJSON() reads in a browser.

            --rp-id stands for a registration's question, with --user-name, or an authentication's, without.

            Exits with 2 if no client could carry the options out; after a batch, with 1 if a line was bad.

            Example:

              latchkey passkeys options --rp-id example.org --user-name anna@example.org
              echo '{"ceremony":"authentication","rpId":"example.org"}' | latchkey passkeys options --json
            """,
        example: "latchkey passkeys options < options.json")

    @Option(help: ArgumentHelp("The relying party ID; without it, standard input is the question.", valueName: "domain"))
    var rpID: String?

    @Option(help: ArgumentHelp("The user's name in the options of a registration.", valueName: "name"))
    var userName: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(rpID != nil, "--rp-id")
        if userName != nil && rpID == nil { throw ValidationError("--user-name needs --rp-id") }
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

    private static func answer(_ question: JSONValue) throws(InputRefusal) -> JSONValue {
        guard let members = question.object else { throw InputRefusal("wrong-type", "The question must be an object.") }
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
            return try InputRefusal.explaining { () throws(WebAuthnError) in try RegistrationOptions(json: bytes).value }
        case "authentication":
            try check(question["rpId"]?.string, named: "rpId")
            let bytes = JSONValue.object(filled).bytes()
            return try InputRefusal.explaining { () throws(WebAuthnError) in try AuthenticationOptions(json: bytes).value }
        case nil: throw InputRefusal("missing-member", "The member ceremony is required.")
        default: throw InputRefusal("invalid-value", "The member ceremony must be registration or authentication.")
        }
    }

    /// Refuses a relying party ID that no client takes.
    private static func check(_ id: String?, named name: String) throws(InputRefusal) {
        guard let id else { throw InputRefusal("missing-member", "The member \(name) is required.") }
        _ = try InputRefusal.explaining { () throws(WebAuthnError) in
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
