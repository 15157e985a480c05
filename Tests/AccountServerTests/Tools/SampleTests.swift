import AccountPages
import PasswordRules
import Secrets
import Synchronization
import Testing

@testable import AccountServer

@Suite("Samples, properties and formats of rules")
struct SampleTests {
    private func samples(
        _ text: String, time: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws -> SampleOutcome {
        let rules = try PasswordRules.parse(text).rules
        return SampleOutcome(
            of: rules, contradiction: rules.lint().first { $0.severity == .error }, random: PredictableRandomBytes(seed: 1),
            time: time)
    }

    @Test(
        "twenty distinct passwords satisfy the rules",
        arguments: [
            "", "required: digit; allowed: lower; minlength: 30;", "allowed: unicode; maxlength: 14;", "max-consecutive: 1;",
        ])
    func twenty(text: String) throws {
        guard case .some(let samples) = try samples(text, time: Self.standing) else {
            Issue.record("no samples")
            return
        }
        let rules = try PasswordRules.parse(text).rules
        #expect(samples.passwords.count == 20 && Set(samples.passwords).count == 20)
        #expect(samples.passwords.allSatisfy(rules.isSatisfied))
    }

    @Test("entropy and count equal the generator's")
    func figures() throws {
        guard case .some(let typeable) = try samples("", time: Self.standing),
            case .some(let pin) = try samples("allowed: digit; maxlength: 4;")
        else {
            Issue.record("no samples")
            return
        }
        #expect(typeable.shannonBits == "71.9" && typeable.minEntropyBits == "71.9")
        #expect(pin.count == "10\u{202F}000" && pin.shannonBits == "13.3")
    }

    @Test("generation ends when its time is over, after at least one password")
    func timeIsOver() throws {
        let calls = Mutex(0)
        let start = ContinuousClock.now
        let outcome = try samples("") {
            start
                + .seconds(
                    calls.withLock { calls in
                        calls += 1
                        return calls
                    })
        }
        guard case .some(let samples) = outcome else {
            Issue.record("no samples")
            return
        }
        #expect(samples.passwords.count == 1)
    }

    @Test(
        "the cost is known before generation starts",
        arguments: [
            ("", true), ("minlength: 200;", true), ("minlength: 256;", true), ("minlength: 257;", false),
            ("minlength: 9007199254740992;", false), ("minlength: 500; maxlength: 600;", false),
            ("maxlength: 9007199254740992;", true),
            (lists(12), true), (lists(12) + "minlength: 64;", false), (lists(13), true), (lists(40) + "minlength: 256;", true),
            (lists(7) + "max-consecutive: 19;", true), (lists(10) + "max-consecutive: 19;", false),
            ("allowed: digit; max-consecutive: 200; minlength: 256;", false),
        ])
    func cost(text: String, isBearable: Bool) throws {
        #expect(SampleCost(of: try PasswordRules.parse(text).rules).isBearable == isBearable)
    }

    private static func lists(_ count: Int) -> String {
        (0..<count).map { "required: [\(Character(Unicode.Scalar(UInt8(0x41 + $0))))];" }.joined()
    }

    @Test(
        "large numbers are abbreviated",
        arguments: [
            ("7", "7"), ("1000", "1\u{202F}000"), ("123456789012345", "123\u{202F}456\u{202F}789\u{202F}012\u{202F}345"),
            ("1234567890123456", "1.2 × 10¹⁵"), ("1250000000000000", "1.3 × 10¹⁵"), ("9960000000000000", "1.0 × 10¹⁶"),
        ])
    func short(digits: String, text: String) {
        #expect(PasswordSamples.short(digits) == text)
    }

    @Test(
        "each property is described in words",
        arguments: [
            (
                "minlength: 1; maxlength: 8;",
                ["At least 1 character", "At most 8 characters", "Any of the 95 printable ASCII characters"]
            ),
            (
                "required: upper, digit; allowed: [-!]; max-consecutive: 2;",
                [
                    "At least one upper-case letter or digit",
                    "Only upper-case letters, digits and the characters - !, 38 characters in total",
                    "No character more than 2 times in a row",
                ]
            ),
            (
                "required: [ ]; max-consecutive: 1",
                [
                    "At least one of the characters space", "Only the characters space, 1 character in total",
                    "No repeated characters in a row",
                ]
            ),
            ("required: unicode; required: []", ["At least one character", "Any Unicode character"]),
        ])
    func words(text: String, words: [String]) throws {
        #expect(UnderstoodRule.all(of: try PasswordRules.parse(text).rules).map(\.meaning) == words)
    }

    @Test("the page reports where Apple's formatter writes a different text, and where that text means other rules")
    func appleFormat() throws {
        let evaluation = RulesEvaluation(random: PredictableRandomBytes(seed: 1), address: { "https://x/\($0)" })
        for (rules, format) in [
            ("allowed: [-!];", AppleFormat.same), ("allowed: [-abc!];", .lossy("allowed: [abc-!];")),
            ("required: []; minlength: 8;", .other("required: ; minlength: 8;")),
        ] {
            let reading = evaluation.page(for: RulesInput(rules: rules), examples: []).reading
            #expect(reading.appleFormat == format, "\(rules)")
        }
        let outputs = evaluation.page(for: RulesInput(rules: "allowed: [\"&]"), examples: []).reading.outputs
        #expect(
            outputs.map(\.text) == [
                #"allowed: ["&];"#, #"passwordrules="allowed: [&quot;&amp;];""#,
                #"UITextInputPasswordRules(descriptor: "allowed: [\"&];")"#,
                #"[UITextInputPasswordRules passwordRulesWithDescriptor:@"allowed: [\"&];"]"#, #"https://x/allowed: ["&];"#,
            ])
    }

    private static let standing: @Sendable () -> ContinuousClock.Instant = {
        let now = ContinuousClock.now
        return { now }
    }()
}
