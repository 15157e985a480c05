import Yams

/// What the YAML parser says, as a problem of the file.
struct YAMLProblem {
    private let error: any Error

    init(_ error: any Error) {
        self.error = error
    }

    func problem(path: String) -> ConfigurationProblem {
        let (line, column, reason) = parts
        return ConfigurationProblem(at: .file(path: path, line: line, column: column), key: nil, reason)
    }

    private var parts: (line: Int, column: Int, reason: String) {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
            (mark.line, mark.column, "not YAML: \(problem)")
        case .duplicatedKeysInMapping(let duplicates, let context):
            (context.mark.line, context.mark.column, "in the section that begins here \(Self.names(duplicates)) set twice")
        case .reader(let problem, let offset, _, let yaml):
            Self.parts(ofReader: problem, offset ?? 0, yaml)
        default:
            (1, 1, "the file cannot be parsed as YAML")
        }
    }

    private static func names(_ duplicates: [String]) -> String {
        duplicates.sorted().map(ValueRejection.quoted).joined(separator: ", ") + (duplicates.count == 1 ? " is" : " are")
    }

    private static func parts(ofReader problem: String, _ offset: Int, _ yaml: String) -> (Int, Int, String) {
        let before = yaml.prefix(offset)
        let column = before.reversed().prefix { !$0.isNewline }.count + 1
        return (before.count { $0.isNewline } + 1, column, "not YAML: \(problem)")
    }
}
