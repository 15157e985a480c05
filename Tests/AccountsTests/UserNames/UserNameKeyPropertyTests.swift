import TestKit
import Testing

@testable import Accounts

@Suite("Properties of user name keys")
struct UserNameKeyPropertyTests {
    @Test("the key of a key is the key, for every text", arguments: 1...8)
    func idempotence(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<600 {
            let text = Self.text(&dice)
            let key = UserNameKey(text)
            #expect(UserNameKey(key.text) == key, "\(Self.spelled(text))")
        }
    }

    @Test("upper-case, lower-case and decomposed texts have one key", arguments: 1...4)
    func invariance(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<600 {
            let text = Self.text(&dice)
            let key = UserNameKey(text)
            #expect(UserNameKey(Self.decomposed(text)) == key, "\(Self.spelled(text))")
            #expect(UserNameKey(" \(text)\u{3000}") == UserNameKey(text), "\(Self.spelled(text))")
        }
    }

    @Test("exactly the characters that the Unicode Character Database folds are folded")
    func everyScalar() {
        for value in UInt32(0x80)..<0x3_0000 {
            guard let scalar = Unicode.Scalar(value), !scalar.properties.isDefaultIgnorableCodePoint,
                !scalar.properties.isWhitespace, scalar.properties.generalCategory != .unassigned
            else { continue }
            let changes = scalar.properties.changesWhenNFKCCaseFolded
            // Most characters do not change; a sample of some hundreds suffices.
            guard changes || value % 97 == 0 else { continue }
            // The key folds Cherokee to lower case, and Unicode folds it to upper case.
            guard !(0x13A0...0x13FF).contains(value), !(0xAB70...0xABBF).contains(value) else { continue }
            guard Self.isOlderThanFoundation(scalar) else { continue }
            let isKept = UserNameKey(String(scalar)).text.unicodeScalars.elementsEqual([scalar])
            #expect(isKept == !changes, "U+\(String(value, radix: 16))")
        }
    }

    /// Returns whether Foundation knows the scalar. Its compatibility mappings are those of about Unicode 14; newer letters stay
    /// unchanged.
    private static func isOlderThanFoundation(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.age.map { $0.major <= 14 } ?? false
    }

    /// Up to twelve scalars, mostly of the kinds that folding and normalisation change.
    private static func text(_ dice: inout SeededGenerator) -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x24F, 0x250...0x52F, 0x300...0x36F, 0xF00...0xFFF, 0x1100...0x11FF, 0x13A0...0x13FF, 0x1C80...0x1CBF,
            0x1E00...0x1FFF, 0x2000...0x218F, 0x3040...0x30FF, 0xAB70...0xABBF, 0xAC00...0xD7A3, 0xF900...0xFFEF,
            0x1_0400...0x1_044F,
            0x1_D400...0x1_D7FF,
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...12, using: &dice) {
            let range = ranges[Int.random(in: 0..<ranges.count, using: &dice)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &dice)) { text.append(scalar) }
        }
        return String(text)
    }

    /// Returns the text with decomposed Hangul, the decomposition that needs no table.
    private static func decomposed(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard (0xAC00...0xD7A3).contains(scalar.value) else {
                result.append(scalar)
                continue
            }
            let index = scalar.value - 0xAC00
            let parts = [0x1100 + index / 588, 0x1161 + index / 28 % 21] + (index % 28 == 0 ? [] : [0x11A7 + index % 28])
            for part in parts.compactMap(Unicode.Scalar.init) { result.append(part) }
        }
        return String(result)
    }

    private static func spelled(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }
}
