import AccountServer
import AppleIdentity
import AppleIdentityClient
import ArgumentParser
import Foundation
import WebClient

/// Who asks, and where Apple's service is.
struct ServiceOptions: ParsableArguments {
    @OptionGroup var credentials: CredentialOptions

    @Option(
        help: ArgumentHelp(
            "Where to ask in place of Apple, such as an emulator: https, or http to this machine.", valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp(
            "A certificate authority in PEM to trust beside those of the system, such as an emulator's.", valueName: "file"))
    var authority: [String] = []

    /// Runs what asks Apple, with a client that is closed afterwards.
    func asking<Value>(_ body: (AppleClient) async throws -> Value) async throws -> Value {
        let (signer, id) = (try credentials.signer(), try credentials.client())
        let endpoints: AppleEndpoints
        do {
            endpoints = try baseURL.map { url throws(AppleIdentityError) in try AppleEndpoints(baseURL: url) } ?? .apple
        } catch {
            throw CommandFailure(.usage, "--base-url: \(error.reason.spoken)")
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
