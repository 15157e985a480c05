import Accounts
import HTTPTypes
import JSONText
import Mail
import Testing

@testable import AccountPages
@testable import AccountServer

@Suite("The API reference")
struct APIReferenceTests {
    private static func bench(withApple: Bool) throws -> ServerBench {
        let adjust = { (configuration: inout ServerConfiguration) in
            // Each operation signs up a separate account.
            configuration.throttles.registrationsPerAddress = configuration.throttles.registrationsInAll
            configuration.servesOperators = true
            configuration.mail = MailConfiguration(
                from: try MailAddress("accounts@example.com"), destination: .custom(Mailbox()))
        }
        return try withApple ? ServerBench(apple: FakeAppleService(), adjust: adjust) : ServerBench(adjust: adjust)
    }

    @Test("the page names every operation of the OpenAPI document, with a complete request", arguments: [false, true])
    func operations(withApple: Bool) async throws {
        try await Self.bench(withApple: withApple).run { client in
            let page = try await client.send(.get, "/docs/api")
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            let document = try await client.send(.get, "/openapi.json").json
            for path in try #require(document["paths"]?.object).members {
                for method in path.value.object?.members ?? [] {
                    let id = try #require(method.value["operationId"]?.string)
                    #expect(page.text.contains(#"<section class="operation" id="\#(id)">"#), "\(id)")
                }
            }
            #expect(page.text.contains("curl https://accounts.example.com/v1/session \\\n  -H "), "a session is a bearer token")
            #expect(!page.text.contains("{id}</code></pre>"), "parameters have example values")
        }
    }

    @Test("the server understands the example of every body", arguments: [false, true])
    func understood(withApple: Bool) async throws {
        try await Self.bench(withApple: withApple).run { client in
            let document = try await client.send(.get, "/openapi.json").json
            let example = SchemaExample(schemas: try #require(document["components"]?["schemas"]), isWhole: false)
            for path in try #require(document["paths"]?.object).members {
                for method in path.value.object?.members ?? [] {
                    guard let schema = method.value["requestBody"]?["content"]?["application/json"]?["schema"] else { continue }
                    // Each operation has its own account, because some operations end sessions and delete accounts.
                    let token = try await client.register("user-\(method.value["operationId"]?.string?.lowercased() ?? "")")
                    let isSignedIn = method.value["security"] != nil
                    let answer = try await client.send(
                        try #require(HTTPRequest.Method(method.name.uppercased())),
                        path.name.replacing("{id}", with: SchemaExample.identifier), token: isSignedIn ? token : nil,
                        json: example.value(of: schema))
                    let isUnderstood = answer.code.map { !["malformed-json", "invalid-fields"].contains($0) } ?? true
                    #expect(isUnderstood && answer.status != .unsupportedMediaType, "\(method.name) \(path.name): \(answer.text)")
                }
            }
        }
    }
}
