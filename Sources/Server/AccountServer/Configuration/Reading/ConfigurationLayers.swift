import Configuration

/// The layered sources of one configuration. Later layers override earlier ones, key by key.
struct ConfigurationLayers: Sendable {
    /// The reader of all layers, highest precedence first.
    let reader: ConfigReader

    /// The structural problems of the sources, and unknown names.
    private(set) var problems: [ConfigurationProblem] = []

    /// The keys that already have a problem.
    private(set) var rejected: Set<String> = []

    /// The places where each key is set, lowest precedence first.
    private var places: [String: [ConfigurationSource]] = [:]

    init(_ sources: ConfigurationSources, keys all: [ConfigurationKey]) {
        let keys = ConfigurationKeyNames(all)
        var variables = sources.environment.filter { $0.key.hasPrefix(ConfigurationKey.environmentPrefix + "_") }
        var standardNames: [String: String] = [:]
        for key in all {
            guard let name = key.standardVariable, variables[key.environmentName] == nil, let text = sources.environment[name],
                !text.isEmpty
            else { continue }
            variables[key.environmentName] = text
            standardNames[key.environmentName] = name
        }
        let flags = Flags(sources.flags, keys: keys)
        let outline = sources.file.map { ConfigurationFileOutline($0, keys: keys) }

        reader = ConfigReader(providers: [
            Self.provider(flags.texts, all),
            EnvironmentVariablesProvider(
                environmentVariables: variables, secretsSpecifier: .specific(Set(all.filter(\.isSecret).map(\.environmentName)))
            ).prefixKeys(with: [ConfigurationKey.environmentPrefix]),
            InMemoryProvider(name: "file", values: Self.values(outline?.entries.mapValues(\.text) ?? [:], all)),
            Self.provider(sources.presets, all),
        ])

        for key in all {
            places[key.name] = [
                sources.presets[key.name].map { _ in .preset }, outline?.entries[key.name]?.place,
                variables[key.environmentName].map { _ in .environment(standardNames[key.environmentName] ?? key.environmentName) },
                flags.texts[key.name].map { _ in .flag(key.name) },
            ].compactMap(\.self)
        }
        problems = (outline?.problems ?? []) + Self.unknownVariables(variables, all, keys) + flags.problems
        rejected = outline?.rejected ?? []
    }

    /// Returns where the effective value of `key` was set, or nil if the key is not set.
    func place(of key: ConfigurationKey) -> ConfigurationSource? {
        places[key.name]?.last
    }

    private static func unknownVariables(
        _ variables: [String: String], _ all: [ConfigurationKey], _ keys: ConfigurationKeyNames
    ) -> [ConfigurationProblem] {
        let known = Set(all.map(\.environmentName))
        return variables.keys.sorted().filter { !known.contains($0) }.map { name in
            ConfigurationProblem(
                at: .environment(ValueRejection.shown(name)), key: nil, "unknown variable",
                remedy: keys.suggestion(forVariable: name))
        }
    }

    private static func provider(_ texts: [String: String], _ all: [ConfigurationKey]) -> InMemoryProvider {
        let lists = Set(all.filter(\.isList).map(\.name))
        let values = texts.map { name, text in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
            return (name, lists.contains(name) ? SettingText.many(parts) : .one(text))
        }
        return InMemoryProvider(values: Self.values(Dictionary(uniqueKeysWithValues: values), all))
    }

    private static func values(_ texts: [String: SettingText], _ all: [ConfigurationKey]) -> [AbsoluteConfigKey: ConfigValue] {
        let secrets = Set(all.filter(\.isSecret).map(\.name))
        let pairs = texts.map { name, text in
            let content: ConfigContent =
                switch text {
                case .one(let text): .string(text)
                case .many(let texts): .stringArray(texts)
                }
            return (AbsoluteConfigKey(ConfigKey(name)), ConfigValue(content, isSecret: secrets.contains(name)))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}

/// The parsed arguments of `--set`.
private struct Flags {
    private(set) var texts: [String: String] = [:]
    private(set) var problems: [ConfigurationProblem] = []

    init(_ arguments: [String], keys: ConfigurationKeyNames) {
        for argument in arguments {
            guard let equals = argument.firstIndex(of: "=") else {
                report(argument, "the equals sign is missing", "write --set KEY=VALUE")
                continue
            }
            let name = String(argument[..<equals])
            guard let key = keys[name] else {
                report(name, "unknown key", keys.suggestion(for: name))
                continue
            }
            guard !key.isSecret else {
                report(
                    name, "a secret on the command line is visible to all users of this machine",
                    "set \(key.environmentName), or use a file")
                continue
            }
            texts[name] = String(argument[argument.index(after: equals)...])
        }
    }

    private mutating func report(_ name: String, _ reason: String, _ remedy: String) {
        problems.append(ConfigurationProblem(at: .flag(ValueRejection.shown(name)), key: nil, reason, remedy: remedy))
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        let end = lastIndex { $0 != " " }.map(index(after:)) ?? startIndex
        return String(self[..<end].drop { $0 == " " })
    }
}
