@testable import AppleIdentityEmulator
import Testing

@Suite("Parameters of a request")
struct FormValuesTests {
    private func read(_ text: String) throws(AppleServiceError) -> FormValues {
        try FormValues(encoded: Array(text.utf8))
    }

    @Test("plus signs and percent escapes are decoded, and empty values count as missing")
    func decoding() throws {
        let form = try read("scope=name+email&state=a%20b%2Bc&nonce=&flag&x=%C3%A4&&y=1=2")
        #expect(form["scope"] == "name email" && form["state"] == "a b+c" && form["x"] == "ä" && form["y"] == "1=2")
        #expect(form["nonce"] == nil && form["flag"] == nil)
        #expect(form.fields.map(\.name) == ["scope", "state", "x", "y"])
        #expect(try read("").fields.isEmpty)
    }

    @Test(
        "malformed encoding is rejected with its position",
        arguments: [
            ("a=%", "byte 2"), ("a=%4", "byte 2"), ("a=x%zz", "byte 3"), ("a=%4&b=1", "byte 2"), ("a=1&b=%C3%28", "from byte 6"),
            ("a=1&a=2", "a is"), ("a=&a=2", "a is"), ("a=1&%61=2", "a is"), ("client_id=x&client_id=x", "client_id is"),
        ])
    func rejections(_ text: String, _ place: String) throws {
        let rejection = #expect(throws: AppleServiceError.self) { try read(text) }
        #expect(rejection?.code == .invalidRequest && rejection?.explanation.contains(place + " ") == true)
    }

    @Test("65,536 bytes and 64 parameters are accepted, one more is rejected")
    func limits() throws {
        let full = "a=" + String(repeating: "x", count: 65_534)
        #expect(try read(full)["a"]?.count == 65_534)
        #expect(throws: AppleServiceError.oversizeForm) { try read(full + "x") }
        let many = (1...64).map { "p\($0)=1" }.joined(separator: "&")
        #expect(try read(many).fields.count == 64)
        #expect(throws: AppleServiceError.tooManyFields) { try read(many + "&q=1") }
        #expect(try read(String(repeating: "&", count: 1_000) + many)["p2"] == "1")
    }

    @Test("five thousand mutated forms are parsed or rejected, and a parsed form survives a round trip")
    func fuzz() throws {
        var random = EmulatedRandomness.seeded(7)
        let seeds = ["grant_type=authorization_code&code=c123.0.abc&redirect_uri=https%3A%2F%2Fa.example%2Fcb", "a=%C3%A4&b=+&c"]
        let spice = Array("%&=+\u{0}\u{7F}aF9".utf8) + [0xC3, 0xFF]
        for round in 0..<5_000 {
            var bytes = Array(seeds[round % 2].utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = spice.randomElement(using: &random) ?? 0
                case 1: bytes.insert(spice.randomElement(using: &random) ?? 0, at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            guard let form = try? FormValues(encoded: bytes) else { continue }
            let again = try FormValues(form.fields.map { ($0.name, $0.value) })
            #expect(again == form)
        }
    }
}
