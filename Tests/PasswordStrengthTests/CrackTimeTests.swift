import Testing

@testable import PasswordStrength

@Suite("The time to crack a password")
struct CrackTimeTests {
    @Test(
        "guesses become times: a hundred an hour online, ten thousand a second offline",
        arguments: [
            (0, "36 seconds", "less than a second"), (2, "1 hour", "less than a second"), (3, "10 hours", "less than a second"),
            (4, "4 days", "1 second"), (6, "1 year", "1 minute"), (8, "centuries", "2 hours"), (10, "centuries", "11 days"),
            (11, "centuries", "3 months"), (13, "centuries", "31 years"), (14, "centuries", "centuries"),
            (300, "centuries", "centuries"),
        ] as [(Double, String, String)])
    func words(guessesLog10: Double, online: String, offline: String) {
        let strength = PasswordStrength(guessesLog10: guessesLog10, patterns: [])
        #expect(strength.crackTime(.onlineThrottled).words == online)
        #expect(strength.crackTime(.offlineSlowHash).words == offline)
    }

    @Test("more guesses never take less time, and no unit overflows")
    func monotonic() {
        var order: [String] = []
        for step in 0...3_000 {
            let words = PasswordStrength(guessesLog10: Double(step) / 200, patterns: []).crackTime(.offlineSlowHash).words
            if words != order.last { order.append(words) }
        }
        #expect(Set(order).count == order.count)
        #expect(order.first == "less than a second" && order.last == "centuries")
        #expect(!order.contains("60 seconds") && !order.contains("60 minutes") && !order.contains("24 hours"))
        #expect(!order.contains { $0.hasPrefix("0 ") })
    }

    @Test("an estimate has a time")
    func estimate() throws {
        let estimator = StrengthEstimator()
        #expect(try estimator.estimate("password").crackTime(.offlineSlowHash).words == "less than a second")
        #expect(try estimator.estimate("velvet-otter 41 harbour").crackTime(.onlineThrottled).words == "centuries")
    }
}
