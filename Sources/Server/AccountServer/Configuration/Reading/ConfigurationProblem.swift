/// One error in a configuration: its place, key, reason and remedy. It contains no secret.
package struct ConfigurationProblem: Error, Hashable, Sendable {
    /// The place where the value was set; nil for a missing key.
    package let place: ConfigurationSource?
    /// The key's full name; nil if the problem concerns no key.
    package let key: String?
    /// The reason, in one clause.
    package let reason: String
    /// The allowed values, or the remedy.
    package let remedy: String?

    package init(at place: ConfigurationSource?, key: String?, _ reason: String, remedy: String? = nil) {
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

/// All errors of a configuration: those of the file in its order, then those of the environment and of flags, then missing keys.
package struct ConfigurationProblems: Error, Sendable {
    package let problems: [ConfigurationProblem]

    /// Returns nil for an empty list.
    package init?(_ problems: [ConfigurationProblem]) {
        guard !problems.isEmpty else { return nil }
        self.problems = problems.enumerated().sorted { left, right in
            (left.element.rank, left.offset) < (right.element.rank, right.offset)
        }.map(\.element)
    }
}

extension ConfigurationProblem {
    /// The sort order by place; problems at the same place keep their order.
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

/// The place where a configuration value was set.
package enum ConfigurationSource: Hashable, Sendable, CustomStringConvertible {
    /// By the command itself, such as `latchkey dev`; the lowest precedence.
    case preset
    /// In the file. Line and column start at 1; columns count Unicode scalars.
    case file(path: String, line: Int, column: Int)
    /// In this environment variable.
    case environment(String)
    /// On the command line with `--set KEY=VALUE`.
    case flag(String)

    /// The place in the form `latchkey.yaml:3:9`, `LATCHKEY_LISTENER_PORT` or `--set listener.port`.
    package var description: String {
        switch self {
        case .preset: "preset"
        case .file(let path, let line, let column): "\(path):\(line):\(column)"
        case .environment(let name): name
        case .flag(let key): "--set \(key)"
        }
    }
}
