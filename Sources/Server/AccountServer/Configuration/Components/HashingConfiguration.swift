package import PasswordHashing

/// What a password hash costs, and how many are computed at a time.
package struct HashingConfiguration: Hashable, Sendable {
    package var parameters: Argon2idParameters = .standard
    /// How many hash at one time; nil for one for each processor.
    package var threads: Int?
    /// How many may wait beyond those.
    package var queueLength = 64

    package init() {}
}
