import AccountServer
import Accounts
import ArgumentParser
import JSONText
import PasswordStrength

struct PasswordsStrengthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strength", abstract: "Estimate how many guesses a password withstands.",
        discussion: """
            \(PasswordInput.help)

            A server includes the words of its service: name them with --context, or give its configuration with --config. The score is \
            then the one that it compares with passwords.minimumScore.

            Lines for --jsonl: {"password"}; results: {"score","guessesLog10","patterns"}, "common" if the password is one of those that \
            attackers try first, and "context" if it contains a word of the service. Scores range from 0, guessed at once, to 4; only \
            the first 100 characters count.
            """,
        example: "latchkey passwords strength --context harbourside < password.txt")

    @Option(
        help: ArgumentHelp(
            "A word that attackers of the service try first, such as its name; may be repeated.", valueName: "word"))
    var context: [String] = []

    @Option(
        help: ArgumentHelp(
            "The configuration file of a server, for its words and its list of common passwords.", valueName: "file"))
    var config: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        if let short = context.first(where: { $0.unicodeScalars.count < ContextWords.minimumLength }) {
            throw ValidationError("--context \(short) is too short; give words of three characters or more")
        }
    }

    func run() throws {
        let policy = try config.map { try PasswordPolicy(ConfigurationOptions(config: $0).sources()) }
        let judge = StrengthCheck(
            common: policy?.commonPasswords ?? CommonPasswords(),
            context: ContextWords((policy?.contextWords.words ?? []) + context))
        if options.jsonl { return try LineBatch.run { line in try judge.verdict(try line.string("password")).json } }
        try options.single(text: "") {
            let verdict = try judge.verdict(try PasswordInput.read())
            options.write(verdict.json, lines: verdict.lines)
        }
    }
}

/// The parameters of the strength estimate.
private struct StrengthCheck {
    let common: CommonPasswords
    let context: ContextWords
    private let estimator = StrengthEstimator()

    func verdict(_ password: String) throws(InputError) -> StrengthVerdict {
        do {
            return StrengthVerdict(
                strength: try estimator.estimate(password, userInputs: context.words), common: common.match(password),
                containsContextWord: context.occur(in: password))
        } catch {
            switch error {
            case .containsNull(let position):
                throw InputError("contains-null", "The password contains U+0000 as character \(position + 1).")
            }
        }
    }
}

/// The result for a password.
private struct StrengthVerdict {
    let strength: PasswordStrength
    let common: CommonPasswordMatch?
    let containsContextWord: Bool

    var json: JSONValue {
        var object = JSONObject([
            ("score", .integer(strength.score)),
            ("guessesLog10", JSONNumber(strength.guessesLog10).map(JSONValue.number) ?? .null),
            ("patterns", .array(strength.patterns.map { .string($0.kind.rawValue) })),
        ])
        object["common"] = common.map { .string($0.rawValue) }
        if containsContextWord { object["context"] = true }
        return .object(object)
    }

    var lines: [String] {
        let patterns = strength.patterns.map { pattern in
            let (first, last) = (pattern.range.lowerBound + 1, pattern.range.upperBound)
            return "\(pattern.kind.rawValue) (\(first == last ? "\(first)" : "\(first) to \(last)"))"
        }
        return [
            "score     \(strength.score) of 4, \(meaning)",
            "patterns  " + (patterns.isEmpty ? "none" : patterns.joined(separator: ", ")),
        ]
            + CrackTime.Attack.allCases.map { "lasts     \(strength.crackTime($0).words) against \(Self.words($0))" }
            + (common.map { ["common    yes, \(Self.words($0)): attackers try it first, despite its score"] } ?? [])
            + (containsContextWord ? ["context   yes, it contains a word of the service: the server rejects it"] : [])
    }

    private var meaning: String {
        switch strength.score {
        case 0: "guessed at once"
        case 1: "very guessable"
        case 2: "somewhat guessable"
        case 3: "hard to guess"
        default: "very hard to guess"
        }
    }

    private static func words(_ attack: CrackTime.Attack) -> String {
        switch attack {
        case .onlineThrottled: "100 guesses an hour, at a sign-in with a rate limit"
        case .offlineSlowHash: "10,000 guesses a second, against a stolen slow hash"
        }
    }

    private static func words(_ match: CommonPasswordMatch) -> String {
        switch match {
        case .listed: "on a list of frequent passwords"
        case .walk: "a row of the alphabet, the digits or a keyboard"
        case .repetition: "one piece repeated"
        case .trivialAffixes: "a frequent password with a trivial prefix or suffix"
        }
    }
}
