/// The moments between two lasting effects: where a process may die.
///
/// Each is reached when what its name says has just been done.
package enum EnclaveStep: String, Hashable, Sendable, CaseIterable {
    case temporaryFileWritten, temporaryFileSynchronised, fileRenamed, directorySynchronised
    case primaryPersisted, stalePasscodeRemoved, generationDefined, generationStarted
    case passcodeDefined, passcodeStarted, passcodeChanged, passcodeRemoved, generationAdvanced
}

/// A seam for tests: told of each ``EnclaveStep``, it may end the world there.
package struct EnclaveSteps: Sendable {
    /// Called at each step; what it throws ends the call as if the process had died, without any clearing up.
    package let reach: @Sendable (EnclaveStep) throws(EnclaveError) -> Void

    /// A seam that calls `reach`.
    package init(_ reach: @escaping @Sendable (EnclaveStep) throws(EnclaveError) -> Void) {
        self.reach = reach
    }

    /// Nobody listens.
    package static let unobserved = EnclaveSteps { (_) throws(EnclaveError) in }
}
