import ArgumentParser
import JSONText
import PasswordRules

/// `latchkey passwords generate`.
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
    var style = StyleName.auto

    @OptionGroup var reading: RulesReading
    @OptionGroup var options: InputOptions

    func run() throws {
        if options.jsonl {
            return try LineBatch.run { line, output in
                let rules = try reading.rules(try line.string("rules", default: rules ?? ""), quietly: true)
                let batch = try PasswordBatch(rules, style.style, count: try line.integer("count") ?? count)
                try batch.write(as: .compact, to: &output)
            }
        }
        let text = rules ?? ""
        try options.single(text: text) {
            let rules = try reading.rules(text, quietly: false)
            let batch = try PasswordBatch(rules, style.style, count: count)
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

/// The styles by their names on the command line.
enum StyleName: String, CaseIterable, ExpressibleByArgument {
    case auto, typeable, classic

    fileprivate var style: PasswordStyle {
        switch self {
        case .auto: .automatic
        case .typeable: .typeable
        case .classic: .classic
        }
    }
}
