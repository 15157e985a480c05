import Accounts
import HTTPTypes
import JSONText
import Mail
import Testing

@testable import AccountServer

@Suite("The OpenAPI document")
struct OpenAPITests {
    private static func bench(withApple: Bool, withPasskeys: Bool = true) throws -> ServerBench {
        let adjust = { (configuration: inout ServerConfiguration) in
            if !withPasskeys { configuration.passkeys = nil }
            configuration.mail = MailConfiguration(
                from: try MailAddress("accounts@example.com"), destination: .custom(Mailbox()))
            configuration.mail?.signInCodes = true
            configuration.servesOperators = true
        }
        return try withApple ? ServerBench(apple: FakeAppleService(), adjust: adjust) : ServerBench(adjust: adjust)
    }

    private func document(withApple: Bool = false, withPasskeys: Bool = true) async throws -> JSONValue {
        let bench = try Self.bench(withApple: withApple, withPasskeys: withPasskeys)
        let box = Box()
        try await bench.run { client in
            let answer = try await client.send(.get, "/openapi.json")
            #expect(answer.headers[.contentType] == "application/json")
            await box.set(answer.json)
        }
        return await box.value
    }

    private actor Box {
        var value = JSONValue.null
        func set(_ value: JSONValue) { self.value = value }
    }

    /// Returns the operations in the form `POST /v1/accounts`.
    private func operations(_ document: JSONValue) throws -> Set<String> {
        let paths = try #require(document["paths"]?.object)
        return Set(
            paths.members.flatMap { path in
                path.value.object?.members.map { "\($0.name.uppercased()) \(path.name)" } ?? []
            })
    }

    @Test("the document lists exactly the routes that exist", arguments: [false, true])
    func namesTheRoutes(withApple: Bool) async throws {
        let described = try operations(try await document(withApple: withApple))
        let api = try #require(try Self.bench(withApple: withApple).system.tables.first)
        let routed = Set(api.routes.map { "\($0.method.rawValue) \($0.path)" }).subtracting(["GET /openapi.json"])
        #expect(described == routed)
    }

    @Test("each form of the console of operators has an operation, and each operation but the replay of events has a form")
    func console() async throws {
        let operationOfForm = [
            "/operators/accounts/{id}/acts": "POST /v1/operators/accounts/{id}/acts",
            "/operators/approvals/{id}/approve": "POST /v1/operators/approvals/{id}",
            "/operators/approvals/{id}/decline": "DELETE /v1/operators/approvals/{id}",
        ]
        let routes = try Self.bench(withApple: false).system.tables.flatMap(\.routes)
        let forms = routes.filter { $0.method == .post && $0.path.hasPrefix("/operators") }.map(\.path)
        #expect(Set(forms) == Set(operationOfForm.keys))
        let changes = try operations(try await document()).filter { $0.contains(" /v1/operators") && !$0.hasPrefix("GET ") }
        #expect(changes == Set(operationOfForm.values).union(["POST /v1/operators/events/replay"]))
    }

    @Test("Sign in with Apple is described only if it is configured")
    func apple() async throws {
        let (without, with) = (
            try await document(withPasskeys: false), try await document(withApple: true, withPasskeys: false)
        )
        #expect(
            try operations(with).subtracting(try operations(without)) == [
                "POST /v1/challenges", "POST /v1/sessions/apple", "POST /v1/account/apple", "DELETE /v1/account/apple",
                "DELETE /v1/account/apple/{id}", "POST /v1/account/apple/{id}/confirmation",
                "GET /v1/account/apple", "POST /v1/session/reauthentication/apple", "POST /v1/account/password",
                "DELETE /v1/account/password", "POST /apple/notifications", "POST /v1/account/upgrade/apple",
            ])
        #expect(try operations(without).subtracting(try operations(with)).isEmpty)
        try await Self.bench(withApple: false, withPasskeys: false).run { client in
            for path in ["/v1/challenges", "/v1/account/apple", "/v1/session/reauthentication/apple", "/apple/notifications"] {
                let answer = try await client.send(.post, path, json: [:])
                #expect(answer.status == .notFound, "\(path)")
            }
            // Other methods on these paths match other routes: ending the session with this name, changing the password.
            for path in ["/v1/sessions/apple", "/v1/account/password"] {
                let answer = try await client.send(.post, path, json: [:])
                #expect(answer.status == .methodNotAllowed, "\(path)")
            }
        }
    }

    @Test("every reference resolves, and every schema is used", arguments: [false, true])
    func references(withApple: Bool) async throws {
        let document = try await document(withApple: withApple)
        let schemas = Set(document["components"]?["schemas"]?.object?.members.map(\.name) ?? [])
        var used: Set<String> = []
        collect(document, into: &used)
        #expect(used == schemas)
    }

    private func collect(_ value: JSONValue, into used: inout Set<String>) {
        if let reference = value["$ref"]?.string { used.insert(String(reference.dropFirst("#/components/schemas/".count))) }
        for member in value.object?.members ?? [] { collect(member.value, into: &used) }
        for element in value.array ?? [] { collect(element, into: &used) }
    }

    @Test("every path parameter of a path is described", arguments: [false, true])
    func parameters(withApple: Bool) async throws {
        for member in try await document(withApple: withApple)["paths"]?.object?.members ?? [] {
            let names = member.name.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
            for operation in member.value.object?.members ?? [] {
                let described = operation.value["parameters"]?.array?.filter { $0["in"]?.string == "path" } ?? []
                #expect(described.compactMap { $0["name"]?.string } == names)
            }
        }
    }

    @Test("the server rejects what the schema of a body excludes")
    func strictness() async throws {
        let schemas = try #require(try await document(withApple: true)["components"]?["schemas"])
        let together: JSONValue = ["username": ["currentPassword"], "currentPassword": ["username"]]
        for name in ["PasswordUpgrade", "UpgradeConfirmation"] { #expect(schemas[name]?["dependentRequired"] == together) }
        #expect(schemas["AppleUpgrade"]?["dependentRequired"]?["identityToken"] == ["nonce"])
        #expect(schemas["AppleUpgrade"]?["dependentRequired"]?["nonce"] == ["identityToken"])
        #expect(schemas["AppleUpgrade"]?["dependentRequired"]?["replacedAccount"] == ["nonce"])
        #expect(schemas["AppleLink"]?["properties"]?["replacedAccount"] == schemas["AppleUpgrade"]?["properties"]?["key"])
        #expect(schemas["AppleProof"]?["properties"]?["replacedAccount"] == nil)
        #expect(schemas["AccountChange"]?["minProperties"] == 1)
        #expect(schemas["AppleSignIn"]?["required"] == ["nonce", "identityToken"])
        #expect(schemas["FactorAnswer"]?["dependentRequired"] == ["deviceKey": ["signature"], "signature": ["deviceKey"]])

        let key = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
        let challenge = String(repeating: "A", count: 43)
        let bodies: [(String, JSONValue)] = [
            ("/v1/account/upgrade/password", ["key": .string(key), "newPassword": "x", "username": "anna.k"]),
            ("/v1/account/upgrade/password", ["key": .string(key), "newPassword": "x", "currentPassword": "x"]),
            ("/v1/account/upgrade/password", ["key": .string(key.uppercased()), "newPassword": "x"]),
            ("/v1/account/upgrade/password/confirmation", ["key": .string(key), "username": "anna.k"]),
            ("/v1/sessions/factor", ["challenge": .string(challenge), "totp": "000000", "deviceKey": .string(key)]),
            ("/v1/sessions/factor", ["challenge": .string(challenge), "totp": "000000", "recoveryCode": "x"]),
            ("/v1/sessions/factor", ["challenge": .string(challenge), "deviceKey": .string(key), "signature": "AAAAA"]),
            ("/v1/session/access-token", ["audience": "another"]),
        ]
        try await ServerBench().run { client in
            let token = try await client.register()
            for (path, body) in bodies {
                let answer = try await client.send(.post, path, token: token, json: body)
                #expect(answer.status == .badRequest, "\(path) \(answer.text)")
            }
        }
    }

    @Test("the lengths of new passwords match the configuration")
    func configuredLengths() async throws {
        let rules = try PasswordRequirements("allowed: unicode; minlength: 15; maxlength: 200;")
        let bench = try ServerBench { $0.passwords.rules = rules }
        try await bench.run { client in
            let password = try await client.send(.get, "/openapi.json").json["components"]?["schemas"]?["NewAccount"]?[
                "properties"]?["password"]
            #expect(password?["minLength"]?.number?.int == 15)
            #expect(password?["maxLength"]?.number?.int == 200)
            #expect(password?["x-passwordrules"]?.string == rules.text)
        }
    }
}

@Suite("Health checks")
struct HealthTests {
    @Test("a server over a working store is live and ready", arguments: ["/health/live", "/health/ready"])
    func healthy(_ path: String) async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, path)
            #expect(answer.status == .ok)
            #expect(try answer.text("status") == "ok")
        }
    }
}
