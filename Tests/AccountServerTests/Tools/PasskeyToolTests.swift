import AccountPages
import Accounts
import EmulatedAuthenticator
import HTTPTypes
import Secrets
import TestStores
import Testing
import WebAuthn

@testable import AccountServer

@Suite("The passkey tool")
struct PasskeyToolTests {
    private static let path = "/tools/passkeys"
    private static let challenge = [UInt8](repeating: 7, count: 32)

    private static func passkey() -> EmulatedPasskey {
        EmulatedPasskey(origin: "https://login.example.org", relyingPartyID: "example.org", credentialID: [9, 9])
    }

    private static func post(
        _ client: ServerClient, _ response: [UInt8], _ fields: [(name: String, value: String)] = [], headers: HTTPFields = [:]
    ) async throws -> ShownPage {
        var all: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        for field in headers { all[field.name] = field.value }
        let body = FormEncoding.encode([(name: "response", value: String(decoding: response, as: UTF8.self))] + fields)
        return ShownPage(path: path, answer: try await client.send(.post, path, body: body, headers: all), redirects: [])
    }

    @Test("the form needs no cookie and sets none, and a response in the URL is ignored")
    func begins() async throws {
        try await ServerBench().run { client async throws in
            let answer = try await client.send(.get, "\(Self.path)?response=%7B%7D")
            let page = ShownPage(path: Self.path, answer: answer, redirects: [])
            #expect(page.status == 200)
            #expect(page.text.contains("<textarea id=\"response\"") && !page.text.contains("{}"))
            #expect(answer.headers[.setCookie] == nil)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.headers[.contentSecurityPolicy] == ContentSecurityPolicy.page)
        }
    }

    @Test("a registration is verified, and its key verifies a sign-in")
    func valid() async throws {
        try await ServerBench().run { client async throws in
            var passkey = Self.passkey()
            let registration = try await Self.post(client, passkey.registrationJSON(Self.challenge, user: [1, 2, 3]))
            #expect(registration.status == 200)
            #expect(registration.verdictLine == "valid: The registration passes every check")
            #expect(registration.text.contains("relying party ID, origin, challenge."))
            for field in [
                "authData.rpIdHash", "authData.flags", "authData.credentialPublicKey.kty", "authData.credentialPublicKey.y", "fmt",
            ] {
                #expect(registration.text.contains(">\(field)</code>"), "\(field)")
            }
            let key = Base64URL.encode(passkey.publicKey)
            #expect(registration.text.contains(key))

            let signIn = try await Self.post(client, passkey.assertionJSON(Self.challenge))
            #expect(signIn.verdictLine == "no-key: Every check before the signature passes")
            let checked = try await Self.post(client, passkey.assertionJSON(Self.challenge), [("public-key", key)])
            #expect(checked.verdictLine == "valid: The sign-in passes every check")
            let other = Base64URL.encode(Self.passkey().publicKey)
            let wrong = try await Self.post(client, passkey.assertionJSON(Self.challenge), [("public-key", other)])
            #expect(wrong.verdictLine == "invalid-signature: Check A10 rejects the response")
        }
    }

    @Test("an expected value that differs is rejected by its check")
    func rejected() async throws {
        try await ServerBench().run { client async throws in
            var passkey = Self.passkey()
            passkey.isUserVerified = false
            let registration = passkey.registrationJSON(Self.challenge, user: [1])
            let same = Base64URL.encode(Self.challenge)
            for (name, value, verdict) in [
                ("challenge", same, "valid: The registration passes every check"),
                ("challenge", "AAEC", "wrong-challenge: Check R4 rejects the response"),
                ("origin", "https://login.example.org", "valid: The registration passes every check"),
                ("origin", "https://example.org", "unexpected-origin: Check R5 rejects the response"),
                ("rp-id", " example.org ", "valid: The registration passes every check"),
                ("rp-id", "login.example.org", "wrong-relying-party: Check R10 rejects the response"),
                ("user-verification", "optional", "valid: The registration passes every check"),
                ("user-verification", "required", "user-not-verified: Check R12 rejects the response"),
            ] {
                #expect(try await Self.post(client, registration, [(name, value)]).verdictLine == verdict, "\(name) \(value)")
            }
            let assertion = try passkey.assertionJSON(Self.challenge)
            let signIn = try await Self.post(client, assertion, [("rp-id", "login.example.org")])
            #expect(signIn.verdictLine == "wrong-relying-party: Check A5 rejects the response")
            passkey.origin = "https://login.example.com"
            let elsewhere = try await Self.post(client, passkey.assertionJSON(Self.challenge))
            #expect(elsewhere.verdictLine == "wrong-relying-party: Check A5 rejects the response")
        }
    }

    @Test("of an origin with many labels, the tool tries the host and the shortest parent domains")
    func manyLabels() async throws {
        try await ServerBench().run { client async throws in
            let host = "a.b.c.d.e.f.g.h.i.j.k.example.org"
            for (id, isTried) in [
                (host, true), ("b.c.d.e.f.g.h.i.j.k.example.org", false), ("f.g.h.i.j.k.example.org", true), ("example.org", true),
            ] {
                var passkey = EmulatedPasskey(origin: "https://\(host)", relyingPartyID: id, credentialID: [9, 9])
                let registration = passkey.registrationJSON(Self.challenge, user: [1])
                let page = try await Self.post(client, registration)
                #expect(page.verdictLine?.hasPrefix(isTried ? "valid:" : "wrong-relying-party:") == true, "\(id)")
                let named = try await Self.post(client, registration, [("rp-id", id)])
                #expect(named.verdictLine?.hasPrefix("valid:") == true, "\(id)")
            }
        }
    }

    @Test("members of a native client are checked, and the verdict says which are missing")
    func native() async throws {
        try await ServerBench().run { client async throws in
            var passkey = Self.passkey()
            let registration = try passkey.register(Self.challenge, user: [1])
            let (clientData, object) = (
                Base64URL.encode(registration.clientDataJSON), Base64URL.encode(registration.attestationObject)
            )
            let whole = try await Self.post(
                client, Array(#"{"clientDataJSON":"\#(clientData)","attestationObject":"\#(object)"}"#.utf8))
            #expect(whole.verdictLine == "valid: The registration passes every check")
            let half = try await Self.post(client, Array(#"{"clientDataJSON":"\#(clientData)"}"#.utf8))
            #expect(half.verdictLine == "incomplete: The response is incomplete")
            passkey.origin = "android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
            let app = try await Self.post(client, passkey.registrationJSON(Self.challenge, user: [1]))
            #expect(app.verdictLine == "no-relying-party: The relying party ID is missing")
            let named = try await Self.post(
                client, passkey.registrationJSON(Self.challenge, user: [1]), [("rp-id", "example.org")])
            #expect(named.verdictLine == "valid: The registration passes every check")
            passkey.origin = "ftp://example.org"
            let unknown = try await Self.post(client, passkey.registrationJSON(Self.challenge, user: [1]))
            #expect(unknown.verdictLine == "invalid-origin: The response is rejected")
        }
    }

    @Test("a malformed part is shown with the position of its fault, and the other parts are divided")
    func malformed() async throws {
        try await ServerBench().run { client async throws in
            var passkey = Self.passkey()
            let registration = try passkey.register(Self.challenge, user: [1])
            let clientData = Base64URL.encode(registration.clientDataJSON)
            let object = Base64URL.encode(registration.attestationObject.dropLast(10))
            let page = try await Self.post(
                client, Array(#"{"clientDataJSON":"\#(clientData)","attestationObject":"\#(object)"}"#.utf8))
            #expect(page.verdictLine == "truncated: Check R9 rejects the response")
            #expect(page.text.contains("The message ends inside an item. The error is at byte "))
            #expect(page.text.contains("<span class=\"fault\">"))
            #expect(page.text.contains(">challenge</code>"))
        }
    }

    @Test("input that cannot be decoded is rejected at its field")
    func undecodable() async throws {
        try await ServerBench().run { client async throws in
            var passkey = Self.passkey()
            let valid = passkey.registrationJSON(Self.challenge, user: [1])
            let large = [UInt8](repeating: 0x20, count: 10) + Array("\"".utf8) + [UInt8](repeating: 0x61, count: 65_535)
            for (response, fields, code) in [
                ([], [], "missing"), (Array("{".utf8), [], "malformed"), (Array("[]".utf8), [], "missing-member"),
                (Array(#"{"signature":"="}"#.utf8), [], "malformed"), (large, [], "too-large"),
                (valid, [("challenge", "=")], "malformed"), (valid, [("rp-id", "127.0.0.1")], "invalid-relying-party-id"),
                (valid, [("origin", "https://example.org/")], "invalid-origin"), (valid, [("public-key", "=")], "malformed"),
                (valid, [("public-key", "oA")], "unusable-key"),
            ] as [([UInt8], [(name: String, value: String)], String)] {
                let page = try await Self.post(client, response, fields)
                #expect(page.status == 422, "\(code)")
                #expect(page.errorCodes == [code])
                #expect(page.title?.hasPrefix("Error: ") == true)
            }
            let largest = Array(#"{"signature":"AA"}"#.utf8)
            let padded = largest + [UInt8](repeating: 0x20, count: 65_536 - largest.count)
            #expect(try await Self.post(client, padded).status == 200)
            #expect(try await Self.post(client, largest, [("other", "")]).status == 400)
            #expect(try await Self.post(client, [UInt8](repeating: 0x61, count: 300_000)).status == 413)
            #expect(try await Self.post(client, valid, headers: [.origin: "https://other.example"]).status == 403)
        }
    }

    @Test("each address has a budget")
    func throttled() async throws {
        let budget = try #require(Budget(burst: 2, refill: 1, per: .seconds(60)))
        try await ServerBench { $0.throttles.toolRequestsPerAddress = budget }.run { client async throws in
            #expect(try await client.send(.get, Self.path).status == .ok)
            #expect(try await Self.post(client, Array(#"{"signature":"AA"}"#.utf8)).status == 200)
            #expect(try await Self.post(client, Array(#"{"signature":"AA"}"#.utf8)).status == 429)
        }
    }

    @Test("if the tool is off, the page does not exist")
    func off() async throws {
        try await ServerBench { $0.tools.servesPasskeys = false }.run { client async throws in
            #expect(try await client.send(.get, Self.path).status == .notFound)
            #expect(try await Self.post(client, []).status == 404)
        }
    }
}

extension ShownPage {
    /// The code and the headline of the verdict.
    fileprivate var verdictLine: String? {
        text.firstMatch(of: /data-code="([^"]*)">\s*<h2 id="verdict">([^<]*)</).map { "\($0.1): \($0.2)" }
    }
}
