import AppleIdentityEmulator
import Testing

@Suite("Arbitrary input at every endpoint")
struct ServiceFuzzTests {
    private static let texts = [
        "", "a", "%", "\u{0}", "ä", "null", "[]", "{}", "..", "a.b.c", "eyJhbGciOiJFUzI1NiJ9.e30.",
        String(repeating: "A", count: 9_000),
        "authorization_code", "refresh_token", "client_credentials", "user.migration", "com.example.web", "com.example.app",
        "https://app.example.com/callback", "code id_token", "form_post", "name email",
    ]
    private static let names = [
        "client_id", "client_secret", "grant_type", "code", "redirect_uri", "refresh_token", "token", "token_type_hint", "scope",
        "sub",
        "target", "transfer_sub", "response_type", "response_mode", "state", "nonce",
    ]

    @Test("two thousand random forms at each endpoint get a response without a token")
    func randomForms() async throws {
        let bench = try await ServiceBench()
        var random = EmulatedRandomness.seeded(11)
        let secret = try bench.secret()
        for _ in 0..<2_000 {
            var values: [String: String?] = [:]
            for name in Self.names where Bool.random(using: &random) {
                values[name] =
                    name == "client_secret" && Bool.random(using: &random) ? secret : Self.texts.randomElement(using: &random)
            }
            let form = try bench.form(values)
            if case .success(let answer) = bench.service.token(form) {
                #expect(values["grant_type"] == "client_credentials" && answer.identityToken == nil && answer.refreshToken == nil)
            }
            if case .success(let answer) = bench.service.revoke(form) { #expect(!answer.revoked) }
            let bearer = Self.texts.randomElement(using: &random).map { "Bearer \($0)" }
            #expect(bench.service.userMigrationInfo(form, authorization: bearer).rejection != nil)
            _ = bench.service.authorize(form)
            _ = bench.service.credentialState(of: Self.texts.randomElement(using: &random) ?? "", client: bench.app)
        }
        #expect(bench.service.requests().count == 1_000)
    }

    @Test("four thousand mutated client secrets are rejected, unless unchanged")
    func mutatedSecrets() async throws {
        let bench = try await ServiceBench()
        var random = EmulatedRandomness.seeded(13)
        let good = Array(try bench.secret().utf8)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= \u{0}".utf8)
        for _ in 0..<4_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = letters.randomElement(using: &random) ?? 0
                case 1: bytes.insert(letters.randomElement(using: &random) ?? 0, at: place)
                case 2: bytes.remove(at: place)
                default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
                }
            }
            let form = try FormValues([
                ("grant_type", "refresh_token"), ("client_id", "com.example.web"), ("refresh_token", "r"),
                ("client_secret", String(decoding: bytes, as: UTF8.self)),
            ])
            let rejection = bench.service.token(form).rejection
            #expect(rejection?.code == (bytes == good ? .invalidGrant : .invalidClient))
        }
    }

    @Test("claims of every JSON type in every place are rejected or accepted, and never trap")
    func oddClaims() async throws {
        let bench = try await ServiceBench()
        let values = [
            "null", "true", "0", "-1", "1e308", "1e-308", "18446744073709551616", "\"\"", "\"\\u0000\"", "\"\\ud800\"", "[]",
            "[[]]",
            "{}", "{\"a\":[]}", "", "nul", "\"", "NaN",
        ]
        for value in values {
            for name in ["iss", "sub", "aud", "iat", "exp"] {
                let secret = try bench.secret { $0.claims[name] = value }
                let rejection = try bench.refresh("r", ["client_secret": secret]).rejection
                let works = name == "iat" && (value == "0" || value == "1e-308")
                #expect(rejection?.code == (works ? .invalidGrant : .invalidClient), "\(name) \(value)")
            }
            for name in ["alg", "kid"] {
                let secret = try bench.secret { $0.header[name] = value }
                #expect(try bench.refresh("r", ["client_secret": secret]).rejection?.code == .invalidClient, "\(name) \(value)")
            }
        }
    }
}
