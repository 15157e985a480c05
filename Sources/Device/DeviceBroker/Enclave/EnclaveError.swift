/// A failure of the enclave itself: its code, its reason and its source location.
///
/// Callers decide by the code, a closed set; the reason is for the log. Neither contains a secret.
package struct EnclaveError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: UInt8, Hashable, Sendable, CaseIterable {
        /// The enclave is not available or ended during the call. The call took effect entirely or not at all; which one is
        /// unknown.
        case unavailable = 1
        /// The enclave did not respond in time.
        case timedOut
        /// No enclave has been set up at this path.
        case notSetUp
        /// Another kind of enclave wrote the state at this path.
        case otherKind
        /// The state at this path belongs to another TPM, to a TPM that was cleared, or to another host key.
        case otherEnclave
        /// Another process has opened this enclave.
        case busy
        /// The state is truncated, modified or of an unknown version, or a part of it in the TPM is missing.
        case damagedState
        /// The state file could not be read or written.
        case storage
        /// Something else occupies a handle or index of the TPM that this enclave needs.
        case resourceTaken
        /// The other end of the socket violated the protocol.
        case protocolViolation
        /// The TPM rejected a command for a reason that the caller cannot change; see ``responseCode``.
        case tpm
        /// A measure that the software enclave requires could not be applied.
        case notHardened
    }

    /// The kind of failure.
    package let code: Code
    /// The reason, for the log.
    package let reason: String
    /// The response code of the TPM or its library.
    package let responseCode: UInt32?
    /// The source location.
    package let location: String

    /// Creates an error with the caller's source location.
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

/// The steps with durable effects, after each of which the process may end.
///
/// A step is reached when the effect that its name describes has just occurred.
package enum EnclaveStep: String, Hashable, Sendable, CaseIterable {
    case temporaryFileWritten, temporaryFileSynchronised, fileRenamed, directorySynchronised
    case primaryPersisted, stalePasscodeRemoved, generationDefined, generationStarted
    case passcodeDefined, passcodeStarted, passcodeChanged, passcodeRemoved, generationAdvanced
}

/// A test seam that is called at each ``EnclaveStep`` and may interrupt the operation there.
package struct EnclaveSteps: Sendable {
    /// A function that is called at each step. Throwing ends the call without cleanup, as the end of the process would.
    package let reach: @Sendable (EnclaveStep) throws(EnclaveError) -> Void

    /// Creates a seam that calls `reach`.
    package init(_ reach: @escaping @Sendable (EnclaveStep) throws(EnclaveError) -> Void) {
        self.reach = reach
    }

    /// A seam without effect.
    package static let unobserved = EnclaveSteps { (_) throws(EnclaveError) in }
}
