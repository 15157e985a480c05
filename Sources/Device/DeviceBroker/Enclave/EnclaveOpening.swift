/// What opening an enclave does where none has been set up.
package enum EnclaveOpening: Hashable, Sendable {
    /// Fails with ``EnclaveError/Code/notSetUp``. For a broker that has keys stored: a lost state file must not pass as a new device.
    case existing
    /// Sets one up, and goes on where an earlier attempt was killed.
    case createIfAbsent
}
