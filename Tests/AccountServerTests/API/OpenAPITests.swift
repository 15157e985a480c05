import Accounts
import HTTPTypes
import JSONText
import Testing

@testable import AccountServer

@Suite("The OpenAPI document")
struct OpenAPITests {
    private func document() async throws -> JSONValue {
        let bench = try ServerBench()
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

    @Test("it names exactly the routes that there are")
    func namesTheRoutes() async throws {
        let document = try await document()
        let paths = try #require(document["paths"]?.object)
        let described = Set(
            paths.members.flatMap { path in
                path.value.object?.members.map { "\($0.name.uppercased()) \(path.name)" } ?? []
            })
        let system = try ServerBench().system
        let api = try #require(system.tables.first)
        let routed = Set(api.routes.map { "\($0.method.rawValue) \($0.path)" }).subtracting(["GET /openapi.json"])
        #expect(described == routed)
    }

    @Test("every reference leads somewhere, and every schema is used")
    func references() async throws {
        let document = try await document()
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

    @Test("every path parameter of a path is described")
    func parameters() async throws {
        for member in try await document()["paths"]?.object?.members ?? [] {
            let names = member.name.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
            for operation in member.value.object?.members ?? [] {
                let described = operation.value["parameters"]?.array?.filter { $0["in"]?.string == "path" } ?? []
                #expect(described.compactMap { $0["name"]?.string } == names)
            }
        }
    }

    @Test("the lengths of new passwords are those of the configuration")
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
