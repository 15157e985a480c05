import AccountServer
import HTTPTypes
import JSONText
import Secrets
import Testing

/// Known attacks on JWT verifiers since 2015. Those on algorithms are in failure 2.
@Suite("Failure 23: classic malformed tokens")
struct MalformedTokenTests {
    static let headers: [Forgery] = {
        let attackers = JSONValue.object(ForgingKey.attackers.jwk)
        let names: [(String, JSONValue?)] = [
            ("no kid", nil), ("an empty kid", ""), ("a path for a kid", "../../../../dev/null"),
            ("SQL for a kid", "x' UNION SELECT 'key' --"), ("a command for a kid", "|/bin/true"),
            ("an address for a kid", "https://attacker.example/key"), ("a kid with a null", "W6WcOKBdRS\u{0}"),
            ("a kid in another case", "w6wcokbdrs"), ("a list of kids", ["W6WcOKBdRS"]), ("a number for a kid", 0),
        ]
        return names.map { name, value in Forgery(name) { $0.withHeader("kid", value) } } + [
            Forgery("an embedded jwk") { $0.signedSecretly(by: .attackers).withHeader("jwk", attackers) },
            Forgery("an embedded jwk and no kid") {
                $0.signedSecretly(by: .attackers).withHeader("jwk", attackers).withHeader("kid", nil)
            },
            Forgery("an embedded jwk under its own kid") { $0.signed(by: .attackers).withHeader("jwk", attackers) },
            Forgery("jku") { $0.signed(by: .attackers).withHeader("jku", "https://attacker.example/keys") },
            Forgery("x5u") { $0.signed(by: .attackers).withHeader("x5u", "https://attacker.example/chain.pem") },
            Forgery("x5c") { $0.signed(by: .attackers).withHeader("x5c", ["MIIB"]) },
            Forgery("crit of the unknown") { $0.withHeader("crit", ["x-must"]).withHeader("x-must", true) },
            Forgery("crit of nothing") { $0.withHeader("crit", []) },
            Forgery("b64 false") { $0.withHeader("b64", false).withHeader("crit", ["b64"]) },
            Forgery("b64 false without crit") { $0.withHeader("b64", false) },
            Forgery("alg twice") { $0.heading(#"{"kid":"\#(ForgingKey.apple.keyID)","alg":"none","alg":"RS256"}"#) },
            Forgery("kid twice") { $0.heading(#"{"kid":"x","kid":"\#(ForgingKey.apple.keyID)","alg":"RS256"}"#) },
            Forgery("a header after the header") { $0.heading(JSONValue.object($0.header).text() + "{}") },
            Forgery("a header that is a list") { $0.heading("[]") },
            Forgery("a header of nothing") { $0.heading("") },
        ]
    }()

    static let payloads: [Forgery] =
        ["iss", "aud", "sub", "nonce", "exp", "iat", "email_verified"].map { name in
            Forgery("\(name) twice") { $0.repeating(name, $0.claims[name] ?? true) }
        }
        + ["exp", "iat"].flatMap { name in
            [
                "\"1800086400\"", "NaN", "Infinity", "-Infinity", "1e308", "1e400", "1e1000000", "-1", "0", "1800000000.5",
                "0x6B49D200",
                "01800000000", "9223372036854775808", "18446744073709551616", "null", "true", "[]", "{}",
            ].map { text in Forgery("\(name) as \(text)") { $0.writing(name, as: text) } }
        }
        + [
            Forgery("a payload that is a list") { $0.saying("[" + JSONValue.object($0.claims).text() + "]") },
            Forgery("a payload that is a string") { $0.saying("\"https://appleid.apple.com\"") },
            Forgery("a payload of nothing") { $0.saying("") },
            Forgery("bytes after the payload") { $0.saying(JSONValue.object($0.claims).text() + " x") },
            Forgery("a payload as deep as a well") {
                $0.writing("deep", as: String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000))
            },
        ]

    static let texts: [Forgery] =
        [
            Forgery("nothing", text: { _ in "" }), Forgery("one dot", text: { _ in "." }),
            Forgery("two dots", text: { _ in ".." }),
            Forgery("twelve thousand dots", text: { _ in String(repeating: ".", count: 12_000) }),
            Forgery("no signature part", text: { try $0.parts.dropLast().joined(separator: ".") }),
            Forgery("an empty signature", text: { try $0.parts.dropLast().joined(separator: ".") + "." }),
            Forgery("a fourth part", text: { try $0.text + ".AAAA" }),
            Forgery(
                "five parts, as of an encrypted token",
                text: { try ([$0.parts[0], "AA", "AA"] + $0.parts[1...]).joined(separator: ".") }),
            Forgery("padding", text: { try $0.text + "==" }), Forgery("a line after it", text: { try $0.text + "\n" }),
            Forgery("a space before it", text: { try " " + $0.text }),
            Forgery("the other alphabet", text: { try $0.otherAlphabet }),
            Forgery("a signature in its second spelling", text: { try $0.secondSpelling }),
            Forgery(
                "a signature of another payload",
                text: { try [$0.parts[0], $0.with("sub", "x").parts[1], $0.parts[2]].joined(separator: ".") }),
            Forgery(
                "the JSON form",
                text: { try #"{"protected":"\#($0.parts[0])","payload":"\#($0.parts[1])","signature":"\#($0.parts[2])"}"# }),
            Forgery("17 KiB", text: { try $0.with("filler", .string(String(repeating: "A", count: 12_600))).text }),
            Forgery("60 KiB", text: { try $0.with("filler", .string(String(repeating: "A", count: 44_000))).text }),
        ]

    @Test("failure 23: a header with its own key, its own rules or two meanings is rejected", arguments: headers)
    func header(forgery: Forgery) async throws {
        try await ForgeryBench.run { bench, client in
            try await bench.expectRejection(of: forgery.forge, client)
            #expect(bench.apple.urls.allSatisfy { $0 == "https://appleid.apple.com/auth/keys" })
        }
    }

    @Test("failure 23: a payload with two meanings, or with malformed times, is rejected", arguments: payloads)
    func payload(forgery: Forgery) async throws {
        try await ForgeryBench.run { bench, client in try await bench.expectRejection(of: forgery.forge, client) }
    }

    @Test("failure 23: a text that is not a canonical compact token is rejected", arguments: texts)
    func text(forgery: Forgery) async throws {
        try await ForgeryBench.run { bench, client in try await bench.expectRejection(of: forgery.forge, client) }
    }

    static let blankSignatures: [[UInt8]] = {
        let zero = [UInt8](repeating: 0, count: 32)
        let order: [UInt8] =
            [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
            + [0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51]
        let one = [UInt8](repeating: 0, count: 31) + [1]
        return [zero + zero, zero + one, one + zero, order + order, order + one, zero + order, [], [0x30, 6, 2, 1, 0, 2, 1, 0]]
    }()

    @Test("failure 23: zero r and s are not an ECDSA signature", arguments: blankSignatures)
    func psychicSignature(bytes: [UInt8]) async throws {
        try await ForgeryBench.run { bench, client in
            try await bench.expectRejection(
                of: {
                    try $0.signed(by: .appleP256).signedSecretly(by: ForgingKey(keyID: "", material: .fixed(bytes))).text
                }, client, twin: { $0.signed(by: .appleP256) })
        }
    }

    @Test("failure 23: a token of ten megabytes is not read, and the next one is")
    func tenMegabytes() async throws {
        try await ForgeryBench.run { bench, client in
            let nonce = try await client.challenge()
            let good = try bench.token(nonce: nonce).text
            // The response may arrive, or the connection close, before everything is sent. A session must not be created.
            let huge = try? await bench.signIn(good + String(repeating: "A", count: 10 << 20), nonce: nonce, client)
            #expect(huge.map { $0.status == 413 } ?? true)
            let dots = try? await bench.signIn(String(repeating: ".", count: 10 << 20), nonce: nonce, client)
            #expect(dots.map { $0.status == 413 } ?? true)
            #expect(try await bench.signIn(good, nonce: nonce, client).status == 201)
        }
    }
}

extension ForgedToken {
    fileprivate func heading(_ text: String) -> ForgedToken {
        var token = self
        token.headerText = text
        return token
    }

    fileprivate func saying(_ text: String) -> ForgedToken {
        var token = self
        token.payload = text
        return token
    }

    fileprivate var parts: [String] {
        get throws { try text.split(separator: ".").map(String.init) }
    }

    /// The same bytes in base64 with plus and slash. A claim ensures that one occurs.
    fileprivate var otherAlphabet: String {
        get throws {
            let token = try with("filler", "???>>>???>>>").text
            return token.replacing("-", with: "+").replacing("_", with: "/")
        }
    }

    /// The same signature with one of the unused bits of its last character set: 256 bytes leave four.
    fileprivate var secondSpelling: String {
        get throws {
            let token = try text
            let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
            guard let last = token.last, let place = letters.firstIndex(of: last) else { return token }
            return String(token.dropLast()) + String(letters[place + 1])
        }
    }
}
