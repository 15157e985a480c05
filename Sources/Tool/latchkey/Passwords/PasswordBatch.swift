import Foundation
import JSONText
import PasswordRules

/// Passwords about to be made: everything is decided, so that writing them cannot be refused half-way.
///
/// They are written as they are made and held nowhere.
struct PasswordBatch {
    /// The most passwords for one input.
    static let largestCount = 1_000_000

    let generator: PasswordGenerator
    private let count: Int

    /// - Parameter count: how many; nil stands for one.
    init(_ rules: PasswordRules, _ style: PasswordStyle, count: Int?) throws(InputRefusal) {
        let count = count ?? 1
        guard (1...Self.largestCount).contains(count) else {
            throw InputRefusal("count-out-of-range", "The count must be from 1 to \(Self.largestCount), not \(count).")
        }
        self.count = count
        do {
            generator = try PasswordGenerator(rules: rules, style: style)
        } catch {
            throw InputRefusal(error, remedy: Self.remedy(for: error, rules))
        }
    }

    private static func remedy(for error: PasswordRulesError, _ rules: PasswordRules) -> String? {
        if error.code == .styleUnavailable { return "Ask for the style auto or classic." }
        return rules.lint().first { $0.severity == .error || $0.code == .tooManyRequiredLists }?.remedy
    }

    /// How hard each password is to guess, in words.
    var entropy: String { String(format: "%.1f bits", generator.entropy.shannonBits) }

    /// Writes one password a line.
    func writeLines(to output: inout LineOutput) throws {
        try make { password, _ in
            output.write(password + "\n")
            try output.flushIfFull()
        }
    }

    /// Writes `{"passwords":[…],"entropyBits":…,"minEntropyBits":…}` and a line end.
    func write(as layout: JSONLayout, to output: inout LineOutput) throws {
        let isPretty = layout == .pretty
        output.write(isPretty ? "{\n  \"passwords\": [\n    " : "{\"passwords\":[")
        try make { password, index in
            if index > 0 { output.write(isPretty ? ",\n    " : ",") }
            output.write(JSONValue.string(password).text())
            try output.flushIfFull()
        }
        let (shannon, least) = (Self.json(generator.entropy.shannonBits), Self.json(generator.entropy.minEntropyBits))
        output.write(
            isPretty
                ? "\n  ],\n  \"entropyBits\": \(shannon),\n  \"minEntropyBits\": \(least)\n}\n"
                : "],\"entropyBits\":\(shannon),\"minEntropyBits\":\(least)}\n")
    }

    private func make(_ body: (_ password: String, _ index: Int) throws -> Void) rethrows {
        var random = SystemRandomNumberGenerator()
        for index in 0..<count { try body(generator.next(using: &random), index) }
    }

    private static func json(_ bits: Double) -> String { JSONNumber(bits)?.text ?? "null" }
}
