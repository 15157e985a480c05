import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

/// `latchkey apple-identity diagnose`.
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
