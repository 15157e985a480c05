import TestKit
import Testing

@testable import InternetAddresses

@Suite("Parsing and formatting addresses")
struct IPAddressTextTests {
    @Test(
        "an address is formatted in its canonical form",
        arguments: [
            ("0.0.0.0", "0.0.0.0"), ("192.0.2.1", "192.0.2.1"), ("255.255.255.255", "255.255.255.255"),
            ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8::A", "2001:db8::a"),
            ("2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"),
            ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
            ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
            ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"), ("1:2:3:4:5:6:192.0.2.33", "1:2:3:4:5:6:c000:221"),
            ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:0201", "192.0.2.1"), ("::fffe:c000:201", "::fffe:c000:201"),
        ])
    func canonicalForm(text: String, canonical: String) throws {
        #expect(try IPAddress(text).description == canonical)
        #expect(try IPAddress(canonical) == IPAddress(text))
    }

    @Test(
        "any other form is rejected with its position",
        arguments: [
            ("", IPAddressError(.empty, at: 0)),
            ("192.0.2", IPAddressError(.endsEarly, at: 7)), ("192.0.2.", IPAddressError(.endsEarly, at: 8)),
            ("192.0.2.1.1", IPAddressError(.unexpectedCharacter, at: 9)), ("192.0.2.256", IPAddressError(.numberTooLarge, at: 8)),
            ("192.0.02.1", IPAddressError(.leadingZero, at: 6)), ("192.0.00.1", IPAddressError(.leadingZero, at: 6)),
            ("0x7f.0.0.1", IPAddressError(.unexpectedCharacter, at: 1)), ("2130706433", IPAddressError(.groupTooLong, at: 0)),
            (" 192.0.2.1", IPAddressError(.unexpectedCharacter, at: 0)),
            ("192.0.2.1 ", IPAddressError(.unexpectedCharacter, at: 9)),
            ("192.0.2.1:80", IPAddressError(.unexpectedCharacter, at: 9)), ("١.0.2.1", IPAddressError(.unexpectedCharacter, at: 0)),
            ("192.0.2.-1", IPAddressError(.unexpectedCharacter, at: 8)), (".0.2.1", IPAddressError(.unexpectedCharacter, at: 0)),
            (":", IPAddressError(.endsEarly, at: 1)), (":1", IPAddressError(.unexpectedCharacter, at: 1)),
            (":::", IPAddressError(.unexpectedCharacter, at: 2)), ("1:::2", IPAddressError(.unexpectedCharacter, at: 3)),
            ("1::2::3", IPAddressError(.tooManyGroups, at: 5)), ("1:2:3:4:5:6:7", IPAddressError(.endsEarly, at: 13)),
            ("1:2:3:4:5:6:7:", IPAddressError(.endsEarly, at: 14)), ("1:2:3:4:5:6:7:8:9", IPAddressError(.tooManyGroups, at: 16)),
            ("1:2:3:4:5:6:7:8::", IPAddressError(.tooManyGroups, at: 17)),
            ("::1:2:3:4:5:6:7:8", IPAddressError(.tooManyGroups, at: 17)),
            ("1:2:3:4:5:6:7:192.0.2.1", IPAddressError(.tooManyGroups, at: 14)),
            ("1:192.0.2.1", IPAddressError(.endsEarly, at: 11)),
            ("::192.0.2.1:1", IPAddressError(.unexpectedCharacter, at: 11)), ("::00001", IPAddressError(.groupTooLong, at: 2)),
            ("::ffff:192.0.2.01", IPAddressError(.leadingZero, at: 15)), ("::g", IPAddressError(.unexpectedCharacter, at: 2)),
            ("fe80::1%eth0", IPAddressError(.zoneIdentifier, at: 7)), ("[::1]", IPAddressError(.unexpectedCharacter, at: 0)),
            ("::1/64", IPAddressError(.unexpectedCharacter, at: 3)), ("localhost", IPAddressError(.unexpectedCharacter, at: 0)),
        ])
    func otherSpellings(text: String, error: IPAddressError) {
        #expect(throws: error) { try IPAddress(text) }
    }

    @Test("every number survives a round trip")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 4291)
        for _ in 0..<2_000 {
            let v4 = IPAddress(v4: generator.next())
            #expect(try IPAddress(v4.description) == v4)
            #expect(IPAddress(octets: v4.octets) == v4)
            // Zero groups make compressed forms likely.
            var bits: UInt128 = 0
            for _ in 0..<8 {
                let group: UInt16 = Bool.random(using: &generator) ? 0 : generator.next()
                bits = bits << 16 | UInt128(group)
            }
            let v6 = IPAddress(v6: bits)
            #expect(try IPAddress(v6.description) == v6)
            #expect(IPAddress(octets: v6.octets) == v6)
        }
    }

    @Test("a parsed address survives a round trip, and no text traps")
    func fuzz() {
        var generator = SeededGenerator(seed: 5952)
        let alphabet = Array("0123456789abcF:.%/ g")
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...24, using: &generator)
            let text = String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
            if let address = try? IPAddress(text) {
                #expect((try? IPAddress(address.description)) == address, "\(text)")
            }
            if let network = try? IPNetwork(text) {
                #expect((try? IPNetwork(network.description)) == network, "\(text)")
            }
        }
    }
}
