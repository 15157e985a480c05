import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

/// `latchkey apple-identity client-secret`.
struct AppleIdentityClientSecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client-secret", abstract: "Make a client secret: a signed token that says to Apple who asks.",
        discussion: """
            The answer with --json: {"clientSecret","issuedAt","expiresAt"}, times in seconds since 1970. Every mistake that this machine \
            can see is told, before Apple would answer invalid_client.
            """)

    @OptionGroup var credentials: CredentialOptions

    @Option(
        help: ArgumentHelp(
            "For how many seconds it is good, from \(ClientSecretLifetime.minimum.seconds) to \(ClientSecretLifetime.maximum.seconds).",
            valueName: "seconds"))
    var lifetime = ClientSecretLifetime.default.seconds

    @OptionGroup var output: OutputOptions

    func run() throws {
        let signer = try credentials.signer()
        let client = try credentials.client()
        let secret = try CredentialFailure.explaining {
            try signer.mint(for: client, lifetime: ClientSecretLifetime(seconds: lifetime), now: Date())
        }
        guard output.json else { return Terminal().result(secret.reveal()) }
        Terminal().result([
            "clientSecret": .string(secret.reveal()), "issuedAt": .seconds(secret.issuedAt),
            "expiresAt": .seconds(secret.expiresAt),
        ])
    }
}

extension JSONValue {
    /// A moment in whole seconds since 1970.
    static func seconds(_ date: Date) -> JSONValue {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Int64(exactly: seconds).map { .integer($0) } ?? .null
    }
}
