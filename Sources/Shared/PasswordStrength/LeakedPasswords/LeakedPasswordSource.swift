/// Somewhere to look up whether a password stands in known leaks.
///
/// What fails is thrown, and never taken for "not leaked": the caller decides what an unanswered question means.
package protocol LeakedPasswordSource: Sendable {
    /// How often the password with this digest was seen in leaks; 0 where it was not.
    func count(of digest: LeakedPasswordDigest) async throws -> Int
}

extension LeakedPasswordSource {
    /// How often the password was seen in leaks; 0 where it was not. Its UTF-8 bytes are looked up as they are: give it in the form
    /// in which people type it, which is NFC.
    package func count(of password: String) async throws -> Int {
        try await count(of: LeakedPasswordDigest(of: password))
    }
}
