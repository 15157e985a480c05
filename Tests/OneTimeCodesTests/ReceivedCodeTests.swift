import FoundationEssentials
import OneTimeCodes
import Testing

@Suite("Received codes")
struct ReceivedCodeTests {
    private let arrival = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("a bound code has precedence over one in the text")
    func order() throws {
        let code = try #require(ReceivedCode(message: "Your code is 111111.\n\n@example.com #222222", receivedAt: arrival))
        #expect(code.code == "222222")
        #expect(code.binding?.host.text == "example.com")
        let free = try #require(ReceivedCode(message: "Your code is 111111.", receivedAt: arrival))
        #expect(free.code == "111111")
        #expect(free.binding == nil)
        #expect(ReceivedCode(message: "See you at 8", receivedAt: arrival) == nil)
    }

    @Test(
        "the position of a code is that in the text, otherwise that in the last line",
        arguments: [
            ("Your code is 111111.\n\n@example.com #111111", 13..<19), ("Your code is 111 111.\n\n@example.com #111111", 13..<20),
            ("Your code is 111111.\n\n@example.com #222222", 36..<42), ("@example.com #ab", 14..<16),
            ("e\u{301} code: \u{200E}4829", 10..<14),
            ("order 48291, code: 4829", 19..<23),
        ])
    func place(message: String, range: Range<Int>) throws {
        let code = try #require(ReceivedCode(message: message, receivedAt: arrival))
        #expect(code.range == range)
    }

    @Test(
        "a code is offered for three minutes",
        arguments: [(-1.0, false), (0, true), (179.9, true), (180, false), (1_000_000, false)])
    func expiry(age: Double, isOffered: Bool) throws {
        let code = try #require(ReceivedCode(message: "Your code is 111111.", receivedAt: arrival))
        #expect(code.isOffered(now: arrival + age) == isOffered)
    }
}
