import Yams

/// The keys that a configuration file sets, with their places, and the structural problems of the file.
///
/// The YAML is parsed here, once. Scalars keep their text, so `yes`, `0x10` and `1:30` have no YAML meaning, and the file, the
/// environment and flags share one parser for each kind of value.
struct ConfigurationFileOutline: Sendable {
    /// One key that the file sets.
    struct Entry: Sendable {
        let text: SettingText
        let place: ConfigurationSource
    }

    private(set) var entries: [String: Entry] = [:]
    private(set) var problems: [ConfigurationProblem] = []

    /// The keys with a rejected value. They already have a problem and are not read.
    private(set) var rejected: Set<String> = []

    private let path: String
    private let keys: ConfigurationKeyNames

    init(_ file: ConfigurationFile, keys: ConfigurationKeyNames) {
        path = file.path
        self.keys = keys
        do {
            guard let root = try Yams.compose(yaml: file.text), !root.isEmptyValue else { return }
            if let mapping = root.mapping {
                read(mapping, section: "")
            } else {
                report(
                    root, key: nil, "the file is not a mapping of keys to values",
                    "write `section:` and indented `key: value` lines")
            }
        } catch {
            problems.append(YAMLProblem(error).problem(path: path))
        }
    }

    private mutating func read(_ mapping: Node.Mapping, section: String) {
        for (nameNode, value) in mapping {
            guard let name = nameNode.scalar?.string else {
                report(nameNode, key: nil, "a key must be a scalar", nil)
                continue
            }
            let key = section + name
            if name.contains(".") {
                reject(key, at: nameNode, "a key must be nested in its section", "write each part on a separate, indented line")
            } else if let known = keys[key] {
                read(value, of: known, at: nameNode)
            } else if keys.isSection(key) {
                readSection(value, key: key)
            } else {
                report(nameNode, key: key, "unknown key", keys.suggestion(for: key))
            }
        }
    }

    private mutating func readSection(_ value: Node, key: String) {
        if let mapping = value.mapping {
            read(mapping, section: key + ".")
        } else if let scalar = value.scalar, let short = keys.key(for: scalar.string, inSection: key), !value.isEmptyValue {
            read(value, of: short, at: value)
        } else if !value.isEmptyValue {
            report(value, key: key, "this is a section, not a value", "write each of its keys on a separate, indented line")
        }
    }

    private mutating func read(_ value: Node, of key: ConfigurationKey, at nameNode: Node) {
        let expected = "allowed: \(key.allowed)"
        if let scalar = value.scalar {
            if value.isEmptyValue {
                reject(
                    key.name, at: nameNode, "the value is missing",
                    "remove the line to get the default, or write a value; \(expected)")
            } else if key.isList {
                reject(key.name, at: value, "a list is expected, not one value", "write [a, b]; \(expected)")
            } else {
                entries[key.name] = Entry(text: .one(scalar.string), place: place(of: value))
            }
        } else if let sequence = value.sequence, key.isList {
            let texts = sequence.compactMap { $0.isEmptyValue ? nil : $0.scalar?.string }
            if texts.count == sequence.count {
                entries[key.name] = Entry(text: .many(texts), place: place(of: value))
            } else {
                reject(key.name, at: value, "an entry of the list is not a single value", expected)
            }
        } else {
            reject(key.name, at: value, "a single value is expected", expected)
        }
    }

    private mutating func reject(_ key: String, at node: Node, _ reason: String, _ remedy: String?) {
        rejected.insert(key)
        report(node, key: key, reason, remedy)
    }

    private mutating func report(_ node: Node, key: String?, _ reason: String, _ remedy: String?) {
        problems.append(ConfigurationProblem(at: place(of: node), key: key.map(ValueRejection.shown), reason, remedy: remedy))
    }

    private func place(of node: Node) -> ConfigurationSource {
        .file(path: path, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    }
}

extension Node {
    /// Whether the node is empty or one of YAML's words for null.
    fileprivate var isEmptyValue: Bool {
        guard let scalar, scalar.style == .plain || scalar.style == .any else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }
}

/// An error of the YAML parser as a problem of the file.
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
            (context.mark.line, context.mark.column, "in the section that begins here, \(Self.names(duplicates)) set twice")
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
