import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

/// `latchkey apple-identity exchange`.
struct AppleIdentityExchangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exchange", abstract: "Exchange an authorization code for tokens at Apple.",
        discussion: """
            The code is read from standard input or --code-file. It is spent by this, whatever comes back. The tokens are shown only with \
            --reveal; the identity token is not verified here, but by latchkey apple-identity verify.

            The answer with --json: {"accessTokenExpiresAt"}, and with --reveal "refreshToken", "accessToken" and "identityToken". A \
            failure: {"error":{"code","operation","message","retryable","appleError","appleDescription","causes":[…]}}. Exits with 1 where \
            Apple refuses.
            """)

    @OptionGroup var service: ServiceOptions

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The file that holds the code; standard input if left out.", valueName: "file"))
    var codeFile: String?

    @Option(
        help: ArgumentHelp(
            "For a code from the web, the redirect URI of its request; left out for a code from an app.", valueName: "url"))
    var redirectURI: String?

    @Flag(help: "Accept a redirect URI to this machine, for an emulator; Apple accepts none.")
    var loopbackRedirect = false

    @Flag(help: "Print the tokens.")
    var reveal = false

    func run() async throws {
        let origin = try origin()
        guard let code = AuthorizationCode(try SecretFile.text(codeFile, named: "the code")) else {
            throw CommandFailure(.usage, "the code is empty, too long or not printable ASCII")
        }
        try await service.asking { client in
            do throws(AppleServiceError) {
                show(try await client.exchange(code, from: origin, now: Date()))
            } catch {
                throw CommandFailure(telling: error, asJSON: output.json)
            }
        }
    }

    private func origin() throws -> CodeOrigin {
        guard let redirectURI else { return .native }
        do {
            return .web(redirectURI: try RedirectURI(redirectURI, loopback: loopbackRedirect ? .allowedForDevelopment : .refused))
        } catch {
            throw CommandFailure(.usage, "\(error.description.spoken) (\(error.code.rawValue))")
        }
    }

    private func show(_ tokens: ExchangedTokens) {
        let terminal = Terminal()
        let secrets = [
            ("refreshToken", tokens.refreshToken.reveal()), ("accessToken", tokens.accessToken.reveal()),
            ("identityToken", tokens.identityToken.reveal()),
        ]
        if output.json {
            var object = JSONObject([("accessTokenExpiresAt", .seconds(tokens.accessTokenExpiresAt))])
            if reveal { secrets.forEach { object[$0.0] = .string($0.1) } }
            terminal.result(.object(object))
        } else if reveal {
            secrets.forEach { terminal.result("\($0.0) \($0.1)") }
        } else {
            terminal.result("exchanged")
            terminal.hint("--reveal prints the tokens; the code is spent and gives no others")
        }
    }
}
