package import Secrets

/// Hashes passwords and checks them, away from the cooperative threads.
///
/// What it throws is never an answer about a password: each error of ``PasswordHashingError`` means that nothing was found out.
package protocol PasswordHasher: Sendable {
    /// A new hash with a fresh salt and the current parameters.
    ///
    /// - Parameter client: whose turn in the queue it takes.
    func hash(_ password: SecretBytes, for client: HashingClient) async throws(PasswordHashingError) -> PasswordHash

    /// Whether `password` is the one behind `hash`.
    ///
    /// - Parameter client: whose turn in the queue it takes.
    func verify(
        _ password: SecretBytes, against hash: PasswordHash, for client: HashingClient
    ) async throws(PasswordHashingError) -> Bool

    /// Whether `hash` is weaker than what ``hash(_:)`` would make now, so that the next successful sign-in should replace it.
    func needsRehash(_ hash: PasswordHash) -> Bool

    /// A hash with the current parameters that no password matches. A sign-in under an unknown name is verified against it, and
    /// takes as long as one under a known name.
    var decoy: PasswordHash { get }
}

/// Whose request costs a hash. The queue serves clients in turn, so that one of them cannot keep the others out.
package struct HashingClient: Hashable, Sendable {
    /// What the client is known by: its network, and its account and session where it is signed in. Requests with a name in common share a turn.
    package let names: [String]

    package init(_ names: [String]) {
        self.names = names
    }

    /// An operator's command, or a test: it has no name, and its jobs are served in the order of arrival.
    package static let local = HashingClient([])
}

/// Why a password was neither hashed nor checked.
package enum PasswordHashingError: Error, Hashable, Sendable {
    /// All threads work, and the queue is full of jobs of clients that have used it less; at least a second, by when there should be room.
    case busy(retryAfter: Duration)
    /// The machine lacks the memory for the hash, or for a thread.
    case memoryShortage
    /// The task was cancelled before its turn came.
    case cancelled
    /// The pool was shut down.
    case stopped
}
