import TestKit
import Testing
import Texts

@Suite("Messages")
struct MessageTests {
    private let english = ReaderFormat(ReaderLanguage(.english))

    @Test("a message shows its arguments and the branch of a plural")
    func arguments() throws {
        let message = try Message("{who} has {count, plural, =0 {no codes} one {# code} other {# codes}} left")
        func text(_ count: Int) -> String { message.string(["who": .words("Mira"), "count": .number(count)], for: english) }
        #expect(text(0) == "Mira has no codes left")
        #expect(text(1) == "Mira has 1 code left")
        #expect(text(1_234) == "Mira has 1,234 codes left")
        #expect(message.arguments == ["who": .simple, "count": .plural])
        #expect(message.branches == [[.one, .other]])
    }

    @Test("Russian and Arabic plurals use the branch that their rules select")
    func branches() throws {
        let russian = try Message("{n, plural, one {# код} few {# кода} many {# кодов} other {# кода}}")
        let reader = ReaderFormat(ReaderLanguage(.russian))
        #expect(
            [1, 2, 5, 11, 21].map { russian.string(["n": .number($0)], for: reader) } == [
                "1 код", "2 кода", "5 кодов", "11 кодов", "21 код",
            ])
        let arabic = try Message("{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}")
        let arab = ReaderFormat(ReaderLanguage(.arabic))
        #expect([0, 1, 2, 3, 11, 100].map { arabic.string(["n": .number($0)], for: arab) } == ["z", "o", "t", "f", "m", "x"])
    }

    @Test(
        "an apostrophe quotes braces and is otherwise itself",
        arguments: [
            ("Where you're signed in", "Where you're signed in"), ("it''s", "it's"), ("'{name}'", "{name}"),
            ("a '{''}' b", "a {'} b"),
            ("'", "'"), ("# 5", "# 5"),
        ])
    func quotation(_ source: String, _ shown: String) throws {
        #expect(try Message(source).string([:], for: english) == shown)
    }

    @Test(
        "a malformed message is rejected with its code and position",
        arguments: [
            ("a }", MessageError.Code.unbalancedBrace, 2), ("{name", .unbalancedBrace, 5), ("{", .unbalancedBrace, 1),
            ("{n, plural, other {x}", .unbalancedBrace, 21), ("{n, plural, other {x", .unbalancedBrace, 20),
            ("{}", .invalidName, 1),
            ("{1a}", .invalidName, 1), ("{a b}", .invalidName, 3), ("{n, date}", .unsupportedFormat, 3),
            ("{n, select, a {x} other {y}}", .unsupportedFormat, 3), ("{n, plural, lots {x} other {y}}", .invalidBranch, 12),
            ("{n, plural, =x {x} other {y}}", .invalidBranch, 12), ("{n, plural, one {x} one {z} other {y}}", .duplicateBranch, 20),
            ("{n, plural, one {x}}", .missingOther, 19), ("{n, plural, other {{m, plural, other {x}}}}", .nestedPlural, 22),
            ("a '{b", .unclosedQuotation, 2),
        ])
    func rejection(_ source: String, _ code: MessageError.Code, _ offset: Int) {
        let error = #expect(throws: MessageError.self) { try Message(source) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    @Test("every code of an error has a message that is rejected with it")
    func codes() {
        let sources = ["}", "{}", "{n, date}", "{n, plural, x {}}", "{n, plural, one {} one {}}", "{n, plural, one {}}", "'{"]
        let nested = "{n, plural, other {{m, plural, other {x}}}}"
        let found = (sources + [nested]).compactMap { source -> MessageError.Code? in
            do throws(MessageError) {
                _ = try Message(source)
                return nil
            } catch { return error.code }
        }
        #expect(Set(found) == Set(MessageError.Code.allCases))
    }

    @Test("any text is a message or an error within it, and a quoted text is shown as it is")
    func anyText() throws {
        var generator = SeededGenerator(seed: 24)
        let pieces = ["{", "}", "'", "#", ",", "=", " ", "n", "plural", "one", "other", "א", "0", "\u{2069}"]
        for _ in 0..<20_000 {
            let source = (0..<Int.random(in: 0...14, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }
                .joined()
            do throws(MessageError) {
                _ = try Message(source).string(["n": .number(1)], for: english)
            } catch {
                #expect((0...source.unicodeScalars.count).contains(error.offset))
            }
            let quoted = "'{" + source.replacing("'", with: "''") + "'"
            #expect(try Message(quoted).string([:], for: english) == "{" + source)
        }
    }
}
