import Configuration
import WebClient

/// Reads settings from the layers and collects problems and values.
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

    /// Returns the value of a setting. Reports a rejected value and returns the default, so that reading continues; a
    /// configuration with problems is never used.
    mutating func value<Value>(_ setting: Setting<Value>) -> Value {
        guard let value = read(setting.key, setting.kind) else {
            if place(of: setting.key) == nil { note(setting.key, setting.key.standard ?? "", nil) }
            return setting.standard
        }
        return value
    }

    /// Returns the value of a required setting, or nil after reporting that it is missing or rejected.
    mutating func value<Value>(_ setting: RequiredSetting<Value>) -> Value? {
        let key = setting.key
        if place(of: key) == nil, !layers.rejected.contains(key.name) {
            report(key, "the setting is required", "allowed: \(key.allowed)")
        }
        return read(key, setting.kind)
    }

    /// Returns the paths of a setting. Paths from the file are resolved against the file's folder.
    mutating func paths(_ setting: Setting<[String]>) -> [String] {
        let paths = value(setting)
        return paths.map { resolve($0, of: setting.key) }
    }

    /// Returns the path of a setting, resolved as in ``paths(_:)``.
    mutating func path(_ setting: Setting<String?>) -> String? {
        value(setting).map { resolve($0, of: setting.key) }
    }

    /// Returns the path of a required setting, resolved as in ``paths(_:)``.
    mutating func path(_ setting: RequiredSetting<String>) -> String? {
        value(setting).map { resolve($0, of: setting.key) }
    }

    /// Returns the content of a file that a setting names, or nil after reporting a problem. Rejects the file of a secret if
    /// other users can read or change it.
    mutating func bytes(inFileAt path: String, upTo limit: Int, of key: ConfigurationKey, isSecret: Bool = false) -> [UInt8]? {
        do throws(ConfigurationProblem) {
            let file = try OperatorFile(path: path, upTo: limit, key: key.name, place: place(of: key))
            guard !isSecret || !file.isExposed else {
                report(key, "\(path) has mode \(file.mode): other users can read or change it", "run chmod 600 \(path)")
                return nil
            }
            return file.bytes
        } catch {
            report(error)
            return nil
        }
    }

    /// Whether users other than its owner and group can read the configuration file.
    var isFileReadableByOthers: Bool { file?.isReadableByOthers ?? false }

    /// Returns whether a problem of the key was already reported.
    func isRejected(_ key: ConfigurationKey) -> Bool {
        layers.rejected.contains(key.name) || place(of: key) != nil
    }

    /// Returns where the effective value was set, or nil for the default.
    func place(of key: ConfigurationKey) -> ConfigurationSource? {
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
        guard let place = place(of: key), !layers.rejected.contains(key.name) else { return nil }
        do {
            let value = try kind.read(text(of: key))
            note(key, kind.write(value), place)
            return value
        } catch let rejection as ValueRejection {
            report(key, rejection.reason, "allowed: \(key.allowed)")
        } catch {
            report(key, "the value is malformed", "allowed: \(key.allowed)")
        }
        return nil
    }

    /// Returns the text of a key. Uses the throwing readers, because the others treat an error as a missing key.
    private func text(of key: ConfigurationKey) throws -> SettingText {
        let name = ConfigKey(key.name)
        return key.isList
            ? .many(try layers.reader.requiredStringArray(forKey: name, isSecret: key.isSecret))
            : .one(try layers.reader.requiredString(forKey: name, isSecret: key.isSecret))
    }

    private mutating func note(_ key: ConfigurationKey, _ text: String, _ place: ConfigurationSource?) {
        entries.append(ConfigurationEntry(key: key, text: key.isSecret && place != nil ? "(set)" : text, place: place))
    }

    /// Returns the key in a secret file of Standard Webhooks, or nil after reporting a problem.
    mutating func webhookKey(inFileAt path: String, of key: ConfigurationKey) -> WebhookKey? {
        guard let bytes = bytes(inFileAt: path, upTo: 1_024, of: key, isSecret: true) else { return nil }
        guard let webhookKey = WebhookKey(String(decoding: bytes.withoutFinalLineEnd, as: UTF8.self)) else {
            report(key, "\(path) does not contain a key", "write whsec_ and the base64 of 24 to 64 random bytes into the file")
            return nil
        }
        return webhookKey
    }

    /// Resolves a path. One from the file is relative to the file's folder.
    func resolve(_ path: String, of key: ConfigurationKey) -> String {
        guard case .file = place(of: key), let file else { return path }
        return file.resolve(path)
    }
}

extension [UInt8] {
    /// The bytes before a line end at the end of a file.
    var withoutFinalLineEnd: [UInt8] {
        var bytes = self
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        return bytes
    }
}
