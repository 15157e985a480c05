import AppleIdentityEmulator
import HTTPTypes

/// A browser for Sign in with Apple: it has cookies, which a cross-site form does not send.
struct TestBrowser {
    private let client: AppleBenchClient
    private(set) var cookies: [String: String] = [:]

    init(_ client: AppleBenchClient) {
        self.client = client
    }

    mutating func get(_ path: String) async throws -> AppleBenchClient.Answer {
        keep(try await client.send(.get, path, headers: cookieField))
    }

    /// A form that another site's page posts.
    mutating func postFromElsewhere(_ path: String, _ fields: [(name: String, value: String)]) async throws
        -> AppleBenchClient.Answer
    {
        let body = fields.map { Self.escaped($0.name) + "=" + Self.escaped($0.value) }.joined(separator: "&")
        return keep(
            try await client.send(
                .post, path, body: Array(body.utf8),
                headers: [.contentType: "application/x-www-form-urlencoded", .origin: "https://appleid.apple.com"]))
    }

    /// Goes to Apple and lets the user decide there. Returns what Apple's page will post.
    mutating func visitApple(
        _ bench: AppleBench, from path: String = "/sign-in/apple", _ decision: SheetDecision = .approve(ConsentChoices())
    ) async throws -> AuthorizationResponse {
        let away = try await get(path)
        return try bench.apple.signIn(at: away.location, as: bench.person, decision)
    }

    /// A complete sign-in on the pages. Returns the last response.
    mutating func signIn(
        _ bench: AppleBench, from path: String = "/sign-in/apple", _ decision: SheetDecision = .approve(ConsentChoices())
    ) async throws -> AppleBenchClient.Answer {
        let response = try await visitApple(bench, from: path, decision)
        let landed = try await postFromElsewhere("/sign-in/apple/callback", response.pairs)
        return landed.location == "/sign-in/apple/finish" ? try await get(landed.location) : landed
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private var cookieField: HTTPFields {
        cookies.isEmpty ? [:] : [.cookie: cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")]
    }

    private mutating func keep(_ answer: AppleBenchClient.Answer) -> AppleBenchClient.Answer {
        for field in answer.headers[values: .setCookie] {
            let pair = field.split(separator: ";").first?.split(separator: "=", maxSplits: 1).map(String.init) ?? []
            if field.contains("Max-Age=0") { cookies[pair[0]] = nil } else if pair.count == 2 { cookies[pair[0]] = pair[1] }
        }
        return answer
    }
}

extension AuthorizationResponse {
    /// The fields that Apple's page posts.
    var pairs: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }
}
