import Crypto
package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets
import Synchronization

/// What the device as a whole remembers: failures and the passcode's salt in the file; the lock, the current set of fingers or faces, and the
/// last unlock by biometry in memory, since a start forgets them.
package final class DeviceState: Sendable {
    private struct Memory {
        var biometricFailures: BiometricFailures
        var passcodeFailures: PasscodeFailures
        var currentSet: BiometricSet
        var enrolment: [UInt8]?
        var phase = LockPhase.beforeFirstUnlock
        var locking = Withdrawal()
        var lastBiometricUnlock: Double?
    }

    private let file: KeychainFile
    private let memory: Mutex<Memory>
    private let domainKey: AuthenticationKey
    /// Seconds since 2001-01-01T00:00:00Z.
    let now: @Sendable () -> Double

    /// Throws `unavailable` where the file or the enclave cannot be read.
    package init(file: KeychainFile, enclave: any Enclave, now: @escaping @Sendable () -> Double) throws(DeviceRefusal) {
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
            throw .unavailable("the state of the device cannot be read: \(error)")
        }
    }

    package var phase: LockPhase { memory.withLock(\.phase) }
    package var currentSet: BiometricSet { memory.withLock(\.currentSet) }
    package var biometricFailures: BiometricFailures { memory.withLock(\.biometricFailures) }
    package var passcodeFailures: PasscodeFailures { memory.withLock(\.passcodeFailures) }

    /// What tells that the device was locked.
    package var locking: Withdrawal { memory.withLock(\.locking) }

    /// The tag of who was enrolled when a sensor whose set others change was last looked at; nothing with any other sensor.
    var enrolment: [UInt8]? { memory.withLock(\.enrolment) }

    /// 32 bytes that tell nobody who is enrolled, and are others for every set.
    func tag(of set: EnrolledSet) -> [UInt8] {
        domainKey.tag(for: Array("enrolled ".utf8) + set.bytes)
    }

    /// Writes down who is enrolled now.
    func setEnrolment(_ tag: [UInt8]?) throws(DeviceRefusal) {
        try write("UPDATE device SET enrolment = ?", [tag.map { Data($0) }])
        memory.withLock { $0.enrolment = tag }
    }

    /// 32 bytes that are others after every change of who is enrolled, and others on every device.
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

    /// Gives false where a changed count could not be written down.
    func note(_ failures: BiometricFailures) -> Bool {
        guard failures != biometricFailures else { return true }
        guard (try? write("UPDATE device SET biometric_failures = ?", [failures.count])) != nil else { return false }
        memory.withLock { $0.biometricFailures = failures }
        return true
    }

    /// Gives false where the count could not be written down.
    func note(_ failures: PasscodeFailures) -> Bool {
        guard failures != passcodeFailures else { return true }
        let arguments: StatementArguments = [failures.count, failures.lastFailure]
        guard (try? write("UPDATE device SET passcode_failures = ?, passcode_failed_at = ?", arguments)) != nil else {
            return false
        }
        memory.withLock { $0.passcodeFailures = failures }
        return true
    }

    /// An unlock by a finger or face of an earlier set stands for nothing any more.
    func note(_ set: BiometricSet) {
        memory.withLock { memory in
            memory.currentSet = set
            memory.lastBiometricUnlock = nil
        }
    }

    /// Moves the lock. Whoever is asked something on a device that is locked under them is asked no longer.
    func note(_ phase: LockPhase, byBiometry: Bool = false) {
        let now = now()
        let interrupted = memory.withLock { memory -> Withdrawal? in
            memory.phase = phase
            if byBiometry { memory.lastBiometricUnlock = now }
            guard phase != .unlocked else { return nil }
            memory.lastBiometricUnlock = nil
            defer { memory.locking = Withdrawal() }
            return memory.locking
        }
        interrupted?.withdraw()
    }

    func passcodeSalt() throws(DeviceRefusal) -> [UInt8]? {
        do {
            let salt = try file.database.read { try Data.fetchOne($0, sql: "SELECT passcode_salt FROM device") }
            return salt.map { [UInt8]($0) }
        } catch {
            throw .unavailable("the state of the device cannot be read: \(error)")
        }
    }

    func setPasscodeSalt(_ salt: [UInt8]) throws(DeviceRefusal) {
        try write("UPDATE device SET passcode_salt = ?", [Data(salt)])
    }

    private func write(_ sql: String, _ arguments: StatementArguments) throws(DeviceRefusal) {
        do {
            try file.write { try $0.execute(sql: sql, arguments: arguments) }
        } catch {
            throw .unavailable("the state of the device cannot be written: \(error)")
        }
    }
}

extension KeyPurpose {
    fileprivate static let domainState = KeyPurpose("device-domain-state")
}

/// How far the device is open. Without a passcode it is never locked.
package enum LockPhase: String, Hashable, Sendable, CaseIterable {
    /// Started, and the passcode was not given since.
    case beforeFirstUnlock = "before-first-unlock"
    case locked
    case unlocked
}
