import Configuration

/// Takes settings out of the layers one by one, and keeps what is wrong and what was found.
struct SettingsReader {
    private let layers: ConfigurationLayers
    private let file: ConfigurationFile?
    private(set) var problems: [ConfigurationProblem]
    private(set) var entries: [ConfigurationEntry] = []

    init(_ sources: ConfigurationSources, keys: [ConfigurationKey] = ConfigurationKey.all) {
        layers = ConfigurationLayers(sources, keys: keys)
        file = sources.file
        problems = layers.problems
    }

    /// The value of a setting. Where it is wrong that is reported, and the default stands in so that reading goes on; nobody
    /// gets to see it, as a reading with problems gives nothing.
    mutating func value<Value>(_ setting: Setting<Value>) -> Value {
        guard let value = read(setting.key, setting.kind) else {
            if place(of: setting.key) == nil { note(setting.key, setting.key.standard ?? "", nil) }
            return setting.standard
        }
        return value
    }

    /// The value of a setting that must be set, or nil after reporting that it is missing or wrong.
    mutating func value<Value>(_ setting: RequiredSetting<Value>) -> Value? {
        let key = setting.key
        if place(of: key) == nil, !layers.refused.contains(key.name) {
            report(key, "it must be set", "allowed: \(key.allowed)")
        }
        return read(key, setting.kind)
    }

    /// The paths of a setting, those of the file resolved against its folder.
    mutating func paths(_ setting: Setting<[String]>) -> [String] {
        let paths = value(setting)
        return paths.map { resolve($0, of: setting.key) }
    }

    /// The path of a setting, resolved as those of ``paths(_:)``.
    mutating func path(_ setting: Setting<String?>) -> String? {
        value(setting).map { resolve($0, of: setting.key) }
    }

    /// The path of a setting that must be set, resolved as those of ``paths(_:)``.
    mutating func path(_ setting: RequiredSetting<String>) -> String? {
        value(setting).map { resolve($0, of: setting.key) }
    }

    /// What a file that a setting names holds, or nil after reporting why not. Of a secret, a file that others may read is refused.
    mutating func bytes(inFileAt path: String, upTo limit: Int, of key: ConfigurationKey, isSecret: Bool = false) -> [UInt8]? {
        do throws(ConfigurationProblem) {
            let file = try OperatorFile(path: path, upTo: limit, key: key.name, place: place(of: key))
            guard !isSecret || !file.isExposed else {
                report(key, "\(path) has mode \(file.mode): others may read or change it", "chmod 600 \(path)")
                return nil
            }
            return file.bytes
        } catch {
            report(error)
            return nil
        }
    }

    /// Whether the file of configuration may be read by accounts beside its owner and group.
    var isFileReadableByOthers: Bool { file?.isReadableByOthers ?? false }

    /// Whether something is wrong with how the key is set, which is reported already.
    func isRefused(_ key: ConfigurationKey) -> Bool {
        layers.refused.contains(key.name) || place(of: key) != nil
    }

    /// Where the value that holds was written, or nil for the default.
    func place(of key: ConfigurationKey) -> ConfigurationPlace? {
        layers.place(of: key)
    }

    /// Reports a problem at the place where the key is set.
    mutating func report(_ key: ConfigurationKey, _ reason: String, _ remedy: String?) {
        problems.append(ConfigurationProblem(at: place(of: key), key: key.name, reason, remedy: remedy))
    }

    mutating func report(_ problem: ConfigurationProblem) {
        problems.append(problem)
    }

    private mutating func read<Value>(_ key: ConfigurationKey, _ kind: ValueKind<Value>) -> Value? {
        guard let place = place(of: key), !layers.refused.contains(key.name) else { return nil }
        do {
            let value = try kind.read(text(of: key))
            note(key, kind.write(value), place)
            return value
        } catch let rejection as ValueRejection {
            report(key, rejection.reason, "allowed: \(key.allowed)")
        } catch {
            report(key, "it cannot be read", "allowed: \(key.allowed)")
        }
        return nil
    }

    /// Only the throwing readers: the others answer a mistake with nothing, as if the key were not set.
    private func text(of key: ConfigurationKey) throws -> SettingText {
        let name = ConfigKey(key.name)
        return key.isList
            ? .many(try layers.reader.requiredStringArray(forKey: name, isSecret: key.isSecret))
            : .one(try layers.reader.requiredString(forKey: name, isSecret: key.isSecret))
    }

    private mutating func note(_ key: ConfigurationKey, _ text: String, _ place: ConfigurationPlace?) {
        entries.append(ConfigurationEntry(key: key, text: key.isSecret && place != nil ? "(set)" : text, place: place))
    }

    private func resolve(_ path: String, of key: ConfigurationKey) -> String {
        guard case .file = place(of: key), let file else { return path }
        return file.resolve(path)
    }
}
