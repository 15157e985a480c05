/// The enclave itself failed: what, why, and where in this code.
///
/// The codes are closed, so that callers can decide by them; the reason is for the log. Neither holds a secret.
package struct EnclaveError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: UInt8, Hashable, Sendable, CaseIterable {
        /// It is not there, or went away while it was called. Whether the call took effect is then unknown; it did wholly or not at all.
        case unavailable = 1
        /// It did not answer in time, and is not waited for any more.
        case timedOut
        /// No enclave has been set up at this place.
        case notSetUp
        /// The state at this place was written by another kind of enclave.
        case otherKind
        /// The state at this place belongs to another TPM, to one that was cleared, or to another host key.
        case otherEnclave
        /// Another process has this enclave open.
        case busy
        /// The state is cut short, changed, or of a version not known here; or something in the TPM that belongs to it is missing.
        case damagedState
        /// The state file could not be read or written.
        case storage
        /// A handle or index of the TPM that this enclave needs is taken by something else.
        case resourceTaken
        /// The other end of the socket says what nobody says.
        case protocolViolation
        /// The TPM refused a command for a reason that the caller cannot help; ``responseCode`` tells which.
        case tpm
        /// A measure without which the software enclave must not run could not be taken.
        case notHardened
    }

    /// Which kind of failure.
    package let code: Code
    /// What happened, for the log.
    package let reason: String
    /// The TPM's or its library's response code.
    package let responseCode: UInt32?
    /// The source line that found it.
    package let location: String

    /// An error found where it is made.
    package init(
        _ code: Code, _ reason: String, responseCode: UInt32? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.code = code
        self.reason = reason
        self.responseCode = responseCode
        location = "\(file):\(line)"
    }

    /// One line for the log.
    package var description: String { "enclave: \(code): \(reason) (\(location))" }
}

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
