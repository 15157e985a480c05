package import DeviceProtocol

/// What a process did to keep its memory to itself.
///
/// The first three must succeed where they are asked for, or the process does not serve: none of them depends on the user. Locking memory is best effort: the limit of
/// locked memory (`ulimit -l`) of an ordinary user is often too small for it, and then secrets may reach the swap space.
package enum HardeningMeasure: UInt8, WireValue, Hashable, Sendable, CaseIterable {
    /// No other process of the user may trace it or read its memory (`PR_SET_DUMPABLE` 0).
    case notTraceable = 1
    /// No core file, whatever happens (`RLIMIT_CORE` 0).
    case noCoreFile
    /// Neither it nor a child gains privileges (`PR_SET_NO_NEW_PRIVS`).
    case noNewPrivileges
    /// Its memory is not written to the swap space (`mlockall`).
    case memoryLocked
}

extension Set<HardeningMeasure> {
    /// For a process that does nothing but keep keys: all of them.
    package static let enclave = Set(HardeningMeasure.allCases)

    /// For a broker, whose memory holds what it hands out, and class keys while the device is unlocked. It is not locked into memory, which
    /// would take in every stack of every connection; and what it starts may gain privileges, as PAM's helpers do (unix_chkpwd(8)).
    package static let broker: Set = [.notTraceable, .noCoreFile]
}

extension WireReader {
    /// Measures as a list: refuses one that is named twice, and another order than that of their numbers.
    package mutating func hardening() throws(WireError) -> Set<HardeningMeasure> {
        let start = position
        let measures = try list(of: HardeningMeasure.self, atMost: HardeningMeasure.allCases.count)
        guard zip(measures, measures.dropFirst()).allSatisfy({ $0.rawValue < $1.rawValue }) else {
            throw WireError(.refusedValue, at: start)
        }
        return Set(measures)
    }
}

extension WireWriter {
    /// Each once, by its number.
    package mutating func hardening(_ measures: Set<HardeningMeasure>) {
        list(measures.sorted { $0.rawValue < $1.rawValue })
    }
}
