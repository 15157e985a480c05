/// One thing that is wrong with a configuration: where, which key, what, and what would be right. It quotes no secret.
package struct ConfigurationProblem: Error, Hashable, Sendable {
    /// Where it was written; nil for a key that is nowhere.
    package let place: ConfigurationPlace?
    /// The key's full name; nil where the problem is no key's.
    package let key: String?
    /// What is wrong, in one clause.
    package let reason: String
    /// What is allowed, or what to do.
    package let remedy: String?

    package init(at place: ConfigurationPlace?, key: String?, _ reason: String, remedy: String? = nil) {
        self.place = place
        self.key = key
        self.reason = reason
        self.remedy = remedy
    }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// `place: key: reason; remedy`, on one line.
    package var description: String {
        [place?.description, key, reason + (remedy.map { "; \($0)" } ?? "")].compactMap(\.self).joined(separator: ": ")
    }
}

/// Everything that is wrong with a configuration, in the order of the file, then of the environment and flags, then what is missing.
package struct ConfigurationProblems: Error, Sendable {
    package let problems: [ConfigurationProblem]

    /// Nil where there are none.
    package init?(_ problems: [ConfigurationProblem]) {
        guard !problems.isEmpty else { return nil }
        self.problems = problems.enumerated().sorted { left, right in
            (left.element.rank, left.offset) < (right.element.rank, right.offset)
        }.map(\.element)
    }
}

extension ConfigurationProblem {
    /// Problems sort by place; those of one place keep their order.
    fileprivate var rank: Int {
        switch place {
        case .file(_, let line, _): line
        case .environment: Int.max - 3
        case .flag: Int.max - 2
        case .preset: Int.max - 1
        case nil: Int.max
        }
    }
}

/// Where a value of configuration was written.
package enum ConfigurationPlace: Hashable, Sendable, CustomStringConvertible {
    /// By the command itself, as `latchkey dev` does; the lowest of all.
    case preset
    /// In the file: line and column count from 1, columns in Unicode scalars.
    case file(path: String, line: Int, column: Int)
    /// In this environment variable.
    case environment(String)
    /// On the command line, `--set KEY=VALUE`.
    case flag(String)

    /// `latchkey.yaml:3:9`, `LATCHKEY_LISTENER_PORT`, `--set listener.port`.
    package var description: String {
        switch self {
        case .preset: "preset"
        case .file(let path, let line, let column): "\(path):\(line):\(column)"
        case .environment(let name): name
        case .flag(let key): "--set \(key)"
        }
    }
}
