import AppleIdentityEmulator
import Testing

@Suite("The endpoints are as strict as Apple's")
struct WireTests {
    @Test(
        "a form with another content type or an ambiguous encoding is an invalid request",
        arguments: ["/auth/token", "/auth/revoke", "/auth/usermigrationinfo"])
    func unreadable(path: String) async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            let form = "application/x-www-form-urlencoded"
            let cases = [
                ("client_id=a", "application/json"), ("client_id=a", "text/plain"), ("client_id=a", form + "; charset=iso-8859-1"),
                ("client_id=a&client_id=a", form), ("client_id=%zz", form), ("client_id=%ff", form),
                (String(repeating: "a", count: 70_000), form), (Array(repeating: "x=1", count: 80).joined(separator: "&"), form),
            ]
            for (body, type) in cases {
                let answer = try await backend.post(path, body: body, type: type)
                #expect(answer.status == 400)
                #expect(answer.error == "invalid_request", "\(type) \(body.prefix(20))")
                #expect(answer.header("Cache-Control") == "no-store")
                #expect(answer.header("Pragma") == "no-cache")
            }
            #expect(scene.apple.service.requests().count { $0.error == "invalid_request" } >= cases.count)
            // The near-twin is parsed, and rejected for its contents.
            #expect(try await backend.post(path, body: "client_id=nobody.knows&client_secret=x", type: form).status == 400)
            let read = try await backend.post(path, body: "client_id=a", type: form + ";charset=UTF-8")
            #expect(read.status == 400)
        }
    }

    static let paths: [(path: String, status: Int)] = [
        ("/auth/keys", 200), ("/auth/keys/", 404), ("//auth/keys", 404), ("/auth//keys", 404), ("/auth/ke%79s", 404),
        ("/.well-known/openid-configuration", 200), ("/.well-known/openid-configuration/", 404), ("/auth/token", 404),
    ]

    @Test("each endpoint has exactly one path and one method", arguments: paths)
    func path(path: String, status: Int) async throws {
        try await EmulatorScene.run { scene in
            let answer = try await Caller(scene.apple.baseURL).get(path)
            #expect(answer.status == status)
        }
    }

    @Test("a code in a body of another type is not used up")
    func otherType() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            let code = try #require(scene.apple.service.signIn(at: scene.authorizeURL(), as: scene.anna)["code"])
            let body = Form.encode(try scene.tokenForm(code))
            for type in ["text/plain", "application/json", "multipart/form-data; boundary=x"] {
                #expect(try await backend.post("/auth/token", body: body, type: type).error == "invalid_request")
            }
            let answer = try await backend.post("/auth/token", body: body, type: "application/x-www-form-urlencoded; charset=utf-8")
            #expect(answer.status == 200)
        }
    }

    @Test("a request without User-Agent is rejected unless the configuration allows it")
    func userAgent() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            let without = try await backend.get("/auth/keys", headers: [("User-Agent", "")])
            #expect(without.status == 403)
            #expect(scene.apple.service.requests().map(\.status) == [403])
            #expect(try await backend.get("/auth/keys").status == 200)
        }
        try await EmulatorScene.run({ $0.requiresUserAgent = false }) { scene in
            let without = try await Caller(scene.apple.baseURL).get("/auth/keys", headers: [("User-Agent", "")])
            #expect(without.status == 200)
        }
    }

    @Test("discovery and keys match Apple's, wherever the emulator listens")
    func discovery() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            let discovery = try await backend.get("/.well-known/openid-configuration")
            #expect(discovery.json["issuer"] as? String == "https://appleid.apple.com")
            #expect(discovery.json["token_endpoint"] as? String == "https://appleid.apple.com/auth/token")
            let keys = try #require(try await backend.get("/auth/keys").json["keys"] as? [[String: String]])
            #expect(keys.count == 2)
            #expect(keys.allSatisfy { $0["kty"] == "RSA" && $0["alg"] == "RS256" && $0["e"] == "AQAB" })
        }
    }

    @Test("a code is accepted once, and only with its return URL")
    func code() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            let code = try #require(scene.apple.service.signIn(at: scene.authorizeURL(), as: scene.anna)["code"])
            let wrong = try await backend.post(
                "/auth/token", form: scene.tokenForm(code, ["redirect_uri": "https://shop.example.com/else"]))
            #expect(wrong.error == "invalid_grant")
            let fresh = try #require(scene.apple.service.signIn(at: scene.authorizeURL(), as: scene.anna)["code"])
            #expect(try await backend.post("/auth/token", form: scene.tokenForm(fresh)).status == 200)
            #expect(try await backend.post("/auth/token", form: scene.tokenForm(fresh)).error == "invalid_grant")
        }
    }

    @Test("revocation responds with an empty 200 for a token and for any text")
    func revocation() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            let code = try #require(scene.apple.service.signIn(at: scene.authorizeURL(), as: scene.anna)["code"])
            let token = try await backend.post("/auth/token", form: scene.tokenForm(code))
            let refresh = try #require(token.json["refresh_token"] as? String)
            for text in [refresh, refresh, "nonsense"] {
                let answer = try await backend.post(
                    "/auth/revoke",
                    form: ["client_id": "com.example.shop.web", "client_secret": scene.clientSecret(), "token": text])
                #expect(answer.status == 200)
                #expect(answer.bytes.isEmpty)
            }
            #expect(scene.apple.service.consents(of: scene.anna).isEmpty)
        }
    }

    @Test("a rejected authorization request shows Apple's text and sends no response")
    func rejectedPage() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let query = try await browser.get(scene.authorizeURL(["response_mode": "query"]))
            #expect(query.status == 400)
            #expect(query.text.contains("response_mode must be form_post when name or email scope is requested."))
            let foreign = try await browser.get(scene.authorizeURL(["redirect_uri": "https://evil.example.com/<script>"]))
            #expect(foreign.status == 400)
            #expect(foreign.header("Location") == nil)
            #expect(!foreign.text.contains("<script>"))
            let twice = try await browser.get(scene.authorizeURL() + "&state=again")
            #expect(twice.status == 400)
        }
    }

    @Test("unknown methods and paths are not found")
    func unknown() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            for path in ["/auth/token", "/auth/userinfo", "/auth/keys/1"] {
                let answer = try await backend.get(path)
                #expect(answer.status == 404)
            }
        }
    }
}
