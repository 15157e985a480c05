/// The names of all configuration keys, for detecting unknown ones.
struct ConfigurationKeyNames: Sendable {
    private let keys: [String: ConfigurationKey]
    private let sections: Set<String>

    init(_ keys: [ConfigurationKey]) {
        self.keys = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        sections = Set(keys.flatMap { Self.sections(of: $0.name) })
    }

    subscript(name: String) -> ConfigurationKey? { keys[name] }

    /// Returns whether keys exist under this name.
    func isSection(_ name: String) -> Bool { sections.contains(name) }

    /// Returns the key that a plain value of a section sets. `store: postgres://...` sets the store's address or path.
    func key(for text: String, inSection section: String) -> ConfigurationKey? {
        guard section == "store" else { return nil }
        return StoreConfiguration.isDatabaseAddress(text) ? self[Settings.storeAddress.key.name] : self[Settings.storePath.key.name]
    }

    /// Returns a hint with the nearest key or section, or where to look.
    func suggestion(for name: String) -> String {
        nearest(to: name, among: Array(keys.keys) + sections).map { "did you mean \($0)?" }
            ?? "`latchkey config keys` lists all keys"
    }

    /// Returns the same hint for the name of an environment variable.
    func suggestion(forVariable name: String) -> String {
        nearest(to: name, among: keys.values.map(\.environmentName)).map { "did you mean \($0)?" }
            ?? "`latchkey config keys` lists all variables"
    }

    /// Returns the candidate with the smallest edit distance from `name` if the distance is small for its length. Among equals,
    /// returns the first in alphabetical order.
    private func nearest(to name: String, among candidates: [String]) -> String? {
        guard name.unicodeScalars.count <= 100 else { return nil }
        let most = max(2, name.unicodeScalars.count / 4)
        let scored = candidates.sorted().map { (name: $0, distance: Self.distance(name.lowercased(), $0.lowercased())) }
        return scored.filter { $0.distance <= most }.min { $0.distance < $1.distance }?.name
            ?? keyOfSameEnd(name, among: candidates)
    }

    /// Returns the key of another section with the same last component, such as `listener.port` for `port`, if exactly one
    /// exists.
    private func keyOfSameEnd(_ name: String, among candidates: [String]) -> String? {
        guard let end = name.split(separator: ".").last else { return nil }
        let matches = candidates.filter { $0.lowercased().hasSuffix("." + end.lowercased()) }
        return matches.count == 1 ? matches.first : nil
    }

    private static func sections(of name: String) -> [String] {
        let parts = name.split(separator: ".")
        return (1..<max(1, parts.count)).map { parts.prefix($0).joined(separator: ".") }
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours between two texts (optimal string
    /// alignment distance).
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
