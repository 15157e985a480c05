import FoundationEssentials

/// The service's own keys: which exist, which are listed, which one signs.
struct KeyRing: Sendable, Codable {
    struct Entry: Sendable, Codable {
        let id: KeyIdentifier
        let pem: String
        let modulus: String
        let exponent: String
        let createdAt: Date
        var isListed: Bool
    }

    /// From the oldest to the newest.
    private(set) var entries: [Entry] = []
    private(set) var signing: KeyIdentifier?
    /// The set before the last rotation.
    private(set) var formerListing: [KeyIdentifier] = []

    /// Takes a new key in.
    ///
    /// - Parameter size: keys that a gradual rotation leaves in the set.
    mutating func add(_ entry: Entry, _ rotation: KeyRotation, size: Int) {
        formerListing = entries.filter(\.isListed).map(\.id)
        let staying = rotation == .gradual ? max(size - 1, 0) : 0
        let kept = Set(entries.filter(\.isListed).suffix(staying).map(\.id))
        for index in entries.indices where !kept.contains(entries[index].id) { entries[index].isListed = false }
        entries.append(entry)
        if rotation != .unlisted || signing == nil { signing = entry.id }
        while entries.count > ServiceLimits.signingKeys,
            let surplus = entries.firstIndex(where: { !$0.isListed && $0.id != signing })
        {
            entries.remove(at: surplus)
        }
    }

    /// The key set's members: those listed now, or those listed before the last rotation.
    func listed(former: Bool) -> [Entry] {
        guard former else { return entries.filter(\.isListed) }
        return entries.filter { formerListing.contains($0.id) }
    }
}
