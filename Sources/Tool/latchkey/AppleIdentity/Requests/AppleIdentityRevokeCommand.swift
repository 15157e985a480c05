import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

/// `latchkey apple-identity revoke`.
struct AppleIdentityRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Ask Apple to end a person's consent to the client.",
        discussion: """
            The token is read from standard input or --token-file: a refresh token, or with --access-token an access token. That Apple \
            accepts is no proof: it accepts revoked and reportedly made-up tokens as well. A revocation worked if Apple asks for the \
            name and e-mail address again at the next sign-in.

            The answer with --json: {"accepted":true,"acceptedAt"}. Exits with 1 where Apple refuses.
            """)

    @OptionGroup var service: ServiceOptions

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The file that holds the token; standard input if left out.", valueName: "file"))
    var tokenFile: String?

    @Flag(help: "The token is an access token.")
    var accessToken = false

    func run() async throws {
        let text = try SecretFile.text(tokenFile, named: "the token")
        guard let refresh = RefreshToken(text), let access = AccessToken(text) else {
            throw CommandFailure(.usage, "the token is empty, too long or not printable ASCII")
        }
        try await service.asking { client in
            do throws(AppleServiceError) {
                let now = Date()
                let accepted = try await accessToken ? client.revoke(access, now: now) : client.revoke(refresh, now: now)
                show(accepted)
            } catch {
                throw CommandFailure(telling: error, asJSON: output.json)
            }
        }
    }

    private func show(_ accepted: AcceptedRevocation) {
        let terminal = Terminal()
        guard output.json else {
            terminal.result("accepted")
            terminal.hint("it worked if Apple asks for name and e-mail address at the next sign-in; acceptance alone is no proof")
            return
        }
        terminal.result(["accepted": true, "acceptedAt": .seconds(accepted.acceptedAt)])
    }
}
