package import Secrets

extension MasterKeys {
    /// Reads the master keys only, for commands that open a store.
    package init(_ sources: ConfigurationSources) throws(ConfigurationProblems) {
        self = try sources.reading { MasterKeys(reading: &$0) }
    }

    /// Reads the master keys from their values or from files that other users cannot read. Returns nil after reporting a
    /// missing or invalid current key.
    init?(reading reader: inout SettingsReader) {
        let current = Self.current(reading: &reader)
        let previous = reader.value(Settings.previousKeys)
        reader.rejectExposure(of: Settings.previousKeys.key)
        let path = Settings.previousKeyFiles
        let more = reader.paths(path).compactMap { reader.masterKey(inFileAt: $0, of: path.key) }
        guard let current else { return nil }
        self.init(current: current, previous: previous + more)
    }

    private static func current(reading reader: inout SettingsReader) -> MasterKey? {
        let key = reader.value(Settings.currentKey)
        let path = reader.path(Settings.currentKeyFile)
        let keyPlace = reader.place(of: Settings.currentKey.key)
        let pathPlace = reader.place(of: Settings.currentKeyFile.key)
        switch (keyPlace, pathPlace) {
        case (nil, nil):
            reader.report(
                Settings.currentKeyFile.key, "the master key is missing",
                "create one with `openssl rand -base64 32` in a file under umask 077, and set its path here")
            return nil
        case (let keyPlace?, let pathPlace?) where keyPlace.isOfSameSource(as: pathPlace):
            reader.report(Settings.currentKey.key, "keys.currentFile is also set", "remove one of the two")
            return nil
        case (let keyPlace?, let pathPlace) where pathPlace.map(keyPlace.isStronger) ?? true:
            reader.rejectExposure(of: Settings.currentKey.key)
            return key
        default:
            return path.flatMap { reader.masterKey(inFileAt: $0, of: Settings.currentKeyFile.key) }
        }
    }
}

extension SettingsReader {
    /// Returns the key in a file, or nil after reporting a problem. Rejects a file that other users can read, even if the key is
    /// valid.
    fileprivate mutating func masterKey(inFileAt path: String, of key: ConfigurationKey) -> MasterKey? {
        guard let bytes = bytes(inFileAt: path, upTo: 4_096, of: key, isSecret: true) else { return nil }
        guard let masterKey = MasterKey(base64: String(decoding: bytes, as: UTF8.self).trimmingLineEnd) else {
            report(key, "\(path) does not contain a valid key", "allowed: \(Settings.currentKey.key.allowed)")
            return nil
        }
        return masterKey
    }

    /// Reports a secret in a configuration file that other users can read.
    mutating func rejectExposure(of key: ConfigurationKey) {
        guard case .file(let path, _, _) = place(of: key), isFileReadableByOthers else { return }
        report(
            key, "the configuration file with this secret is readable by other users",
            "run chmod 600 \(path), or put the key in a separate file")
    }
}

extension ConfigurationSource {
    private var rank: Int {
        switch self {
        case .preset: 0
        case .file: 1
        case .environment: 2
        case .flag: 3
        }
    }

    fileprivate func isOfSameSource(as other: ConfigurationSource) -> Bool { rank == other.rank }
    fileprivate func isStronger(than other: ConfigurationSource) -> Bool { rank > other.rank }
}

extension String {
    /// The text without one trailing line break, which editors and `echo` add.
    fileprivate var trimmingLineEnd: String {
        guard let last, last.isNewline else { return self }
        return String(dropLast())
    }
}
