package import Secrets

/// Web attempts on their way to Apple and back. Of any number of callers that take up one of them at once, one gets it.
package protocol AppleWebStore: Sendable {
    func add(_ attempt: StoredAppleWebAttempt) async throws

    /// Removes the attempt and returns it; nil where there is none that has not expired.
    func consumeWebAttempt(_ state: TokenDigest, now: Timestamp) async throws -> StoredAppleWebAttempt?

    /// Keeps what Apple said, and its name as ``AppleIdentityStore/remember(_:of:at:)`` does, unless the identity has an account.
    func park(_ parked: ParkedAppleAssertion, at now: Timestamp) async throws

    /// Removes what was parked and returns it; nil where there is nothing that has not expired.
    func consumeParkedAssertion(_ completion: TokenDigest, now: Timestamp) async throws -> ParkedAppleAssertion?
}
