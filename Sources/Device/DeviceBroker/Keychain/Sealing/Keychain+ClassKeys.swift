package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// Class keys over the life of a device: made once, opened by starting and unlocking, dropped by locking, wrapped anew when a passcode comes
/// or goes.
///
/// Behind a passcode the key of `afterFirstUnlock` opens by the passcode alone. That of `whenUnlocked` opens by the passcode or a match, and only
/// beside the former: a finger opens nothing on a device that was just started.
extension Keychain {
    /// Makes what is missing, finishes what a broker that died left half done, and opens what needs nobody.
    package func start() throws(DeviceRefusal) {
        ring.drop(Set(Accessibility.Availability.allCases))
        let hasPasscode = try enclave.done { (enclave) throws(EnclaveError) in try enclave.isPasscodeSet() }
        let present = Set(try storedClassKeys().keys)
        // The first start of all is the only one at which keys are made without being behind a passcode that is there.
        for availability in Accessibility.Availability.allCases
        where !present.contains(availability) && availability != .whenPasscodeSet {
            try store(try newClassKey(), as: availability, behindPasscode: false)
        }
        try openClassKeys([.always], by: Evidence())
        if hasPasscode { return }
        try removePasscodeClass()
        try openClassKeys([.afterFirstUnlock, .whenUnlocked], by: Evidence())
    }

    /// Opens what the evidence opens. Throws `interactionNotAllowed` for a match before the passcode was given once, and what the
    /// enclave refuses with.
    package func unlock(by evidence: Evidence) throws(DeviceRefusal) {
        if !ring.has(.afterFirstUnlock) {
            guard evidence.passcode != nil else { throw .item(.interactionNotAllowed) }
            try openClassKeys([.afterFirstUnlock], by: evidence)
        }
        try openClassKeys([.whenUnlocked, .whenPasscodeSet], by: evidence)
        try putBehindPasscode()
    }

    /// Nothing that needs an unlocked device can be read from now on.
    package func lock() {
        ring.drop([.whenUnlocked, .whenPasscodeSet])
    }

    /// After a passcode was set. The device must be unlocked. Doing it again does nothing.
    package func putBehindPasscode() throws(DeviceRefusal) {
        let stored = try storedClassKeys()
        for availability in [Accessibility.Availability.afterFirstUnlock, .whenUnlocked]
        where stored[availability]?.isBehindPasscode != true {
            try store(try ring.key(for: availability).master, as: availability, behindPasscode: true)
        }
        if stored[.whenPasscodeSet] == nil {
            let key = try newClassKey()
            try store(key, as: .whenPasscodeSet, behindPasscode: true)
            ring.put([.whenPasscodeSet: key])
        }
    }

    /// Before the passcode is removed. The device must be unlocked.
    package func takeFromBehindPasscode() throws(DeviceRefusal) {
        for availability in [Accessibility.Availability.afterFirstUnlock, .whenUnlocked] {
            try store(try ring.key(for: availability).master, as: availability, behindPasscode: false)
        }
    }

    /// After the passcode was removed: the items that existed only beside it are deleted, with their key.
    package func removePasscodeClass() throws(DeviceRefusal) {
        ring.drop([.whenPasscodeSet])
        let number = Accessibility.Availability.whenPasscodeSet.rawValue
        try write { connection in
            try connection.execute(sql: "DELETE FROM items WHERE availability = ?", arguments: [number])
            try connection.execute(sql: "DELETE FROM class_keys WHERE availability = ?", arguments: [number])
        }
    }

    private func openClassKeys(_ availabilities: [Accessibility.Availability], by evidence: Evidence) throws(DeviceRefusal) {
        let stored = try storedClassKeys()
        for availability in availabilities where !ring.has(availability) {
            guard let row = stored[availability] else { continue }
            guard let guarded = GuardedSecret(bytes: row.wrapped) else { throw .item(.notDecodable) }
            var secret = try guarded.open(enclave: enclave, authorization: authorization(evidence))
            if availability.isBesideFirstUnlock, row.isBehindPasscode {
                secret = try open(secret, availability, under: try ring.key(for: .afterFirstUnlock).master)
            }
            guard let key = MasterKey(secret) else { throw .item(.notDecodable) }
            ring.put([availability: key])
        }
    }

    private func store(
        _ key: MasterKey, as availability: Accessibility.Availability, behindPasscode: Bool
    ) throws(DeviceRefusal) {
        var secret = key.reveal()
        if availability.isBesideFirstUnlock, behindPasscode {
            secret = try seal(secret, availability, under: try ring.key(for: .afterFirstUnlock).master)
        }
        let policy: KeyPolicy = !behindPasscode ? .nothing : availability.isBesideFirstUnlock ? .passcodeOrBiometry : .passcode
        let wrapped = try GuardedSecret(secret, policy: policy, enclave: enclave, random: random).bytes
        try write { connection in
            try connection.execute(
                sql: """
                    INSERT INTO class_keys (availability, behind_passcode, wrapped) VALUES (?, ?, ?)
                    ON CONFLICT (availability) DO UPDATE SET behind_passcode = excluded.behind_passcode, wrapped = excluded.wrapped
                    """,
                arguments: [availability.rawValue, behindPasscode, Data(wrapped)])
        }
    }

    private func storedClassKeys() throws(DeviceRefusal) -> [Accessibility.Availability: StoredClassKey] {
        try read { connection in
            var stored: [Accessibility.Availability: StoredClassKey] = [:]
            for row in try Row.fetchAll(connection, sql: "SELECT availability, behind_passcode, wrapped FROM class_keys") {
                guard let availability = Accessibility.Availability(rawValue: row["availability"]) else { throw DamagedRow() }
                stored[availability] = StoredClassKey(isBehindPasscode: row["behind_passcode"], wrapped: try row.octets("wrapped"))
            }
            return stored
        }
    }

    private func newClassKey() throws(DeviceRefusal) -> MasterKey {
        guard let key = MasterKey(SecretBytes(random.bytes(MasterKey.byteCount))) else {
            throw .unavailable("the random source gives too few bytes")
        }
        return key
    }

    private func seal(
        _ secret: SecretBytes, _ availability: Accessibility.Availability, under key: MasterKey
    ) throws(DeviceRefusal) -> SecretBytes {
        do throws(SealingError) {
            return SecretBytes(
                try key.sealingKey(for: .classKey).seal(secret, boundTo: [availability.rawValue], random: random).bytes)
        } catch {
            throw .unavailable("a class key cannot be sealed: \(error)")
        }
    }

    private func open(
        _ secret: SecretBytes, _ availability: Accessibility.Availability, under key: MasterKey
    ) throws(DeviceRefusal) -> SecretBytes {
        do throws(SealingError) {
            return try key.sealingKey(for: .classKey).open(
                Sealed(bytes: secret.withBytes { Array($0) }), boundTo: [availability.rawValue])
        } catch {
            throw .item(.notDecodable)
        }
    }
}

private struct StoredClassKey {
    let isBehindPasscode: Bool
    let wrapped: [UInt8]
}

extension Accessibility.Availability {
    /// Opens only when the key of `afterFirstUnlock` is open already.
    fileprivate var isBesideFirstUnlock: Bool { self == .whenUnlocked || self == .whenPasscodeSet }
}

extension KeyPurpose {
    fileprivate static let classKey = KeyPurpose("device-class-key")
}
