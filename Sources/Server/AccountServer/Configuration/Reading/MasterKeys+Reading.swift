package import Secrets

extension MasterKeys {
    /// Reads the keys alone, for commands that open a store.
    package init(_ sources: ConfigurationSources) throws(ConfigurationProblems) {
        self = try sources.reading { MasterKeys(reading: &$0) }
    }

    /// Takes the keys, from their values or from files that nobody else may read. Nil, after reporting it, where the current key is
    /// missing or wrong.
    init?(reading reader: inout SettingsReader) {
        let current = Self.current(reading: &reader)
        let previous = reader.value(Settings.previousKeys)
        reader.refuseExposure(of: Settings.previousKeys.key)
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
                Settings.currentKeyFile.key, "no master key is set",
                "write one to a file with `openssl rand -base64 32` under umask 077, and its path here")
            return nil
        case (let keyPlace?, let pathPlace?) where keyPlace.isOfSameSource(as: pathPlace):
            reader.report(Settings.currentKey.key, "keys.currentFile is set too", "set one of the two")
            return nil
        case (let keyPlace?, let pathPlace) where pathPlace.map(keyPlace.isStronger) ?? true:
            reader.refuseExposure(of: Settings.currentKey.key)
            return key
        default:
            return path.flatMap { reader.masterKey(inFileAt: $0, of: Settings.currentKeyFile.key) }
        }
    }
}

extension SettingsReader {
    /// The key in a file, or nil after reporting why not. A file that others may read is refused, however good the key in it.
    fileprivate mutating func masterKey(inFileAt path: String, of key: ConfigurationKey) -> MasterKey? {
        guard let bytes = bytes(inFileAt: path, upTo: 4_096, of: key, isSecret: true) else { return nil }
        guard let masterKey = MasterKey(base64: String(decoding: bytes, as: UTF8.self).trimmingLineEnd) else {
            report(key, "what \(path) holds is not a key", "allowed: \(Settings.currentKey.key.allowed)")
            return nil
        }
        return masterKey
    }

    /// Reports a secret that stands in a file of configuration that others may read.
    mutating func refuseExposure(of key: ConfigurationKey) {
        guard case .file(let path, _, _) = place(of: key), isFileReadableByOthers else { return }
        report(key, "others may read the file that it stands in", "chmod 600 \(path), or keep the key in a file of its own")
    }
}

extension ConfigurationPlace {
    private var rank: Int {
        switch self {
        case .preset: 0
        case .file: 1
        case .environment: 2
        case .flag: 3
        }
    }

    fileprivate func isOfSameSource(as other: ConfigurationPlace) -> Bool { rank == other.rank }
    fileprivate func isStronger(than other: ConfigurationPlace) -> Bool { rank > other.rank }
}

extension String {
    /// Without one line end at the end, as editors and `echo` leave it.
    fileprivate var trimmingLineEnd: String {
        guard let last, last.isNewline else { return self }
        return String(dropLast())
    }
}
