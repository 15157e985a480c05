import Testing
import WebAuthn

/// Tests of values that their initializers validate.
struct ValueTests {
    @Test(arguments: ["example.org", "localhost", "a-b.example.org", "1.example", "xn--bcher-kva.example"])
    func `a domain is accepted as relying party ID`(_ id: String) throws {
        #expect(try RelyingParty(id: id, origins: [Origin("https://example.org")]).id == id)
    }

    @Test(arguments: [
        "", "Example.org", "example.org.", ".example.org", "a..b", "-a.org", "a-.org", "https://example.org", "example.org:443",
        "127.0.0.1", "::1",
        "büch.er", "a b.org", String(repeating: "a", count: 64) + ".org", String(repeating: "abcdefg.", count: 32) + "org",
    ])
    func `a text that is not a domain in lower case is rejected as relying party ID`(_ id: String) async throws {
        let origin = try Origin("https://example.org")
        #expect(await rejection { try RelyingParty(id: id, origins: [origin]) } == "invalid-relying-party-id")
    }

    @Test func `a relying party without origins is rejected`() async {
        #expect(await rejection { try RelyingParty(id: "example.org", origins: []) } == "invalid-origin")
    }

    @Test(arguments: [
        "https://example.org", "https://example.org:8443", "http://localhost", "http://localhost:8080", "https://localhost",
        "android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
    ])
    func `an origin in the form that clients send is accepted`(_ text: String) throws {
        #expect(try Origin(text).description == text)
    }

    @Test(arguments: [
        "", "example.org", "https://", "https://example.org/", "https://Example.org", "https://example.org:443",
        "https://example.org:0",
        "https://example.org:08443", "https://example.org:+1", "https://example.org:99999", "https://example.org:",
        "http://example.org",
        "http://localhost:80", "http://localhost.example.org", "http://localhostx", "https://a@example.org",
        "android:apk-key-hash:",
        "android:apk-key-HASH:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
        "android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuF",
        "android:apk-key-hash:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "null",
    ])
    func `an origin in another form is rejected`(_ text: String) async {
        #expect(await rejection { try Origin(text) } == "invalid-origin")
    }

    @Test func `challenges, user handles and credential IDs outside their lengths are rejected`() async {
        for (count, isAccepted) in [(15, false), (16, true), (1_024, true), (1_025, false)] {
            let bytes = [UInt8](repeating: 0, count: count)
            #expect(await rejection { try Challenge(bytes) } == (isAccepted ? nil : "invalid-challenge"))
        }
        for (count, isAccepted) in [(0, false), (1, true), (64, true), (65, false)] {
            let bytes = [UInt8](repeating: 0, count: count)
            #expect(await rejection { try UserHandle(bytes) } == (isAccepted ? nil : "invalid-user-handle"))
        }
        for (count, isAccepted) in [(0, false), (1, true), (1_023, true), (1_024, false)] {
            let bytes = [UInt8](repeating: 0, count: count)
            #expect(await rejection { try CredentialID(bytes) } == (isAccepted ? nil : "invalid-credential-id"))
        }
    }

    @Test func `a new challenge has 32 bytes from the generator`() {
        struct Counting: RandomNumberGenerator {
            var state: UInt64 = 0
            mutating func next() -> UInt64 {
                state += 0x0101_0101_0101_0101
                return state
            }
        }
        var generator = Counting()
        let first = Challenge(using: &generator)
        #expect(first.bytes.count == 32)
        #expect(Challenge(using: &generator).bytes != first.bytes)
        #expect(Challenge().bytes != Challenge().bytes)
    }
}
