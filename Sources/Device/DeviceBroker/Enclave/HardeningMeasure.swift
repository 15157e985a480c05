/// What a process did to keep its memory to itself.
///
/// The first three must succeed, or the enclave's process does not start. Locking memory is best effort: the limit of locked memory
/// (`ulimit -l`) of an ordinary user is often too small for it, and then secrets may reach the swap space.
package enum HardeningMeasure: UInt8, Hashable, Sendable, CaseIterable {
    /// No other process of the user may trace it or read its memory (`PR_SET_DUMPABLE` 0).
    case notTraceable = 1
    /// No core file, whatever happens (`RLIMIT_CORE` 0).
    case noCoreFile
    /// Neither it nor a child gains privileges (`PR_SET_NO_NEW_PRIVS`).
    case noNewPrivileges
    /// Its memory is not written to the swap space (`mlockall`).
    case memoryLocked
}
