/// The names of all keys, to tell known ones from mistyped ones.
struct ConfigurationKeyNames: Sendable {
    private let keys: [String: ConfigurationKey]
    private let sections: Set<String>

    init(_ keys: [ConfigurationKey]) {
        self.keys = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        sections = Set(keys.flatMap { Self.sections(of: $0.name) })
    }

    subscript(name: String) -> ConfigurationKey? { keys[name] }

    /// Whether keys stand under this name.
    func isSection(_ name: String) -> Bool { sections.contains(name) }

    /// The key that a value in the place of a whole section sets: `store: postgres://...` says all there is to say of a store.
    func key(for text: String, standingFor section: String) -> ConfigurationKey? {
        guard section == "store" else { return nil }
        return StoreConfiguration.isDatabaseAddress(text) ? self[Settings.storeAddress.key.name] : self[Settings.storePath.key.name]
    }

    /// A sentence that names the nearest key or section, or else where to look.
    func suggestion(for name: String) -> String {
        nearest(to: name, among: Array(keys.keys) + sections).map { "did you mean \($0)?" }
            ?? "`latchkey config keys` lists all keys"
    }

    /// As ``suggestion(for:)`` for the name of an environment variable.
    func suggestion(forVariable name: String) -> String {
        nearest(to: name, among: keys.values.map(\.environmentName)).map { "did you mean \($0)?" }
            ?? "`latchkey config keys` lists all variables"
    }

    /// The name with the fewest typing mistakes between it and `name`, if they are few for its length; of several the first by alphabet.
    private func nearest(to name: String, among candidates: [String]) -> String? {
        guard name.unicodeScalars.count <= 100 else { return nil }
        let most = max(2, name.unicodeScalars.count / 4)
        let scored = candidates.sorted().map { (name: $0, distance: Self.distance(name.lowercased(), $0.lowercased())) }
        return scored.filter { $0.distance <= most }.min { $0.distance < $1.distance }?.name
            ?? keyOfSameEnd(name, among: candidates)
    }

    /// A key of another section whose last part is the one written: `port` for `listener.port`, if only one ends so.
    private func keyOfSameEnd(_ name: String, among candidates: [String]) -> String? {
        guard let end = name.split(separator: ".").last else { return nil }
        let matches = candidates.filter { $0.lowercased().hasSuffix("." + end.lowercased()) }
        return matches.count == 1 ? matches.first : nil
    }

    private static func sections(of name: String) -> [String] {
        let parts = name.split(separator: ".")
        return (1..<max(1, parts.count)).map { parts.prefix($0).joined(separator: ".") }
    }

    /// How many insertions, deletions, replacements and exchanges of neighbours lead from one text to the other (optimal string
    /// alignment).
    static func distance(_ left: String, _ right: String) -> Int {
        let a = Array(left.unicodeScalars)
        let b = Array(right.unicodeScalars)
        var before: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var current = [i + 1]
            for j in b.indices {
                var least = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
                current.append(least)
            }
            (before, previous) = (previous, current)
        }
        return previous[b.count]
    }
}
