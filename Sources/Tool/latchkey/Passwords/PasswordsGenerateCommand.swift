public import ArgumentParser
import Foundation
import JSONText
import PasswordRules

struct PasswordsGenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Make passwords that satisfy rules.",
        discussion: """
            Each password of the style that satisfies the rules is equally likely. Styles: typeable, three groups of syllables; classic, \
            single characters; auto, typeable where the rules admit it.

            Lines for --jsonl: {"rules","count"}, where --rules and --count stand for what a line leaves out; answers: \
            {"passwords","entropyBits","minEntropyBits"}. Exits with 1 if no password satisfies the rules; after a batch, if a line was \
            refused.
            """)

    @Option(help: ArgumentHelp("The rules; any password of printable ASCII if left out.", valueName: "rules"))
    var rules: String?

    @Option(help: ArgumentHelp("How many, up to \(PasswordBatch.largestCount); one if left out.", valueName: "number"))
    var count: Int?

    @Option(help: "The look of the passwords.")
    var style = PasswordStyle.automatic

    @OptionGroup var reading: RulesReading
    @OptionGroup var options: InputOptions

    func run() throws {
        if options.jsonl {
            return try LineBatch.run { line, output in
                let rules = try reading.rules(try line.string("rules", default: rules ?? ""), quietly: true)
                let batch = try PasswordBatch(rules, style, count: try line.integer("count") ?? count)
                try batch.write(as: .compact, to: &output)
            }
        }
        let text = rules ?? ""
        try options.single(text: text) {
            let rules = try reading.rules(text, quietly: false)
            let batch = try PasswordBatch(rules, style, count: count)
            var output = LineOutput()
            if options.json {
                try batch.write(as: .pretty, to: &output)
            } else {
                try batch.writeLines(to: &output)
            }
            try output.flush()
            if !options.json { Terminal().say("\(batch.entropy) of entropy each, \(batch.generator.style.rawValue)") }
        }
    }
}

extension PasswordStyle: ExpressibleByArgument {}

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

struct PasswordsConvertPatternCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert-pattern", abstract: "Turn the pattern attribute of an HTML field into rules, where rules can say it.",
        discussion: """
            Lines for --jsonl: {"pattern"}; answers: {"rules"}, null where no rules follow from the pattern. Exits with 1 if none \
            follow; after a batch, if a line was refused.
            """)

    @Argument(help: ArgumentHelp("The pattern; standard input if left out.", valueName: "pattern"))
    var text: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(text != nil, "the argument")
    }

    func run() throws {
        if options.jsonl {
            return try LineBatch.run { line in Self.json(try Self.converted(try line.string("pattern"))) }
        }
        let text = try TextInput.read(text, named: "the pattern")
        try options.single(text: text) {
            let rules = try Self.converted(text)
            if options.json {
                Terminal().result(Self.json(rules))
            } else if let rules {
                Terminal().result(rules)
            }
            if rules == nil {
                let hint =
                    "understood are lookaheads such as (?=.*[0-9]), then one class or dot with its length, as in [a-zA-Z0-9]{8,}"
                throw CommandFailure(
                    .negative, options.json ? [] : ["no rules follow from this pattern"], hint: options.json ? nil : hint)
            }
        }
    }

    private static func converted(_ pattern: String) throws(InputRefusal) -> String? {
        do {
            return try ConvertedPattern(pattern)?.text
        } catch {
            throw InputRefusal(error)
        }
    }

    private static func json(_ rules: String?) -> JSONValue { ["rules": rules.map(JSONValue.string) ?? .null] }
}
