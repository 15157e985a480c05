import Foundation
import PasswordRules
import TestKit

/// Random texts of rules: well-formed ones, and ones with junk.
enum RandomRules {
    /// A factor of 50 makes a million passwords with a thousand rule sets.
    static let ruleSets = 1_000
    static let passwordsPerSet = 20 * Soak.factor
    static let junkTexts = 20_000 * Soak.factor

    /// Rules as a value: up to three required lists, small or large classes, sometimes contradictory.
    static func value(using generator: inout SeededGenerator) -> PasswordRules {
        var rules = PasswordRules()
        for _ in 0..<Int.random(in: 0...3, using: &generator) { rules.required.append(repertoire(using: &generator)) }
        if Int.random(in: 0..<3, using: &generator) > 0 { rules.allowed = repertoire(using: &generator) }
        if Bool.random(using: &generator) { rules.maxConsecutive = RuleNumber(exactly: Int.random(in: 1...4, using: &generator)) }
        if Bool.random(using: &generator) { rules.minLength = RuleNumber(exactly: Int.random(in: 1...24, using: &generator)) }
        if Bool.random(using: &generator) { rules.maxLength = RuleNumber(exactly: Int.random(in: 2...32, using: &generator)) }
        return rules
    }

    static func repertoire(using generator: inout SeededGenerator) -> CharacterRepertoire {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .upper
        case 1: .lower
        case 2: .digit
        case 3: .special
        case 4: .ascii(ASCIISet.upper.union(.lower).union(.digit).union(ASCIISet([0x2D])))
        case 5: Bool.random(using: &generator) ? .asciiPrintable : .unicode
        default:
            .ascii(
                ASCIISet(
                    (0..<Int.random(in: 0...6, using: &generator)).map { _ in UInt8.random(in: 0x20...0x7E, using: &generator) }))
        }
    }

    /// A text of fragments of the language and of junk, sometimes truncated.
    static func text(using generator: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...24, using: &generator) {
            text += pick(fragments, using: &generator)
        }
        return text
    }

    /// A well-formed text with one fragment inserted at random in two texts of three, so that parsing proceeds further before the
    /// junk.
    static func nearlyValidText(using generator: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            if Bool.random(using: &generator) {
                text += pick(limits, using: &generator) + pick(numbers, using: &generator)
            } else {
                text += pick(lists, using: &generator) + pick(classes, using: &generator)
                for _ in 0..<Int.random(in: 0...2, using: &generator) {
                    text += pick([",", ", ", " ,\t"], using: &generator) + pick(classes, using: &generator)
                }
            }
            text += pick([";", "; ", ";\n"], using: &generator)
        }
        if Int.random(in: 0..<3, using: &generator) > 0 {
            let place = text.unicodeScalars.index(
                text.startIndex, offsetBy: Int.random(in: 0...text.unicodeScalars.count, using: &generator))
            text.unicodeScalars.insert(contentsOf: pick(fragments, using: &generator).unicodeScalars, at: place)
        }
        return text
    }

    private static func pick(_ texts: [String], using generator: inout SeededGenerator) -> String {
        texts[Int.random(in: texts.indices, using: &generator)]
    }

    private static let lists = ["required:", "required: ", "allowed: "]
    private static let limits = ["minlength: ", "maxlength:", "max-consecutive: "]
    private static let numbers = ["8", "12", "0", "007", "99999999999999999999"]
    private static let classes = [
        "upper", "LOWER", "digit", "special", "unicode", "ascii-printable", "[abc]", "[-a]", "[]]", "[a-]", "[]", "[é-]",
        "[ABCDEFGHIJKLMNOPQRSTUVWXYZ]", "[-\"'<>&]]",
    ]

    private static let fragments =
        lists + limits + numbers + classes + [
            "Required: ", "required : ", "foo", "[ab", ";", ";", ";", ",", ",", " ", "\n", "\r\n", "\t", "\u{C}", "\u{B}", "\u{A0}",
            "\u{0}", "[", "]", "-", ":", "x", "1",
            "é", "供", "🔑",
            "required: upper; ", "allowed: digit, [-!]; ", "minlength: 8; ", "maxlength: 20; ",
        ]
}
