import AppleIdentity
import Crypto
import Foundation
import JSONText
import Secrets
import Testing

@Suite("Client secrets")
struct ClientSecretTests {
    private static let client = "com.example.app"

    private func mint(
        _ client: String = client, lifetime: ClientSecretLifetime = .default, now: Date = ClientSample.now
    ) throws -> ClientSecret {
        try ClientSample.signer().mint(for: ClientID(client), lifetime: lifetime, now: now)
    }

    @Test("header and claims have exactly the bytes that Apple requires")
    func bytes() throws {
        let parts = try mint().reveal().split(separator: ".").map { try #require(Base64URL.decode(String($0))) }
        #expect(String(decoding: parts[0], as: UTF8.self) == #"{"alg":"ES256","kid":"KEY4567890"}"#)
        #expect(
            String(decoding: parts[1], as: UTF8.self)
                == #"{"iss":"TEAM567890","iat":1760000000,"exp":1760000300,"aud":"https://appleid.apple.com","sub":"com.example.app"}"#
        )
        #expect(parts.count == 3 && parts[2].count == 64)
    }

    @Test("the signature verifies with the key over header and claims, as r and s")
    func signature() throws {
        let text = try mint().reveal()
        let dot = try #require(text.lastIndex(of: "."))
        let raw = try #require(Base64URL.decode(String(text[text.index(after: dot)...])))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: raw)
        #expect(ClientSample.privateKey.publicKey.isValidSignature(signature, for: Data(text[..<dot].utf8)))
        #expect(!ClientSample.privateKey.publicKey.isValidSignature(signature, for: Data(text[..<dot].utf8.dropLast())))
    }

    @Test("times are whole seconds, rounded down")
    func times() throws {
        let secret = try mint(now: ClientSample.now.addingTimeInterval(0.999))
        #expect(secret.issuedAt == ClientSample.now && secret.expiresAt == ClientSample.now.addingTimeInterval(300))
        #expect(secret.client.text == Self.client)
    }

    @Test("a lifetime is between one minute and Apple's maximum", arguments: [60, 61, 300, 15_777_000])
    func lifetimes(seconds: Int) throws {
        let secret = try mint(lifetime: ClientSecretLifetime(seconds: seconds))
        #expect(secret.expiresAt.timeIntervalSince(secret.issuedAt) == Double(seconds))
    }

    @Test(
        "a lifetime out of range is rejected",
        arguments: [
            (59, .lifetimeTooShort), (0, .lifetimeTooShort), (.min, .lifetimeTooShort), (15_777_001, .lifetimeTooLong),
            (.max, .lifetimeTooLong),
        ]
            as [(Int, AppleIdentityError.Code)])
    func rejectedLifetimes(seconds: Int, code: AppleIdentityError.Code) {
        #expect(failure { try ClientSecretLifetime(seconds: seconds) }?.code == code)
    }

    @Test("a client ID that begins with the team ID and a period is rejected, one that only begins alike is accepted")
    func teamInFront() throws {
        let signer = try ClientSample.signer()
        let withTeam = try ClientID("TEAM567890.com.example.app")
        let error = failure { try signer.mint(for: withTeam, now: ClientSample.now) }
        #expect(error?.code == .clientIDHasTeam)
        _ = try mint("TEAM567890x.com.example.app")
    }

    @Test("a time that a token cannot express is rejected", arguments: [-1, 253_402_300_800, 1e300, .infinity, .nan] as [Double])
    func clocks(seconds: Double) throws {
        let signer = try ClientSample.signer()
        let client = try ClientID(Self.client)
        let now = Date(timeIntervalSince1970: seconds)
        #expect(failure { try signer.mint(for: client, now: now) }?.code == .timeOutOfRange)
    }

    @Test("a secret is reused until one minute before it expires")
    func cache() throws {
        let cache = ClientSecretCache(signer: try ClientSample.signer())
        let client = try ClientID(Self.client)
        let first = try cache.secret(for: client, now: ClientSample.now)
        let late = try cache.secret(for: client, now: ClientSample.now.addingTimeInterval(239))
        #expect(first.reveal() == late.reveal())
        let next = try cache.secret(for: client, now: ClientSample.now.addingTimeInterval(240))
        #expect(next.reveal() != first.reveal() && next.expiresAt == ClientSample.now.addingTimeInterval(540))
    }

    @Test("a short-lived secret is reused for half its lifetime")
    func shortCache() throws {
        let cache = ClientSecretCache(signer: try ClientSample.signer(), lifetime: .minimum)
        let client = try ClientID(Self.client)
        #expect(cache.renewalMargin == 30)
        let first = try cache.secret(for: client, now: ClientSample.now)
        #expect(try cache.secret(for: client, now: ClientSample.now.addingTimeInterval(29)).reveal() == first.reveal())
        #expect(try cache.secret(for: client, now: ClientSample.now.addingTimeInterval(30)).reveal() != first.reveal())
    }

    @Test("a new secret is created after the clock was set back")
    func clockSetBack() throws {
        let cache = ClientSecretCache(signer: try ClientSample.signer())
        let client = try ClientID(Self.client)
        _ = try cache.secret(for: client, now: ClientSample.now)
        let earlier = ClientSample.now.addingTimeInterval(-3_600)
        #expect(try cache.secret(for: client, now: earlier).issuedAt == earlier)
    }

    @Test("each client has its own secret")
    func clients() throws {
        let cache = ClientSecretCache(signer: try ClientSample.signer())
        let (app, web) = (try ClientID("com.example.app"), try ClientID("com.example.web"))
        let secrets = try (cache.secret(for: app, now: ClientSample.now), cache.secret(for: web, now: ClientSample.now))
        #expect(secrets.0.client == app && secrets.1.client == web)
        #expect(try cache.secret(for: app, now: ClientSample.now).reveal() == secrets.0.reveal())
    }
}
