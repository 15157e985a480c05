import AppleIdentityEmulator
import AsyncHTTPClient
import Crypto
import CryptoExtras
import Foundation
import NIOCore
import NIOHTTP1

/// An emulator over real sockets with a registered shop, and a browser and a backend as its clients.
struct EmulatorScene: Sendable {
    let apple: AppleIdentityEmulator
    let shop: RelyingParty
    let anna: PersonIdentifier

    static let callback = "https://shop.example.com/callback"

    /// Runs `body` with a new emulator, whose clock is stopped until it is moved.
    static func run(
        _ change: (inout EmulatorConfiguration) -> Void = { _ in }, _ body: (EmulatorScene) async throws -> Void
    ) async throws {
        var configuration = EmulatorConfiguration()
        configuration.clock = EmulatedClock(stoppedAt: Date(timeIntervalSince1970: 1_772_366_400))
        configuration.securePort = nil
        configuration.keyMaker = .reusing(try signingKeys.get())
        configuration.passwordRounds = ServiceBench.passwordRounds
        change(&configuration)
        try await withAppleIdentityEmulator(configuration) { apple in
            let shop = try apple.service.addRelyingParty(
                named: "Shop", bundleID: "com.example.shop", returnURLs: [Self.callback])
            let anna = try apple.service.addPerson(
                AppleAccountDraft(givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com"))
            try await body(EmulatorScene(apple: apple, shop: shop, anna: anna.id))
        }
    }

    /// RSA keys that all scenes share, because generating them is slow.
    private static let signingKeys = Result {
        try (0..<4).map { _ in try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation }
    }

    /// The URL to which the shop sends its users.
    func authorizeURL(_ changes: [String: String?] = [:]) -> String {
        var parameters: [String: String?] = [
            "client_id": "com.example.shop.web", "redirect_uri": Self.callback, "response_type": "code",
            "response_mode": "form_post",
            "scope": "name email", "state": "state-1", "nonce": "nonce-1",
        ]
        parameters.merge(changes) { _, changed in changed }
        return apple.baseURL + "/auth/authorize?" + Form.encode(parameters)
    }

    /// The request of the shop's backend to `/auth/token` for a code.
    func tokenForm(_ code: String, _ changes: [String: String?] = [:]) throws -> [String: String?] {
        var form: [String: String?] = [
            "client_id": "com.example.shop.web", "client_secret": try clientSecret(), "code": code,
            "grant_type": "authorization_code", "redirect_uri": Self.callback,
        ]
        form.merge(changes) { _, changed in changed }
        return form
    }

    /// A client secret as the shop's backend creates it.
    func clientSecret() throws -> String {
        let key = try P256.Signing.PrivateKey(pemRepresentation: shop.key.pem)
        let now = Int(apple.service.clock.now.timeIntervalSince1970)
        let header = #"{"alg":"ES256","kid":"\#(shop.keyID)"}"#
        let claims =
            #"{"iss":"\#(shop.team)","iat":\#(now),"exp":\#(now + 300),"aud":"https://appleid.apple.com","sub":"com.example.shop.web"}"#
        let input = Data(header.utf8).base64URL + "." + Data(claims.utf8).base64URL
        return input + "." + (try key.signature(for: Data(input.utf8)).rawRepresentation).base64URL
    }
}

/// The encoding of a form.
enum Form {
    static func encode(_ fields: [String: String?]) -> String {
        fields.sorted { $0.key < $1.key }.compactMap { name, value in
            value.map { escape(name) + "=" + escape($0) }
        }.joined(separator: "&")
    }

    static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}

extension Data {
    var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    init?(base64URL text: String) {
        let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        self.init(base64Encoded: padded.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/"))
    }
}
