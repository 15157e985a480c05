package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets
import Synchronization

/// Class keys over the life of a device: made at the first start, opened by starting and unlocking, dropped by locking, and new whenever a passcode comes,
/// changes or goes.
///
/// Behind a passcode the key of `afterFirstUnlock` opens by the passcode alone, and so does the unlock key. That of `whenUnlocked` opens by the passcode or a
/// match, and only beside the unlock key: a finger opens nothing on a device that was just started, nor on a locked one that biometry cannot unlock, since
/// then not even the broker has the unlock key.
extension Keychain {
    /// Makes the keys of a new device, finishes what a broker that died left half done, and opens what needs nobody.
    ///
    /// Throws `unavailable` where keys are missing: made anew they would open nothing, and hide that something was taken away.
    package func start() throws(DeviceRefusal) {
        stop()
        let hasPasscode = try enclave.done { (enclave) throws(EnclaveError) in try enclave.isPasscodeSet() }
        let stored = try storedKeys()
        if stored.classKeys.isEmpty, !hasPasscode, try isEmpty {
            try makeFirstKeys()
        } else if !Set(stored.classKeys.keys).isSuperset(of: Accessibility.Availability.ofEveryDevice) {
            throw .unavailable("the keychain has lost its class keys, and nothing in it opens without them")
        }
        try openClassKeys([.always], by: Evidence())
        if !hasPasscode {
            try removePasscodeClass()
            try openClassKeys([.afterFirstUnlock, .whenUnlocked], by: Evidence())
        }
        try file.truncateLog()
    }

    /// Opens what the evidence opens. Throws `interactionNotAllowed` for a match before the passcode was given once, or since the unlock key was dropped, and
    /// what the enclave refuses with.
    package func unlock(by evidence: Evidence) throws(DeviceRefusal) {
        if evidence.passcode == nil, !ring.has(.afterFirstUnlock) || ring.unlockKey == nil {
            throw .item(.interactionNotAllowed)
        }
        try openUnlockKey(by: evidence)
        try openClassKeys([.afterFirstUnlock, .whenUnlocked, .whenPasscodeSet], by: evidence)
        // What a broker that died left undone.
        if try storedKeys().areOld { try putBehindPasscode(by: evidence) }
    }

    /// Nothing that needs an unlocked device can be read from now on. Without the unlock key no match opens it again, only the passcode.
    package func lock(keepingUnlockKey: Bool) {
        ring.drop([.whenUnlocked, .whenPasscodeSet])
        if !keepingUnlockKey { ring.dropUnlockKey() }
    }

    /// Nothing can be read from now on.
    package func stop() {
        ring.drop(Set(Accessibility.Availability.allCases))
        ring.dropUnlockKey()
    }

    /// Lets a match unlock the device again. Throws what the enclave refuses the passcode with.
    package func openUnlockKey(by evidence: Evidence) throws(DeviceRefusal) {
        guard ring.unlockKey == nil, let wrapped = try storedKeys().unlockKey else { return }
        guard let key = MasterKey(try unwrapped(wrapped, by: evidence)) else { throw .item(.notDecodable) }
        ring.put(unlockKey: key)
    }

    /// Before the passcode is changed: from now on the class keys are old, whatever becomes of this broker.
    package func noteThatClassKeysAreOld() throws(DeviceRefusal) {
        try write { try $0.execute(sql: "UPDATE device SET are_class_keys_old = 1") }
    }

    /// Puts new class keys in the place of all but that of `always`, behind the passcode that is set now, and seals under them what the old ones sealed. No
    /// file holds the old ones after that, and an earlier copy of the files opens nothing that is stored from now on.
    ///
    /// The old ones are those of the ring, or are opened by the evidence for this alone: a locked device stays locked.
    package func putBehindPasscode(by evidence: Evidence = Evidence()) throws(DeviceRefusal) {
        let unlockKey = MasterKey.random(random)
        try renew(by: evidence, beside: unlockKey) { [wrapped = try guarded(unlockKey.reveal(), .passcode)] connection in
            try connection.execute(
                sql:
                    "INSERT INTO unlock_key (one, wrapped) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET wrapped = excluded.wrapped",
                arguments: [Data(wrapped)])
            try connection.execute(sql: "UPDATE device SET are_class_keys_old = 0")
        }
    }

    /// Before the passcode is removed: the same, behind nothing. What stands only beside a passcode stays as it is.
    package func takeFromBehindPasscode() throws(DeviceRefusal) {
        try renew(by: Evidence(), beside: nil) { _ in }
    }

    private func renew(
        by evidence: Evidence, beside unlockKey: MasterKey?, _ finish: @escaping @Sendable (Database) throws -> Void
    ) throws(DeviceRefusal) {
        try renewing.withLock { (_) throws(DeviceRefusal) in
            let old = try presentKeys(by: evidence)
            var new = old.mapValues { $0.successor(random: random) }
            if unlockKey == nil {
                new[.whenPasscodeSet] = nil
            } else if new[.whenPasscodeSet] == nil {
                new[.whenPasscodeSet] = ClassKey(.random(random))
            }
            var rows: [Accessibility.Availability: StoredClassKey] = [:]
            for (availability, key) in new { rows[availability] = try wrapped(key, availability, beside: unlockKey) }
            let resealing = Resealing(old: old, new: new, random: random)
            try write { [rows] connection in
                try connection.reseal(resealing)
                for (availability, row) in rows { try connection.store(row, as: availability) }
                try finish(connection)
            }
            ring.renew(new, unlockKey: unlockKey)
        }
        try file.truncateLog()
    }

    /// After the passcode was removed: the items that existed only beside it are deleted, with their key.
    package func removePasscodeClass() throws(DeviceRefusal) {
        ring.drop([.whenPasscodeSet])
        ring.dropUnlockKey()
        let number = Accessibility.Availability.whenPasscodeSet.rawValue
        try write { connection in
            try connection.execute(sql: "DELETE FROM items WHERE availability = ?", arguments: [number])
            try connection.execute(sql: "DELETE FROM class_keys WHERE availability = ?", arguments: [number])
            try connection.execute(sql: "DELETE FROM unlock_key")
        }
        try file.truncateLog()
    }

    /// Runs `body` again where class keys were renewed under it: what it had read is sealed otherwise by now, and what it had sealed was not written.
    func steadily<Value>(_ body: () throws(DeviceRefusal) -> Value) throws(DeviceRefusal) -> Value {
        while true {
            let renewals = ring.renewals
            do throws(DeviceRefusal) {
                return try body()
            } catch {
                // A renewal that is under way is waited for: the file may have its keys before the ring does.
                guard error == .item(.notDecodable), renewing.withLock({ _ in ring.renewals }) != renewals else { throw error }
            }
        }
    }

    private func makeFirstKeys() throws(DeviceRefusal) {
        var rows: [Accessibility.Availability: StoredClassKey] = [:]
        for availability in Accessibility.Availability.ofEveryDevice {
            rows[availability] = try wrapped(ClassKey(.random(random)), availability, beside: nil)
        }
        try write { [rows] connection in
            for (availability, row) in rows { try connection.store(row, as: availability) }
        }
    }

    private func openClassKeys(_ availabilities: [Accessibility.Availability], by evidence: Evidence) throws(DeviceRefusal) {
        let stored = try storedKeys()
        for availability in availabilities where !ring.has(availability) {
            guard let row = stored.classKeys[availability] else { continue }
            ring.put(try opened(row, availability, by: evidence, beside: ring.unlockKey), for: availability)
        }
    }

    /// All keys but that of `always`: those that are open, and the others by the evidence, without putting them into the ring.
    private func presentKeys(by evidence: Evidence) throws(DeviceRefusal) -> [Accessibility.Availability: ClassKey] {
        let stored = try storedKeys()
        var unlockKey = ring.unlockKey
        if unlockKey == nil, let wrapped = stored.unlockKey, evidence.passcode != nil {
            unlockKey = MasterKey(try unwrapped(wrapped, by: evidence))
        }
        var keys: [Accessibility.Availability: ClassKey] = [:]
        for (availability, row) in stored.classKeys where availability != .always {
            keys[availability] =
                ring.has(availability)
                ? try ring.key(for: availability) : try opened(row, availability, by: evidence, beside: unlockKey)
        }
        return keys
    }

    private func opened(
        _ row: StoredClassKey, _ availability: Accessibility.Availability, by evidence: Evidence, beside unlockKey: MasterKey?
    ) throws(DeviceRefusal) -> ClassKey {
        var secret = try unwrapped(row.wrapped, by: evidence)
        if availability.isBesideUnlockKey, row.isBehindPasscode {
            guard let unlockKey else { throw .item(.interactionNotAllowed) }
            secret = try open(secret, availability, under: unlockKey)
        }
        guard let key = MasterKey(secret) else { throw .item(.notDecodable) }
        return try ClassKey(key, sealedFormer: row.former, availability)
    }

    /// Without an unlock key: behind nothing.
    private func wrapped(
        _ key: ClassKey, _ availability: Accessibility.Availability, beside unlockKey: MasterKey?
    ) throws(DeviceRefusal) -> StoredClassKey {
        var secret = key.reveal()
        var policy = KeyPolicy.nothing
        if let unlockKey {
            policy = availability.isBesideUnlockKey ? .passcodeOrBiometry : .passcode
            if availability.isBesideUnlockKey { secret = try seal(secret, availability, under: unlockKey) }
        }
        return StoredClassKey(
            isBehindPasscode: unlockKey != nil, fingerprint: key.fingerprint,
            wrapped: try guarded(secret, policy),
            former: try key.sealedFormer(availability, random: random))
    }

    private func guarded(_ secret: SecretBytes, _ policy: KeyPolicy) throws(DeviceRefusal) -> [UInt8] {
        try GuardedSecret(secret, policy: policy, enclave: enclave, random: random).message
    }

    private func unwrapped(_ wrapped: [UInt8], by evidence: Evidence) throws(DeviceRefusal) -> SecretBytes {
        guard let guarded = try? GuardedSecret(message: wrapped) else { throw .item(.notDecodable) }
        return try guarded.open(enclave: enclave, authorization: authorization(evidence))
    }

    private func storedKeys() throws(DeviceRefusal) -> StoredKeys {
        try read { try StoredKeys($0) }
    }

    private var isEmpty: Bool {
        get throws(DeviceRefusal) {
            try read { connection in
                try Int.fetchOne(connection, sql: "SELECT (SELECT count(*) FROM items) + (SELECT count(*) FROM rights)") == 0
            }
        }
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

/// What the file has of the class keys.
private struct StoredKeys {
    var classKeys: [Accessibility.Availability: StoredClassKey] = [:]
    let unlockKey: [UInt8]?
    private let wasPasscodeChanged: Bool

    init(_ connection: Database) throws {
        for row in try Row.fetchAll(connection, sql: "SELECT * FROM class_keys") {
            guard let availability = Accessibility.Availability(rawValue: row["availability"]) else { throw DamagedRow() }
            classKeys[availability] = StoredClassKey(
                isBehindPasscode: row["behind_passcode"],
                fingerprint: row.optionalOctets("fingerprint").map { KeyFingerprint(bytes: $0) },
                wrapped: try row.octets("wrapped"), former: row.optionalOctets("former"))
        }
        unlockKey = try Row.fetchOne(connection, sql: "SELECT wrapped FROM unlock_key")?.octets("wrapped")
        wasPasscodeChanged = try Bool.fetchOne(connection, sql: "SELECT are_class_keys_old FROM device") ?? false
    }

    /// Whether they are from before the passcode that is set now.
    var areOld: Bool { wasPasscodeChanged || classKeys.contains { $0.key != .always && !$0.value.isBehindPasscode } }
}

private struct StoredClassKey {
    let isBehindPasscode: Bool
    let fingerprint: KeyFingerprint?
    let wrapped: [UInt8]
    let former: [UInt8]?
}

extension Database {
    fileprivate func store(_ key: StoredClassKey, as availability: Accessibility.Availability) throws {
        try execute(
            sql: """
                INSERT INTO class_keys (availability, behind_passcode, fingerprint, wrapped, former) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (availability) DO UPDATE SET behind_passcode = excluded.behind_passcode, fingerprint = excluded.fingerprint,
                    wrapped = excluded.wrapped, former = excluded.former
                """,
            arguments: [
                availability.rawValue, key.isBehindPasscode, key.fingerprint.map { Data($0.bytes) }, Data(key.wrapped),
                key.former.map { Data($0) },
            ])
    }

    /// Throws `notDecodable` where the key, under which something is about to be written, is no longer the one of its class.
    func check(isPresent key: ClassKey, for availability: Accessibility.Availability) throws {
        let sql = "SELECT 1 FROM class_keys WHERE availability = ? AND (fingerprint IS NULL OR fingerprint = ?)"
        guard try !rows(cached: sql, [availability.rawValue, Data(key.fingerprint.bytes)]).isEmpty else {
            throw DeviceRefusal.item(.notDecodable)
        }
    }
}

extension Accessibility.Availability {
    fileprivate static let ofEveryDevice: [Accessibility.Availability] = [.always, .afterFirstUnlock, .whenUnlocked]

    /// Opens only when the unlock key is open already.
    fileprivate var isBesideUnlockKey: Bool { self == .whenUnlocked || self == .whenPasscodeSet }
}

extension KeyPurpose {
    fileprivate static let classKey = KeyPurpose("device-class-key")
}
