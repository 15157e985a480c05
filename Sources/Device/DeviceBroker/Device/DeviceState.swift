import Crypto
package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets
import Synchronization

/// The state of the device as a whole.
///
/// The file stores the failure counts, the passcode's salt and the tag of the enrolled set. The lock phase and the last unlock by
/// biometry are only in memory, because a restart resets them. The biometric set is read from the enclave.
package final class DeviceState: Sendable {
    private struct Memory {
        var biometricFailures: BiometricFailures
        var passcodeFailures: PasscodeFailures
        var currentSet: BiometricSet
        var enrolment: [UInt8]?
        var phase = LockPhase.beforeFirstUnlock
        var locking = PromptCancellationToken()
        var lastBiometricUnlock: Double?
    }

    private let file: KeychainFile
    private let memory: Mutex<Memory>
    private let domainKey: AuthenticationKey
    /// The clock: returns seconds since 2001-01-01T00:00:00Z.
    let now: @Sendable () -> Double

    /// Loads the state. Throws `unavailable` if the file or the enclave cannot be read.
    package init(file: KeychainFile, enclave: any Enclave, now: @escaping @Sendable () -> Double) throws(DeviceError) {
        let generation = try enclave.done { (enclave) throws(EnclaveError) in try enclave.biometricGeneration() }
        let key = try enclave.deviceKey()
        self.file = file
        self.now = now
        domainKey = key.authenticationKey(for: .domainState)
        do {
            let row = try file.database.read { connection in
                try Row.fetchOne(connection, sql: "SELECT * FROM device")
            }
            guard let row else { throw DamagedRow() }
            memory = Mutex(
                Memory(
                    biometricFailures: BiometricFailures(count: row["biometric_failures"]),
                    passcodeFailures: PasscodeFailures(count: row["passcode_failures"], lastFailure: row["passcode_failed_at"]),
                    currentSet: BiometricSet(generation: generation), enrolment: (row["enrolment"] as Data?).map { [UInt8]($0) }))
        } catch {
            throw .unavailable("cannot read the device state: \(error)")
        }
    }

    package var phase: LockPhase { memory.withLock(\.phase) }
    package var currentSet: BiometricSet { memory.withLock(\.currentSet) }
    package var biometricFailures: BiometricFailures { memory.withLock(\.biometricFailures) }
    package var passcodeFailures: PasscodeFailures { memory.withLock(\.passcodeFailures) }

    /// The token that signals that the device was locked.
    package var locking: PromptCancellationToken { memory.withLock(\.locking) }

    /// The tag of the enrolled set that was last observed, with a sensor whose set other programs change; nil with another sensor.
    var enrolment: [UInt8]? { memory.withLock(\.enrolment) }

    /// Returns 32 bytes that identify the set without revealing it.
    func tag(of set: EnrolledSet) -> [UInt8] {
        domainKey.tag(for: Array("enrolled ".utf8) + set.bytes)
    }

    /// Stores the tag of the enrolled set.
    func setEnrolment(_ tag: [UInt8]?) throws(DeviceError) {
        try write("UPDATE device SET enrolment = ?", [tag.map { Data($0) }])
        memory.withLock { $0.enrolment = tag }
    }

    /// The domain state: 32 bytes that change with each change of the enrolment, and differ between devices.
    var domainState: Octets32? {
        let (set, enrolment) = memory.withLock { ($0.currentSet, $0.enrolment) }
        return Octets32(domainKey.tag(for: Array("\(set.generation)".utf8) + (enrolment ?? [])))
    }

    func isUnlockFresh(within seconds: UInt16) -> Bool {
        let now = now()
        return memory.withLock { memory in
            guard seconds > 0, memory.phase == .unlocked, let last = memory.lastBiometricUnlock else { return false }
            return (0...Double(seconds)).contains(now - last)
        }
    }

    /// Stores the count. Returns false if the write fails.
    func note(_ failures: BiometricFailures) -> Bool {
        guard failures != biometricFailures else { return true }
        guard (try? write("UPDATE device SET biometric_failures = ?", [failures.count])) != nil else { return false }
        memory.withLock { $0.biometricFailures = failures }
        return true
    }

    /// Stores the count. Returns false if the write fails.
    func note(_ failures: PasscodeFailures) -> Bool {
        guard failures != passcodeFailures else { return true }
        let arguments: StatementArguments = [failures.count, failures.lastFailure]
        guard (try? write("UPDATE device SET passcode_failures = ?, passcode_failed_at = ?", arguments)) != nil else {
            return false
        }
        memory.withLock { $0.passcodeFailures = failures }
        return true
    }

    /// Changes the current set. The last unlock by biometry no longer counts.
    func note(_ set: BiometricSet) {
        memory.withLock { memory in
            memory.currentSet = set
            memory.lastBiometricUnlock = nil
        }
    }

    /// Changes the lock phase. Cancels pending prompts unless the new phase is unlocked.
    func note(_ phase: LockPhase, byBiometry: Bool = false) {
        let now = now()
        let interrupted = memory.withLock { memory -> PromptCancellationToken? in
            memory.phase = phase
            if byBiometry { memory.lastBiometricUnlock = now }
            guard phase != .unlocked else { return nil }
            memory.lastBiometricUnlock = nil
            defer { memory.locking = PromptCancellationToken() }
            return memory.locking
        }
        interrupted?.cancel()
    }

    func passcodeSalt() throws(DeviceError) -> [UInt8]? {
        do {
            let salt = try file.database.read { try Data.fetchOne($0, sql: "SELECT passcode_salt FROM device") }
            return salt.map { [UInt8]($0) }
        } catch {
            throw .unavailable("cannot read the device state: \(error)")
        }
    }

    func setPasscodeSalt(_ salt: [UInt8]) throws(DeviceError) {
        try write("UPDATE device SET passcode_salt = ?", [Data(salt)])
    }

    private func write(_ sql: String, _ arguments: StatementArguments) throws(DeviceError) {
        do {
            try file.write { try $0.execute(sql: sql, arguments: arguments) }
        } catch {
            throw .unavailable("cannot write the device state: \(error)")
        }
    }
}

extension KeyPurpose {
    fileprivate static let domainState = KeyPurpose("device-domain-state")
}

/// The lock phase of the device. A device without a passcode is never locked.
package enum LockPhase: String, Hashable, Sendable, CaseIterable {
    /// The device has started and has not been unlocked since.
    case beforeFirstUnlock = "before-first-unlock"
    case locked
    case unlocked
}
