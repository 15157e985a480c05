#if PostgreSQL
import AccountStore
import Accounts
import TestKit
import Testing

@testable import AccountStorePostgreSQL

@Suite("Database addresses", .tags(.realParts), .timeLimit(.minutes(20)))
struct AddressTests {
    @Test(
        "a connection over a network is encrypted and verifies the server's name",
        arguments: [
            ("postgres://app@db.example.com/accounts", "verify-full"),
            ("postgres://app@203.0.113.7/accounts", "verify-full"),
            ("postgresql://app@localhost,db.example.com/accounts", "verify-full"),
            ("postgres://app@127.0.0.1.example.com/accounts", "verify-full"),
            ("postgres://app@db.example.com/accounts?sslmode=verify-full", "verify-full"),
        ])
    func network(_ text: String, _ mode: String) throws {
        #expect(try ConnectionAddress(text).parameters["sslmode"] == mode)
    }

    @Test(
        "a remote database with another sslmode is rejected, unless the operator allows it",
        arguments: ["disable", "allow", "prefer", "require", "verify-ca"])
    func unverified(_ mode: String) throws {
        for text in ["postgres://app:verysecret@db.example.com/accounts?sslmode=", "postgres:///accounts?service=far&sslmode="] {
            let error = #expect(throws: StoreError.self) { _ = try ConnectionAddress(text + mode) }
            #expect(error?.code == .unavailable && error?.reason.contains("store.unverifiedTLS") == true)
            #expect(error.map { !"\($0)".contains("verysecret") } == true)
            #expect(try ConnectionAddress(text + mode, allowsUnverified: true).parameters["sslmode"] == mode)
        }
        #expect(try ConnectionAddress("postgres://app@localhost/accounts?sslmode=\(mode)").parameters["sslmode"] == mode)
        let surroundings = ["host": "db.example.com"]
        #expect(throws: StoreError.self) { _ = try ConnectionAddress("postgres:///a?sslmode=\(mode)", defaults: surroundings) }
    }

    @Test(
        "a connection on this machine needs no encryption",
        arguments: [
            "postgres:///accounts", "postgres://app@localhost/accounts", "postgres://app@127.0.0.1/accounts",
            "postgres:///accounts?host=/run/postgresql", "postgres://app@[::1]:5433/accounts",
        ])
    func local(_ text: String) throws {
        #expect(try ConnectionAddress(text).parameters["sslmode"] == nil)
    }

    @Test(
        "an address without a host uses libpq's defaults, and a service may name any host",
        arguments: [
            ("postgres:///accounts", ["host": "db.example.com"], "verify-full"),
            ("postgres:///accounts", ["host": "/run/postgresql", "hostaddr": "203.0.113.7"], "verify-full"),
            ("postgres://localhost/accounts", ["hostaddr": "203.0.113.7"], "verify-full"),
            ("postgres:///accounts?host=", ["host": "db.example.com"], "verify-full"),
            ("postgres:///accounts?service=far", [:], "verify-full"),
            ("postgres:///accounts", ["host": "/run/postgresql"], nil),
            ("postgres://localhost/accounts", ["host": "db.example.com"], nil),
        ] as [(String, [String: String], String?)])
    func surroundings(_ text: String, _ defaults: [String: String], _ mode: String?) throws {
        #expect(try ConnectionAddress(text, defaults: defaults).parameters["sslmode"] == mode)
    }

    @Test(
        "a malformed address is rejected",
        arguments: ["", "accounts.sqlite", "http://db.example.com/", "postgres://[::1/accounts", "postgres://a/b?nonsense=1"])
    func rejected(_ text: String) {
        let error = #expect(throws: StoreError.self) { _ = try ConnectionAddress(text) }
        #expect(error?.code == .unavailable)
    }

    @Test(
        "several hosts are tried in order, as libpq parses the lists, and libpq rejects lists of different lengths",
        arguments: [
            ("postgres://a@one,two:5433/x", ["one  ", "two  5433"]),
            ("postgres:///x?host=/a,/b&port=5433", ["/a  5433", "/b  5433"]),
            ("postgres:///x?host=one,two&hostaddr=203.0.113.7,203.0.113.8", ["one 203.0.113.7 ", "two 203.0.113.8 "]),
            ("postgres:///x?hostaddr=203.0.113.7,203.0.113.8", [" 203.0.113.7 ", " 203.0.113.8 "]),
            ("postgres:///x?host=one,two&target_session_attrs=read-write", ["one   read-write", "two   read-write"]),
            (
                "postgres:///x?host=one,two&target_session_attrs=prefer-standby",
                ["one   standby", "two   standby", "one   any", "two   any"]
            ),
            ("postgres:///x?host=one&target_session_attrs=prefer-standby", ["one   standby", "one   any"]),
            ("postgres:///x?host=one,two&port=1,2,3", ["one,two  1,2,3"]),
            ("postgres:///x?host=one,two,three&hostaddr=203.0.113.7,203.0.113.8", ["one,two,three 203.0.113.7,203.0.113.8 "]),
            ("postgres:///x", ["  "]),
        ])
    func hosts(_ text: String, _ expected: [String]) throws {
        let hosts = try ConnectionAddress(text, defaults: [:]).hosts.map { host in
            ["host", "hostaddr", "port", "target_session_attrs"].compactMap { keyword in
                host.parameters[keyword] ?? (keyword == "target_session_attrs" ? nil : "")
            }.joined(separator: " ")
        }
        #expect(hosts == expected)
    }

    @Test("the description of an address omits the password")
    func description() throws {
        let address = try ConnectionAddress("postgres://app:verysecret@db.example.com/accounts")
        #expect("\(address)" == "database accounts on db.example.com")
        #expect(!String(reflecting: address).contains("verysecret"))
        let rejection = #expect(throws: StoreError.self) { _ = try ConnectionAddress("postgres://app:verysecret@[::1/a") }
        #expect(rejection.map { !"\($0)".contains("verysecret") } == true)
    }
}
#endif
