public import ArgumentParser
import Foundation
import JSONText
import PasswordRules

struct PasswordsGenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Generate passwords that satisfy rules.",
        discussion: """
            Each password of the style that satisfies the rules is equally likely. Styles: typeable, three groups of syllables; classic, \
            single characters; auto, typeable if the rules permit it, otherwise classic.

            Lines for --jsonl: {"rules","count"}; --rules and --count supply what a line omits. Results: \
            {"passwords","entropyBits","minEntropyBits"}. Exits with 1 if no password satisfies the rules; after a batch, if a line was \
            rejected.
            """,
        example: "latchkey passwords generate --rules 'required: upper; minlength: 12;'")

    @Option(help: ArgumentHelp("The rules; any password of printable ASCII if omitted.", valueName: "rules"))
    var rules: String?

    @Option(
        help: ArgumentHelp("The number of passwords, up to \(PasswordBatch.largestCount); one if omitted.", valueName: "number"))
    var count: Int?

    @Option(help: "The style of the passwords.")
    var style = PasswordStyle.automatic

    @OptionGroup var reading: RulesOptions
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

/// Passwords to generate. The initializer makes every check, so writing cannot be rejected midway.
///
/// Each password is written as soon as it is generated and not kept.
struct PasswordBatch {
    /// The maximum number of passwords for one input.
    static let largestCount = 1_000_000

    let generator: PasswordGenerator
    private let count: Int

    /// - Parameter count: the number of passwords; nil means one.
    init(_ rules: PasswordRules, _ style: PasswordStyle, count: Int?) throws(InputError) {
        let count = count ?? 1
        guard (1...Self.largestCount).contains(count) else {
            throw InputError("count-out-of-range", "The count must be from 1 to \(Self.largestCount), not \(count).")
        }
        self.count = count
        do {
            generator = try PasswordGenerator(rules: rules, style: style)
        } catch {
            throw InputError(error, remedy: Self.remedy(for: error, rules))
        }
    }

    private static func remedy(for error: PasswordRulesError, _ rules: PasswordRules) -> String? {
        if error.code == .styleUnavailable { return "Use the style auto or classic." }
        return rules.lint().first { $0.severity == .error || $0.code == .tooManyRequiredLists }?.remedy
    }

    /// The entropy of each password, in words.
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
        commandName: "convert-pattern", abstract: "Convert the pattern attribute of an HTML field to rules.",
        discussion: """
            Lines for --jsonl: {"pattern"}; results: {"rules"}, null if the pattern implies none. Exits with 1 if it implies none; after \
            a batch, if a line was rejected.
            """,
        example: "latchkey passwords convert-pattern '(?=.*[0-9])[a-zA-Z0-9]{8,}'")

    @Argument(help: ArgumentHelp("The pattern; standard input if omitted.", valueName: "pattern"))
    var text: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.rejectWithLines(text != nil, "the argument")
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
                    "supported are lookaheads such as (?=.*[0-9]), then one class or dot with its length, as in [a-zA-Z0-9]{8,}"
                throw CommandFailure(
                    .negative, options.json ? [] : ["the pattern implies no rules"], hint: options.json ? nil : hint)
            }
        }
    }

    private static func converted(_ pattern: String) throws(InputError) -> String? {
        do {
            return try ConvertedPattern(pattern)?.text
        } catch {
            throw InputError(error)
        }
    }

    private static func json(_ rules: String?) -> JSONValue { ["rules": rules.map(JSONValue.string) ?? .null] }
}
