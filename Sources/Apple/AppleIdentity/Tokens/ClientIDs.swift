/// The client identifiers whose tokens are ours: App IDs (bundle identifiers) and Services IDs. There is at least one.
///
/// A verifier without audiences accepts the tokens of every other app, so that none can be made.
public struct ClientIDs: Sendable, Hashable {
    /// The identifiers, each once, in the order given.
    public let values: [String]

    /// Refuses an empty list, and an identifier that is empty or not printable ASCII without spaces. Identifiers are
    /// case-sensitive.
    public init(_ identifiers: [String]) throws(TokenPolicyError) {
        guard !identifiers.isEmpty else { throw .noClientID }
        var values: [String] = []
        for identifier in identifiers {
            guard !identifier.isEmpty, identifier.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .malformedClientID }
            if !values.contains(identifier) { values.append(identifier) }
        }
        self.values = values
    }

    /// Identifiers that were checked; not empty.
    init(checked identifiers: [ClientID]) {
        var values: [String] = []
        for identifier in identifiers where !values.contains(identifier.text) { values.append(identifier.text) }
        self.values = values
    }

    /// Whether an identifier is one of these, byte for byte.
    public func contains(_ identifier: String) -> Bool {
        values.contains { $0.hasSameBytes(as: identifier) }
    }
}
