import PasswordRules
import TestKit
import Testing

@Suite("Composed text")
struct ComposedTextTests {
    @Test(
        "known sequences are composed as Unicode defines",
        arguments: [
            ("e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"), ("\u{212B}", "\u{C5}"), ("A\u{30A}", "\u{C5}"),
            ("D\u{307}\u{323}", "\u{1E0C}\u{307}"),
            ("\u{1E0A}\u{323}", "\u{1E0C}\u{307}"), ("\u{1E9B}\u{323}", "\u{1E9B}\u{323}"), ("\u{958}", "\u{915}\u{93C}"),
            ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("\u{D55C}", "\u{D55C}"), ("\u{AC00}\u{11A8}", "\u{AC01}"),
            ("\u{1100}\u{1100}", "\u{1100}\u{1100}"),
            ("\u{AC00}\u{11A7}", "\u{AC00}\u{11A7}"), ("a\u{315}\u{300}\u{5AE}\u{300}b", "\u{E0}\u{5AE}\u{300}\u{315}b"),
            ("\u{301}e", "\u{301}e"), ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{FB01}", "\u{FB01}"), ("\u{F900}", "\u{8C48}"),
            ("\u{1D160}", "\u{1D158}\u{1D165}\u{1D16E}"), ("\u{9C7}\u{9BE}", "\u{9CB}"),
            ("\u{9C7}\u{334}\u{9BE}", "\u{9C7}\u{334}\u{9BE}"),
            // Has class 0 itself, but is composed of marks that sort before others. The standard library misses this.
            ("\u{36FC}\u{329}\u{F73}", "\u{36FC}\u{F71}\u{F72}\u{329}"), ("\u{344}", "\u{308}\u{301}"), ("", ""), ("🔑é", "🔑\u{E9}"),
        ])
    func known(text: String, composed: String) {
        #expect(ComposedText(text).scalars == Array(composed.unicodeScalars))
    }

    @Test("composing keeps every scalar's meaning and is idempotent")
    func everyScalar() {
        for value in 0...0x1_FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(Character(scalar))
            let composed = ComposedText(text)
            guard composed.string == text, ComposedText(composed.string) == composed else {
                Issue.record("U+\(String(value, radix: 16))")
                continue
            }
        }
    }

    @Test("texts that the standard library treats as equal have equal composed scalars")
    func randomSequences() {
        let pool = Array(
            "aeDq\u{E9}\u{1E0A}\u{300}\u{301}\u{307}\u{323}\u{327}\u{345}\u{5AE}\u{1100}\u{1161}\u{11A8}\u{AC00}\u{915}\u{93C}\u{3B1}\u{1F00}"
                .unicodeScalars)
        var random = SeededGenerator(seed: 61)
        var byMeaning: [String: ComposedText] = [:]
        for _ in 0..<60_000 {
            var view = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...4, using: &random) { view.append(pool[Int.random(in: pool.indices, using: &random)]) }
            let text = String(view)
            let composed = ComposedText(text)
            #expect(composed.string == text)
            #expect(byMeaning[text, default: composed] == composed)
            byMeaning[text] = composed
        }
    }

    @Test("descriptions do not contain the text")
    func silence() {
        let text = ComposedText("hunter2")
        var dumped = ""
        dump(text, to: &dumped)
        for description in ["\(text)", String(reflecting: text), dumped] { #expect(!description.contains("hunter2")) }
        #expect("\(text)" == "ComposedText(7 scalars)")
    }
}
