import OneTimeCodes
import TestKit
import Testing

@Suite("Counter-based one-time passwords")
struct HOTPTests {
    private static func hotp(digits: Int = 6) throws -> HOTP {
        let key = try #require(OneTimePasswordKey(Array("12345678901234567890".utf8)))
        return try #require(HOTP(key, digits: digits))
    }

    @Test(
        "the vectors of RFC 4226 appendix D match",
        arguments: zip(
            0..<10, ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]))
    func vectors(counter: Int, password: String) throws {
        #expect(try Self.hotp().password(UInt64(counter)) == password)
    }

    @Test("a correct password gives the next counter, within the look-ahead")
    func lookAhead() throws {
        let hotp = try Self.hotp()
        #expect(hotp.nextCounter(accepting: "969429", from: 3) == 4)
        #expect(hotp.nextCounter(accepting: "969 429", from: 3) == 4)
        #expect(hotp.nextCounter(accepting: "969429", from: 0) == nil)
        #expect(hotp.nextCounter(accepting: "969429", from: 0, lookAhead: 2) == nil)
        #expect(hotp.nextCounter(accepting: "969429", from: 0, lookAhead: 3) == 4)
        #expect(hotp.nextCounter(accepting: "969429", from: 4, lookAhead: 9) == nil)
        #expect(hotp.nextCounter(accepting: hotp.password(150), from: 0, lookAhead: 1_000) == nil)
    }

    @Test("a malformed password is rejected", arguments: ["", "75522", "7552244", "755２24", "-55224", "755224\n"])
    func forms(candidate: String) throws {
        #expect(try Self.hotp().nextCounter(accepting: candidate, from: 0) == nil)
    }

    @Test("the last counters do not overflow")
    func lastCounters() throws {
        let hotp = try Self.hotp()
        #expect(hotp.nextCounter(accepting: hotp.password(.max), from: .max) == nil)
        #expect(hotp.nextCounter(accepting: "000000", from: .max - 1, lookAhead: 5) == nil)
        #expect(hotp.nextCounter(accepting: hotp.password(.max - 1), from: .max - 1) == .max)
    }

    @Test("passwords must have six to eight digits", arguments: [(5, false), (6, true), (8, true), (9, false)])
    func digits(digits: Int, isTaken: Bool) throws {
        let key = try #require(OneTimePasswordKey(Array("12345678901234567890".utf8)))
        let hotp = HOTP(key, digits: digits)
        #expect((hotp != nil) == isTaken)
        if let hotp { #expect(hotp.password(0).count == digits) }
    }

    @Test("keys must have 10 to 128 bytes, and print nothing", arguments: [(9, false), (10, true), (128, true), (129, false)])
    func keys(count: Int, isTaken: Bool) throws {
        let key = OneTimePasswordKey(Array(repeating: 0x41, count: count))
        #expect((key != nil) == isTaken)
        guard let key else { return }
        #expect(key.isStrong == (count >= 16))
        #expect(
            !"\(key) \(String(reflecting: key)) \(String(describing: Mirror(reflecting: key).children.map(\.value)))".contains(
                "IFAU"))
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains("65"))
    }

    @Test("a new key has the length of the hash")
    func newKeys() {
        var generator = SeededGenerator(seed: 1)
        for algorithm in OneTimePasswordAlgorithm.allCases {
            let key = OneTimePasswordKey(using: &generator, for: algorithm)
            #expect(key.unprotectedBase32.count == (algorithm.recommendedKeyLength * 8 + 4) / 5)
        }
    }
}
