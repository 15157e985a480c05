import AccountServer
import AppleIdentity
import AppleIdentityClient
import ArgumentParser
import Foundation
import WebClient

/// The credentials of the client, and the address of Apple's service.
struct ServiceOptions: ParsableArguments {
    @OptionGroup var credentials: CredentialOptions

    @Option(
        help: ArgumentHelp(
            "The address to use instead of Apple's, such as an emulator's: https, or http to this machine.", valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp(
            "A certificate authority in PEM to trust in addition, such as an emulator's; may be repeated.", valueName: "file"))
    var authority: [String] = []

    /// Calls `body` with a client, and closes the client afterwards.
    func withClient<Value>(_ body: (AppleClient) async throws -> Value) async throws -> Value {
        let (signer, id) = (try credentials.signer(), try credentials.client())
        let endpoints: AppleEndpoints
        do {
            endpoints = try baseURL.map { url throws(AppleIdentityError) in try AppleEndpoints(baseURL: url) } ?? .apple
        } catch {
            throw CommandFailure(.usage, "--base-url: \(error.reason.asMessage)")
        }
        let authorities = try authority.map { String(decoding: try SecretFile.bytes(of: $0), as: UTF8.self) }
        let web: WebClient
        do {
            web = try WebClient(
                userAgent: AppleRequest.defaultUserAgent, limits: AppleHTTPTransport.limits,
                trust: WebTrust(additionalAuthorities: authorities))
        } catch {
            throw CommandFailure(.usage, "--authority: not a certificate in PEM")
        }
        let client = AppleClient(
            id: id, secrets: ClientSecretCache(signer: signer), transport: AppleHTTPTransport(web), endpoints: endpoints,
            userAgent: "latchkey/\(Latchkey.version)")
        do {
            let value = try await body(client)
            try await web.shutdown()
            return value
        } catch {
            try? await web.shutdown()
            throw error
        }
    }
}
