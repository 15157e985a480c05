import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

struct AppleIdentityDiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose", abstract: "Say what may be wrong when Apple refuses, the likeliest first.",
        discussion: """
            Give as much as is known: identifiers and key are checked here, a client secret that was made elsewhere is taken apart, and what \
            Apple answered is explained. The error is Apple's JSON, or its name alone, such as invalid_client; without one only what can \
            be checked here is. Nothing is sent.

            The answer with --json: {"causes":[{"code","certainty","message","remedy"}]}, certainty being certain, likely or possible. Exits \
            with 1 if something is certain.
            """)

    @Argument(help: ArgumentHelp("What Apple answered: its JSON, or the name of the error.", valueName: "error"))
    var error: String?

    @Option(help: ArgumentHelp("What Apple says in error_description, where the error is a name.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("The team ID.", valueName: "id"))
    var team: String?

    @Option(help: ArgumentHelp("The key ID.", valueName: "id"))
    var keyID: String?

    @Option(help: ArgumentHelp("The client id.", valueName: "id"))
    var clientID: String?

    @Option(help: ArgumentHelp("The private key, AuthKey_….p8.", valueName: "file"))
    var keyFile: String?

    @Option(help: ArgumentHelp("A client secret that was made elsewhere.", valueName: "file"))
    var secretFile: String?

    @Option(help: ArgumentHelp("The redirect URI that was sent.", valueName: "url"))
    var redirectURI: String?

    @Option(help: "What was asked.")
    var operation: AskedOperation?

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
        if findings.isEmpty { terminal.result("nothing is wrong that can be seen here") }
        for finding in findings {
            terminal.result("\(finding.certainty.name): \(finding.message.spokenOfApple) (\(finding.code))")
            terminal.result("    \(finding.remedy.spokenOfApple)")
        }
    }
}

/// What was asked, by the names of the commands that ask it.
enum AskedOperation: String, CaseIterable, ExpressibleByArgument {
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

/// What Apple answered, as a person has it: the whole JSON, or the name of the error alone.
struct AppleErrorText {
    let refusal: AppleRefusal
    let description: String?

    /// - Throws: a ``CommandFailure`` for what is neither.
    init(_ text: String, description: String?) throws {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix("{") else {
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw CommandFailure(.usage, "the error is neither Apple's JSON nor the name of an error such as invalid_client")
            }
            refusal = AppleRefusal(text)
            self.description = description
            return
        }
        let root: JSONNode
        do {
            root = try JSONText.parse(text.utf8).root
        } catch {
            throw CommandFailure(.usage, "the error is not JSON at character \(error.position.column): \(error.reason)")
        }
        guard let name = root["error"]?.string else {
            throw CommandFailure(.usage, "the error has no member error that is a string")
        }
        refusal = AppleRefusal(name)
        self.description = root["error_description"]?.string ?? description
    }
}

/// Something that is or may be wrong, from whichever part of the library found it.
struct DiagnosedMistake {
    let code: String
    let certainty: RefusalCause.Certainty
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
    init(_ cause: RefusalCause) {
        self.init(code: cause.code.rawValue, certainty: cause.certainty, message: cause.explanation, remedy: cause.remedy)
    }

    init(_ error: AppleIdentityError) {
        self.init(code: error.code.rawValue, certainty: .certain, message: error.reason, remedy: error.remedy)
    }

    init(ofRedirectURI error: AppleIdentityError) {
        self.init(
            code: "redirect-uri-" + error.code.rawValue, certainty: .certain, message: error.reason,
            remedy: "Register an https URL of a domain name, and send it byte for byte.")
    }

    fileprivate static func otherKeyFile(_ given: KeyID, _ inName: KeyID) -> DiagnosedMistake {
        DiagnosedMistake(
            code: "key-file-of-other-key", certainty: .likely,
            message: "The key ID \(given) is not that of the file's name, \(inName).", remedy: "Take the key ID of the file's name."
        )
    }
}

/// What this machine can say about a client and a refusal, gathered from as much as is known.
struct LocalDiagnosis {
    private let now: Date
    private var team: TeamID?
    private var keyID: KeyID?
    private var client: ClientID?
    private var key: ClientSecretKey?
    private var origin: CodeOrigin?
    private var mistakes: [DiagnosedMistake] = []
    private var causes: [RefusalCause] = []

    init(now: Date) {
        self.now = now
    }

    /// The findings, the surest first.
    var findings: [DiagnosedMistake] {
        let all = mistakes + causes.map(DiagnosedMistake.init)
        return RefusalCause.Certainty.allCases.reversed().flatMap { certainty in all.filter { $0.certainty == certainty } }
    }

    mutating func take(team: String?, keyID: String?, clientID: String?) {
        self.team = team.flatMap { text in checked { () throws(AppleIdentityError) in try TeamID(text) } }
        self.keyID = keyID.flatMap { text in checked { () throws(AppleIdentityError) in try KeyID(text) } }
        client = clientID.flatMap { text in checked { () throws(AppleIdentityError) in try ClientID(text) } }
    }

    /// Reads a key, mints a secret with it, and looks whether the file's name tells another key ID.
    mutating func take(keyFile: [UInt8], name: String) {
        // Without a key ID the file is still worth checking; what name the key gets does not matter then.
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
        let facts = RefusalFacts(operation: operation, team: team, keyID: keyID, client: client, codeOrigin: origin, now: now)
        causes += RefusalDiagnosis.causes(of: error.refusal, appleDescription: error.description, facts: facts)
    }

    private mutating func checked<Value>(_ check: () throws(AppleIdentityError) -> Value) -> Value? {
        do {
            return try check()
        } catch {
            mistakes.append(DiagnosedMistake(error))
            return nil
        }
    }

    /// `AuthKey_ABC123DEFG.p8`, as the developer account names it.
    private static func keyID(inFileName path: String) -> KeyID? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
        return try? KeyID(String(name.dropFirst(8).dropLast(3)))
    }
}
