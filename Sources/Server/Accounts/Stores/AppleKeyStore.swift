/// Apple's public keys as they were last fetched, so that a server that starts can check identity tokens before Apple has answered.
package protocol AppleKeyStore: Sendable {
    /// Keeps a set in place of the one kept before. Of several servers over one store, whoever fetched last is remembered.
    func keep(_ keys: KeptAppleKeys) async throws

    /// The set that was kept last; nil where none was.
    func keptAppleKeys() async throws -> KeptAppleKeys?
}

/// A set of Apple's public keys at rest. There is nothing secret in it; but whoever can write it can have tokens of their own taken for
/// Apple's, as whoever can write the store can open sessions.
package struct KeptAppleKeys: Hashable, Sendable {
    /// The address that they came from, 1 to 2,048 bytes. Keys of another address are not Apple's, whatever they say.
    package let source: String
    /// The set in the form of the client library, 1 byte to 4 MiB. A store does not look into it.
    package let record: [UInt8]
    /// When they were fetched, by the clock of the server that did.
    package let fetchedAt: Timestamp

    package init(source: String, record: [UInt8], fetchedAt: Timestamp) {
        self.source = source
        self.record = record
        self.fetchedAt = fetchedAt
    }
}
