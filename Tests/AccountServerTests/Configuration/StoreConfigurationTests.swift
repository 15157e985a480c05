import Testing

@testable import AccountServer

@Suite("The store setting")
struct StoreConfigurationTests {
    private static let address = "postgres://app:verysecret@db.example.com/accounts"

    private func reading(_ yaml: String, environment: [String: String] = [:]) throws -> StoreConfiguration {
        try StoreConfiguration(
            ConfigurationSources(file: ConfigurationFile(path: "etc/latchkey.yaml", text: yaml), environment: environment))
    }

    private func problems(_ yaml: String, environment: [String: String] = [:]) -> [String] {
        do throws(ConfigurationProblems) {
            _ = try StoreConfiguration(
                ConfigurationSources(file: ConfigurationFile(path: "etc/latchkey.yaml", text: yaml), environment: environment))
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test(
        "one line configures the store",
        arguments: [
            ("store: accounts.sqlite", StoreConfiguration.sqlite(path: "etc/accounts.sqlite")),
            ("store: {path: accounts.sqlite}", .sqlite(path: "etc/accounts.sqlite")),
            ("store: \(address)", .postgreSQL(DatabaseAddress(address), connections: 8)),
            ("store: {address: '\(address)', connections: 3}", .postgreSQL(DatabaseAddress(address), connections: 3)),
            ("store: postgresql:///accounts", .postgreSQL(DatabaseAddress("postgresql:///accounts"), connections: 8)),
        ])
    func forms(_ yaml: String, _ store: StoreConfiguration) throws {
        #expect(try reading(yaml) == store)
    }

    @Test("the environment can set the address of the store")
    func environment() throws {
        #expect(
            try reading("", environment: ["LATCHKEY_STORE_ADDRESS": Self.address])
                == .postgreSQL(DatabaseAddress(Self.address), connections: 8))
    }

    @Test(
        "two stores are rejected, and so is a missing one",
        arguments: ["store: {path: a, address: 'postgres:///b'}", "store: {}", ""])
    func oneOfTwo(_ yaml: String) {
        #expect(problems(yaml).count == 1)
    }

    @Test(
        "a malformed address is rejected and not quoted",
        arguments: [
            "mysql://app:verysecret@db/accounts", "postgres://app:very secret@db/accounts", "postgres://app:verysecrét@db/a",
        ])
    func rejected(_ address: String) {
        let problems = problems("store: {address: '\(address)'}")
        #expect(problems.count == 1 && problems[0].contains("store.address") && !problems[0].contains("secr"), "\(problems)")
    }

    @Test("the description of an address is redacted")
    func redaction() throws {
        let store = try reading("store: \(Self.address)")
        #expect(!"\(store)".contains("verysecret") && !String(reflecting: store).contains("verysecret"))
        var text = ""
        dump(store, to: &text)
        #expect(!text.contains("verysecret"))
    }
}
