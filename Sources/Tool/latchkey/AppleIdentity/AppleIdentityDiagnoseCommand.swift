import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

struct AppleIdentityDiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose", abstract: "Explain why Apple rejected a request, the likeliest cause first.",
        discussion: """
            Give as much as you know: the command checks identifiers and key, inspects a client secret from elsewhere, and explains \
            Apple's response. The error is Apple's JSON, or its name alone, such as invalid_client; without it the command only makes \
            its own checks. It sends nothing.

            The result with --json: {"causes":[{"code","certainty","message","remedy"}]}; certainty is certain, likely or possible. Exits \
            with 1 if a cause is certain.
            """,
        example: "latchkey apple-identity diagnose invalid_client --key-id ABC123DEFG")

    @Argument(help: ArgumentHelp("Apple's response: its JSON, or the name of the error.", valueName: "error"))
    var error: String?

    @Option(help: ArgumentHelp("Apple's error_description, if the error is a name.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("The team ID.", valueName: "id"))
    var team: String?

    @Option(help: ArgumentHelp("The key ID.", valueName: "id"))
    var keyID: String?

    @Option(help: ArgumentHelp("The client ID.", valueName: "id"))
    var clientID: String?

    @Option(help: ArgumentHelp("The private key, AuthKey_….p8.", valueName: "file"))
    var keyFile: String?

    @Option(help: ArgumentHelp("The file with a client secret from elsewhere.", valueName: "file"))
    var secretFile: String?

    @Option(help: ArgumentHelp("The redirect URI that was sent.", valueName: "url"))
    var redirectURI: String?

    @Option(help: "The rejected request.")
    var operation: RejectedOperation?

    @OptionGroup var output: OutputOptions

    func run() throws {
        var diagnosis = LocalDiagnosis(now: Date())
        diagnosis.take(team: team, keyID: keyID, clientID: clientID)
        if let keyFile { diagnosis.take(keyFile: try SecretFile.bytes(of: keyFile), name: keyFile) }
        if let secretFile { diagnosis.take(secret: try SecretFile.text(secretFile, named: "the client secret")) }
        if let redirectURI { diagnosis.take(redirectURI: redirectURI) }
        if let error { try diagnosis.take(AppleErrorText(error, description: description), operation: operation?.operation) }
        show(diagnosis.findings)
        if diagnosis.findings.contains(where: { $0.certainty == .certain }) { throw CommandFailure(.negative, []) }
    }

    private func show(_ findings: [DiagnosedMistake]) {
        let terminal = Terminal()
        guard !output.json else { return terminal.result(["causes": .array(findings.map(\.json))]) }
        if findings.isEmpty { terminal.result("no mistake found on this machine") }
        for finding in findings {
            terminal.result("\(finding.certainty.name): \(finding.message.asAppleMessage) (\(finding.code))")
            terminal.result("    \(finding.remedy.asAppleMessage)")
        }
    }
}

/// The operation of a rejected request, by the name of its command.
enum RejectedOperation: String, CaseIterable, ExpressibleByArgument {
    case exchange, refresh, revoke, migrate

    fileprivate var operation: AppleOperation {
        switch self {
        case .exchange: .exchange
        case .refresh: .refresh
        case .revoke: .revocation
        case .migrate: .transferIdentifier
        }
    }
}

/// Apple's error response: the whole JSON, or the name of the error alone.
struct AppleErrorText {
    let rejection: AppleErrorCode
    let description: String?

    /// - Throws: a ``CommandFailure`` if the text is neither.
    init(_ text: String, description: String?) throws {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix("{") else {
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw CommandFailure(.usage, "the error must be Apple's JSON or the name of an error such as invalid_client")
            }
            rejection = AppleErrorCode(text)
            self.description = description
            return
        }
        let root: JSONNode
        do {
            root = try JSONText.parse(text.utf8).root
        } catch {
            throw CommandFailure(.usage, "malformed error: not JSON at character \(error.position.column): \(error.reason)")
        }
        guard let name = root["error"]?.string else {
            throw CommandFailure(.usage, "malformed error: the member error is missing or not a string")
        }
        rejection = AppleErrorCode(name)
        self.description = root["error_description"]?.string ?? description
    }
}

/// A certain or possible cause of a rejection, from any part of the library.
struct DiagnosedMistake {
    let code: String
    let certainty: RejectionCause.Certainty
    let message: String
    let remedy: String

    var json: JSONValue {
        [
            "code": .string(code), "certainty": .string(certainty.name), "message": .string(message),
            "remedy": .string(remedy),
        ]
    }
}

extension DiagnosedMistake {
    init(_ cause: RejectionCause) {
        self.init(code: cause.code.rawValue, certainty: cause.certainty, message: cause.explanation, remedy: cause.remedy)
    }

    init(_ error: AppleIdentityError) {
        self.init(code: error.code.rawValue, certainty: .certain, message: error.reason, remedy: error.remedy)
    }

    init(ofRedirectURI error: AppleIdentityError) {
        self.init(
            code: "redirect-uri-" + error.code.rawValue, certainty: .certain, message: error.reason,
            remedy: "Register an https URL with a domain name, and send it byte for byte.")
    }

    fileprivate static func otherKeyFile(_ given: KeyID, _ inName: KeyID) -> DiagnosedMistake {
        DiagnosedMistake(
            code: "key-file-of-other-key", certainty: .likely,
            message: "The key ID \(given) differs from that in the file's name, \(inName).",
            remedy: "Use the key ID in the file's name."
        )
    }
}

/// The diagnosis of a client and an error response, from the facts that the user gave.
struct LocalDiagnosis {
    private let now: Date
    private var team: TeamID?
    private var keyID: KeyID?
    private var client: ClientID?
    private var key: ClientSecretKey?
    private var origin: CodeOrigin?
    private var mistakes: [DiagnosedMistake] = []
    private var causes: [RejectionCause] = []

    init(now: Date) {
        self.now = now
    }

    /// The diagnosed mistakes, the most certain first.
    var findings: [DiagnosedMistake] {
        let all = mistakes + causes.map(DiagnosedMistake.init)
        return RejectionCause.Certainty.allCases.reversed().flatMap { certainty in all.filter { $0.certainty == certainty } }
    }

    mutating func take(team: String?, keyID: String?, clientID: String?) {
        self.team = team.flatMap { text in checked { () throws(AppleIdentityError) in try TeamID(text) } }
        self.keyID = keyID.flatMap { text in checked { () throws(AppleIdentityError) in try KeyID(text) } }
        client = clientID.flatMap { text in checked { () throws(AppleIdentityError) in try ClientID(text) } }
    }

    /// Parses a key, signs a client secret with it, and compares the key ID with the one in the file's name.
    mutating func take(keyFile: [UInt8], name: String) {
        // Without a key ID, checks the file under an arbitrary one.
        let fileKeyID = Self.keyID(inFileName: name)
        guard let keyID = keyID ?? fileKeyID ?? (try? KeyID("0000000000")),
            let key = checked({ () throws(AppleIdentityError) in try ClientSecretKey(p8: keyFile, keyID: keyID) })
        else { return }
        self.key = key
        if let given = self.keyID, let fileKeyID, given != fileKeyID { mistakes.append(.otherKeyFile(given, fileKeyID)) }
        if let team, let client {
            let (signer, now) = (ClientSecretSigner(team: team, key: key), now)
            _ = checked { () throws(AppleIdentityError) in try signer.mint(for: client, now: now) }
        }
    }

    mutating func take(secret: String) {
        causes += ClientSecretInspection.causes(in: secret, team: team, keyID: keyID, client: client, key: key, now: now)
    }

    mutating func take(redirectURI: String) {
        do {
            origin = .web(redirectURI: try RedirectURI(redirectURI))
        } catch {
            mistakes.append(DiagnosedMistake(ofRedirectURI: error))
        }
    }

    mutating func take(_ error: AppleErrorText, operation: AppleOperation?) {
        let facts = RejectionFacts(operation: operation, team: team, keyID: keyID, client: client, codeOrigin: origin, now: now)
        causes += RejectionDiagnosis.causes(of: error.rejection, appleDescription: error.description, facts: facts)
    }

    private mutating func checked<Value>(_ check: () throws(AppleIdentityError) -> Value) -> Value? {
        do {
            return try check()
        } catch {
            mistakes.append(DiagnosedMistake(error))
            return nil
        }
    }

    /// Returns the key ID in the name of a file such as `AuthKey_ABC123DEFG.p8`, as the developer account names it.
    private static func keyID(inFileName path: String) -> KeyID? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
        return try? KeyID(String(name.dropFirst(8).dropLast(3)))
    }
}
