import FoundationEssentials
import OneTimeCodes
import Testing

/// The quick start of OneTimeCodes.docc.
enum QuickStart {
    struct Answer {
        let code: String?
        let outcome: TOTPVerifier.Outcome
    }

    static func answer(secret: [UInt8], typed: String, now: Date) -> Answer? {
        // In Sources/Formats/OneTimeCodes/OneTimeCodes.docc/OneTimeCodes.md
        // The code of a message, which a device offers above the keyboard:
        let message = "123456 is your Example code.\n\n@example.com #123456"
        let code = ReceivedCode(message: message, receivedAt: now)?.code  // 123456

        // The code of an authenticator app:
        guard let key = OneTimePasswordKey(secret), let hotp = HOTP(key), let totp = TOTP(hotp) else { return nil }
        var verifier = TOTPVerifier(totp)
        let outcome = verifier.accept(typed, now: now)
        // End
        return Answer(code: code, outcome: outcome)
    }
}

@Suite("Quick start of OneTimeCodes")
struct QuickStartTests {
    @Test("the code block finds a code and verifies another")
    func runs() throws {
        let secret = Array("12345678901234567890".utf8)
        let now = Date(timeIntervalSince1970: 59)
        let answer = try #require(QuickStart.answer(secret: secret, typed: "287082", now: now))
        #expect(answer.code == "123456" && answer.outcome == .accepted(step: 1))
    }
}
