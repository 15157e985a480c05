package import Secrets

/// Hashes and verifies passwords outside the cooperative threads.
///
/// A thrown error never depends on whether a password is right: each ``PasswordHashingError`` means that the password was not
/// checked.
package protocol PasswordHasher: Sendable {
    /// Hashes a password with a new salt and the current parameters.
    ///
    /// - Parameter client: the client to which the queue charges the job.
    func hash(_ password: SecretBytes, for client: HashingClient) async throws(PasswordHashingError) -> PasswordHash

    /// Returns whether `password` matches `hash`.
    ///
    /// - Parameter client: the client to which the queue charges the job.
    func verify(
        _ password: SecretBytes, against hash: PasswordHash, for client: HashingClient
    ) async throws(PasswordHashingError) -> Bool

    /// Returns whether `hash` is weaker than a new one from ``hash(_:)``, so that the next successful sign-in should replace it.
    func needsRehash(_ hash: PasswordHash) -> Bool

    /// A hash with the current parameters that no password matches. A sign-in with an unknown user name is verified against it, and
    /// takes as long as one with a known name.
    var decoy: PasswordHash { get }
}

/// The client that causes a hash. The queue serves clients fairly, so that none of them can block the others.
package struct HashingClient: Hashable, Sendable {
    /// The names of the client: its network, and its account and session if it is signed in. Requests that share a name share a
    /// turn.
    package let names: [String]

    package init(_ names: [String]) {
        self.names = names
    }

    /// An operator's command or a test. It has no name, and its jobs are served in the order of arrival.
    package static let local = HashingClient([])
}

/// The reason why a password was neither hashed nor verified.
package enum PasswordHashingError: Error, Hashable, Sendable {
    /// All threads are busy, and the queue is full of jobs of clients with lower usage. `retryAfter`, at least a second, is the
    /// estimated time until the queue has room.
    case busy(retryAfter: Duration)
    /// There is not enough memory for the hash or for a thread.
    case memoryShortage
    /// The task was cancelled before a thread ran the job.
    case cancelled
    /// The pool was shut down.
    case stopped
}
