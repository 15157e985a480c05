import FoundationEssentials
import OneTimeCodes
import Testing

@Suite("Time-based one-time passwords")
struct TOTPTests {
    private static func totp(_ algorithm: OneTimePasswordAlgorithm = .sha1, digits: Int = 8) throws -> TOTP {
        let bytes = (0..<algorithm.recommendedKeyLength).map { UInt8(0x30 + ($0 + 1) % 10) }
        let key = try #require(OneTimePasswordKey(bytes))
        let hotp = try #require(HOTP(key, algorithm: algorithm, digits: digits))
        return try #require(TOTP(hotp))
    }

    @Test(
        "the vectors of RFC 6238 appendix B match",
        arguments: [
            (59.0, "94287082", "46119246", "90693936"), (1_111_111_109, "07081804", "68084774", "25091201"),
            (1_111_111_111, "14050471", "67062674", "99943326"),
            (1_234_567_890, "89005924", "91819424", "93441116"), (2_000_000_000, "69279037", "90698825", "38618901"),
            (20_000_000_000, "65353130", "77737706", "47863826"),
        ])
    func vectors(time: Double, sha1: String, sha256: String, sha512: String) throws {
        let date = Date(timeIntervalSince1970: time)
        #expect(try Self.totp(.sha1).password(at: date) == sha1)
        #expect(try Self.totp(.sha256).password(at: date) == sha256)
        #expect(try Self.totp(.sha512).password(at: date) == sha512)
    }

    @Test("a password is valid for its period", arguments: [(0.0, 30.0), (29.5, 0.5), (30, 30), (59, 1), (-1, 1)])
    func remaining(time: Double, seconds: Double) throws {
        #expect(try Self.totp().remaining(at: Date(timeIntervalSince1970: time)) == seconds)
    }

    @Test("before 1970 and beyond the last counter there is no password", arguments: [-1.0, 1e30, .infinity, -.infinity, .nan])
    func impossibleTimes(time: Double) throws {
        #expect(try Self.totp().password(at: Date(timeIntervalSince1970: time)) == nil)
        var verifier = TOTPVerifier(try Self.totp())
        #expect(verifier.accept("00000000", now: Date(timeIntervalSince1970: time)) == .wrong)
    }

    @Test("the period has limits", arguments: [(4, false), (5, true), (86_400, true), (86_401, false)])
    func periods(period: Int, isTaken: Bool) throws {
        #expect((TOTP(try Self.totp().hotp, period: period) != nil) == isTaken)
    }
}

@Suite("Accepting each password once")
struct TOTPVerifierTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_010)

    private func totp() throws -> TOTP {
        let key = try #require(OneTimePasswordKey(Array("12345678901234567890".utf8)))
        let hotp = try #require(HOTP(key))
        return try #require(TOTP(hotp))
    }

    private func password(_ steps: Double) throws -> String {
        let totp = try totp()
        return try #require(totp.password(at: now + steps * 30))
    }

    @Test("a clock may differ by the drift and no more", arguments: [(-2, false), (-1, true), (0, true), (1, true), (2, false)])
    func drift(steps: Int, isTaken: Bool) throws {
        var verifier = TOTPVerifier(try totp())
        let outcome = verifier.accept(try password(Double(steps)), now: now)
        let step = try #require(verifier.totp.step(at: now))
        #expect(outcome == (isTaken ? .accepted(step: UInt64(Int(step) + steps)) : .wrong))
        #expect((verifier.lastAcceptedStep != nil) == isTaken)
    }

    @Test("a password is accepted once, and none before it afterwards")
    func once() throws {
        var verifier = TOTPVerifier(try totp())
        let step = try #require(verifier.totp.step(at: now))
        #expect(verifier.accept(try password(0), now: now) == .accepted(step: step))
        #expect(verifier.accept(try password(0), now: now) == .alreadyUsed)
        #expect(verifier.accept(try password(-1), now: now) == .alreadyUsed)
        #expect(verifier.accept(try password(1), now: now) == .accepted(step: step + 1))
        #expect(verifier.accept(try password(0), now: now) == .alreadyUsed)
        #expect(verifier.accept(try password(2), now: now + 30) == .accepted(step: step + 2))
        #expect(verifier.accept("000000", now: now) == .wrong)
    }

    @Test("a stored step still counts after it is loaded")
    func stored() throws {
        var verifier = TOTPVerifier(try totp(), lastAcceptedStep: try totp().step(at: now))
        #expect(verifier.accept(try password(0), now: now) == .alreadyUsed)
        #expect(verifier.accept(try password(1), now: now) != .wrong)
    }

    @Test("a wrong password changes nothing")
    func wrong() throws {
        var verifier = TOTPVerifier(try totp())
        for candidate in ["", "12345", "abcdef", "1234567"] { #expect(verifier.accept(candidate, now: now) == .wrong) }
        #expect(verifier.lastAcceptedStep == nil)
    }

    @Test("the drift stays within its limits, even near 1970")
    func limits() throws {
        #expect(TOTPVerifier(try totp(), drift: 99).drift == TOTPVerifier.largestDrift)
        #expect(TOTPVerifier(try totp(), drift: -1).drift == 0)
        var verifier = TOTPVerifier(try totp(), drift: 10)
        #expect(verifier.accept(try totp().hotp.password(0), now: Date(timeIntervalSince1970: 0)) == .accepted(step: 0))
        var future = TOTPVerifier(try totp(), lastAcceptedStep: .max)
        #expect(future.accept(try password(0), now: now) == .alreadyUsed)
    }
}
