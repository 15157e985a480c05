import Secrets
import Testing

@testable import Accounts

@Suite("Identifiers")
struct IdentifierTests {
    static let text = "0b9f2a1c-4d5e-4f60-8a7b-9c0d1e2f3a4b"

    @Test("a generated identifier is a version 4 UUID in lower case")
    func minted() {
        let random = PredictableRandomBytes(seed: 1)
        for _ in 0..<200 {
            let text = Array(AccountID(random: random).description)
            #expect(text.count == 36)
            #expect([8, 13, 18, 23].allSatisfy { text[$0] == "-" })
            #expect(text[14] == "4")
            #expect("89ab".contains(text[19]))
            #expect(text.allSatisfy { "0123456789abcdef-".contains($0) })
        }
    }

    @Test("identifiers differ in all bits that are not fixed")
    func chance() {
        let random = SystemRandomBytes()
        let identifiers = (0..<1_000).map { _ in AccountID(random: random).bytes }
        #expect(Set(identifiers).count == 1_000)
        for position in 0..<16 {
            let ones = identifiers.reduce(UInt8(0)) { $0 | $1[position] }
            let zeros = identifiers.reduce(UInt8(255)) { $0 & $1[position] }
            let fixed: UInt8 = position == 6 ? 0xF0 : position == 8 ? 0xC0 : 0
            #expect(ones | fixed == 255)
            #expect(zeros & ~fixed == 0)
        }
    }

    @Test("an identifier parses from its text")
    func roundTrip() throws {
        let id = AccountID(random: PredictableRandomBytes(seed: 2))
        #expect(AccountID(id.description) == id)
        #expect(AccountID(bytes: id.bytes) == id)
        #expect(try #require(AccountID(Self.text)).description == Self.text)
    }

    @Test(
        "another spelling is rejected",
        arguments: [
            "", "0B9F2A1C-4D5E-4F60-8A7B-9C0D1E2F3A4B", "{0b9f2a1c-4d5e-4f60-8a7b-9c0d1e2f3a4b}",
            "0b9f2a1c4d5e4f608a7b9c0d1e2f3a4b",
            "0b9f2a1c-4d5e-4f60-8a7b-9c0d1e2f3a4", "0b9f2a1c-4d5e-4f60-8a7b-9c0d1e2f3a4b ", " 0b9f2a1c-4d5e-4f60-8a7b-9c0d1e2f3a4b",
            "0b9f2a1c-4d5e-4f60-8a7b-9c0d1e2f3a4g", "0b9f2a1c-4d5e-4f60-8a7b-9c0d1e2f3a4b\0",
            "urn:uuid:0b9f2a1c-4d5e-4f60-8a7b-9c0d1e2f3a4b",
            "0b9f2a1c_4d5e_4f60_8a7b_9c0d1e2f3a4b", "０b9f2a1c-4d5e-4f60-8a7b-9c0d1e2f3a4b",
        ])
    func otherSpellings(text: String) {
        #expect(AccountID(text) == nil)
    }

    @Test("only sixteen bytes are an identifier", arguments: [0, 1, 15, 17, 32])
    func octets(count: Int) {
        #expect(AccountID(bytes: [UInt8](repeating: 7, count: count)) == nil)
        #expect(AccountID(bytes: [UInt8](repeating: 7, count: 16)) != nil)
    }
}
