package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets
import Synchronization

/// The life cycle of class keys: created at the first start, opened by starting and unlocking, dropped by locking, and renewed
/// whenever a passcode is set, changed or removed.
///
/// With a passcode, only the passcode opens the key of `afterFirstUnlock` and the unlock key. The key of `whenUnlocked` opens with
/// the passcode or a match, but also requires the unlock key. A match therefore opens nothing on a device that was just started, or
/// on a locked one that biometry cannot unlock. In both states the broker lacks the unlock key.
extension Keychain {
    /// Creates the keys of a new device, completes what an ended broker left unfinished, and opens the keys that require no
    /// evidence.
    ///
    /// Throws `unavailable` if keys are missing: new ones would open nothing and hide the loss.
    package func start() throws(DeviceError) {
        stop()
        let hasPasscode = try enclave.done { (enclave) throws(EnclaveError) in try enclave.isPasscodeSet() }
        let stored = try storedKeys()
        if stored.classKeys.isEmpty, !hasPasscode, try isEmpty {
            try makeFirstKeys()
        } else if !stored.areComplete(hasPasscode: hasPasscode) {
            throw Self.missingKeys
        }
        try openClassKeys([.always], by: Evidence())
        if !hasPasscode {
            try removePasscodeClass()
            try openClassKeys([.afterFirstUnlock, .whenUnlocked], by: Evidence())
        }
        try file.truncateLog()
    }

    /// Opens the keys that the evidence opens. Throws `interactionNotAllowed` for a match before the first unlock by passcode or
    /// after the unlock key was dropped, and the enclave's rejections.
    package func unlock(by evidence: Evidence) throws(DeviceError) {
        if evidence.passcode == nil, !ring.has(.afterFirstUnlock) || ring.unlockKey == nil {
            throw .item(.interactionNotAllowed)
        }
        try openUnlockKey(by: evidence)
        try openClassKeys([.afterFirstUnlock, .whenUnlocked, .whenPasscodeSet], by: evidence)
        // Completes what an ended broker left unfinished.
        if try storedKeys().areOld { try putBehindPasscode(by: evidence) }
    }

    /// Drops the keys that require an unlocked device. Without the unlock key, only the passcode unlocks the device again.
    package func lock(keepingUnlockKey: Bool) {
        ring.drop([.whenUnlocked, .whenPasscodeSet])
        if !keepingUnlockKey { ring.dropUnlockKey() }
    }

    /// Drops all keys.
    package func stop() {
        ring.drop(Set(Accessibility.Availability.allCases))
        ring.dropUnlockKey()
    }

    /// Opens the unlock key, so that a match can unlock the device again. Throws the enclave's rejection of the passcode.
    package func openUnlockKey(by evidence: Evidence) throws(DeviceError) {
        guard ring.unlockKey == nil, let wrapped = try storedKeys().unlockKey else { return }
        guard let key = MasterKey(try unwrapped(wrapped, by: evidence)) else { throw .item(.notDecodable) }
        ring.put(unlockKey: key)
    }

    /// Marks the class keys as old, before the passcode is changed. The mark persists if this broker ends.
    package func noteThatClassKeysAreOld() throws(DeviceError) {
        try write { try $0.execute(sql: "UPDATE device SET are_class_keys_old = 1") }
    }

    /// Replaces all class keys except that of `always` by new ones that the current passcode protects, and reseals what the old
    /// ones sealed. Afterwards no file contains the old keys, and an earlier copy of the files does not open anything that is
    /// stored later.
    ///
    /// The old keys come from the ring, or are opened with the evidence temporarily: a locked device stays locked.
    package func putBehindPasscode(by evidence: Evidence = Evidence()) throws(DeviceError) {
        let unlockKey = MasterKey.random(random)
        try renew(by: evidence, beside: unlockKey) { [wrapped = try guarded(unlockKey.reveal(), .passcode)] connection in
            try connection.execute(
                sql:
                    "INSERT INTO unlock_key (one, wrapped) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET wrapped = excluded.wrapped",
                arguments: [Data(wrapped)])
            try connection.execute(sql: "UPDATE device SET are_class_keys_old = 0")
        }
    }

    /// Replaces the class keys by new ones without protection, before the passcode is removed. The class that requires a passcode
    /// is unchanged.
    package func removePasscodeProtection() throws(DeviceError) {
        try renew(by: Evidence(), beside: nil) { _ in }
    }

    private func renew(
        by evidence: Evidence, beside unlockKey: MasterKey?, _ finish: @escaping @Sendable (Database) throws -> Void
    ) throws(DeviceError) {
        try renewing.withLock { (_) throws(DeviceError) in
            let old = try presentKeys(by: evidence)
            var new = old.mapValues { $0.successor(random: random) }
            if unlockKey == nil {
                new[.whenPasscodeSet] = nil
            } else if new[.whenPasscodeSet] == nil {
                // The first passcode makes this key. A lost one is not replaced.
                guard try !storedKeys().areBehindPasscode else { throw Self.missingKeys }
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

    /// Deletes the items that require a passcode, with their class key, after the passcode was removed.
    package func removePasscodeClass() throws(DeviceError) {
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

    /// Runs `body`, and runs it again if class keys were renewed meanwhile: the data that it read has been resealed, and the data
    /// that it sealed was not written.
    func steadily<Value>(_ body: () throws(DeviceError) -> Value) throws(DeviceError) -> Value {
        while true {
            let renewals = ring.renewals
            do throws(DeviceError) {
                return try body()
            } catch {
                // Waits for a renewal in progress, since the file may contain its keys before the ring does.
                guard error == .item(.notDecodable), renewing.withLock({ _ in ring.renewals }) != renewals else { throw error }
            }
        }
    }

    private static let missingKeys = DeviceError.unavailable(
        "class keys are missing; their items cannot be opened without them")

    private func makeFirstKeys() throws(DeviceError) {
        var rows: [Accessibility.Availability: StoredClassKey] = [:]
        for availability in Accessibility.Availability.ofEveryDevice {
            rows[availability] = try wrapped(ClassKey(.random(random)), availability, beside: nil)
        }
        try write { [rows] connection in
            for (availability, row) in rows { try connection.store(row, as: availability) }
        }
    }

    private func openClassKeys(_ availabilities: [Accessibility.Availability], by evidence: Evidence) throws(DeviceError) {
        let stored = try storedKeys()
        for availability in availabilities where !ring.has(availability) {
            guard let row = stored.classKeys[availability] else { continue }
            ring.put(try opened(row, availability, by: evidence, beside: ring.unlockKey), for: availability)
        }
    }

    /// Returns all keys except that of `always`: the open ones, and the others opened with the evidence without adding them to the
    /// ring.
    private func presentKeys(by evidence: Evidence) throws(DeviceError) -> [Accessibility.Availability: ClassKey] {
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
    ) throws(DeviceError) -> ClassKey {
        var secret = try unwrapped(row.wrapped, by: evidence)
        if availability.isBesideUnlockKey, row.isBehindPasscode {
            guard let unlockKey else { throw .item(.interactionNotAllowed) }
            secret = try open(secret, availability, under: unlockKey)
        }
        guard let key = MasterKey(secret) else { throw .item(.notDecodable) }
        return try ClassKey(key, sealedFormer: row.former, availability)
    }

    /// Wraps a class key; without protection if `unlockKey` is nil.
    private func wrapped(
        _ key: ClassKey, _ availability: Accessibility.Availability, beside unlockKey: MasterKey?
    ) throws(DeviceError) -> StoredClassKey {
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

    private func guarded(_ secret: SecretBytes, _ policy: KeyPolicy) throws(DeviceError) -> [UInt8] {
        try GuardedSecret(secret, policy: policy, enclave: enclave, random: random).message
    }

    private func unwrapped(_ wrapped: [UInt8], by evidence: Evidence) throws(DeviceError) -> SecretBytes {
        guard let guarded = try? GuardedSecret(message: wrapped) else { throw .item(.notDecodable) }
        return try guarded.open(enclave: enclave, authorization: authorization(evidence))
    }

    private func storedKeys() throws(DeviceError) -> StoredKeys {
        try read { try StoredKeys($0) }
    }

    private var isEmpty: Bool {
        get throws(DeviceError) {
            try read { connection in
                try Int.fetchOne(connection, sql: "SELECT (SELECT count(*) FROM items) + (SELECT count(*) FROM rights)") == 0
            }
        }
    }

    private func seal(
        _ secret: SecretBytes, _ availability: Accessibility.Availability, under key: MasterKey
    ) throws(DeviceError) -> SecretBytes {
        do throws(SealingError) {
            return SecretBytes(
                try key.sealingKey(for: .classKey).seal(secret, boundTo: [availability.rawValue], random: random).bytes)
        } catch {
            throw .unavailable("cannot seal a class key: \(error)")
        }
    }

    private func open(
        _ secret: SecretBytes, _ availability: Accessibility.Availability, under key: MasterKey
    ) throws(DeviceError) -> SecretBytes {
        do throws(SealingError) {
            return try key.sealingKey(for: .classKey).open(
                Sealed(bytes: secret.withBytes { Array($0) }), boundTo: [availability.rawValue])
        } catch {
            throw .item(.notDecodable)
        }
    }
}

/// The class keys as stored in the file.
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

    /// Whether the keys are older than the current passcode.
    var areOld: Bool { wasPasscodeChanged || !areBehindPasscode }

    /// Whether a passcode protects all keys except that of `always`.
    var areBehindPasscode: Bool { classKeys.allSatisfy { $0.key == .always || $0.value.isBehindPasscode } }

    /// Returns whether no key is missing. The unlock key and the key of the class that requires a passcode are stored together, when
    /// the keys are put behind the first passcode, which an ended broker may have left undone.
    func areComplete(hasPasscode: Bool) -> Bool {
        guard Set(classKeys.keys).isSuperset(of: Accessibility.Availability.ofEveryDevice) else { return false }
        let hasPasscodeClass = classKeys[.whenPasscodeSet] != nil
        return !hasPasscode || hasPasscodeClass == (unlockKey != nil) && (hasPasscodeClass || !areBehindPasscode)
    }
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

    /// Checks the class key under which data is about to be written. Throws `notDecodable` if it is no longer the key of its class.
    func check(isPresent key: ClassKey, for availability: Accessibility.Availability) throws {
        let sql = "SELECT 1 FROM class_keys WHERE availability = ? AND (fingerprint IS NULL OR fingerprint = ?)"
        guard try !rows(cached: sql, [availability.rawValue, Data(key.fingerprint.bytes)]).isEmpty else {
            throw DeviceError.item(.notDecodable)
        }
    }
}

extension Accessibility.Availability {
    fileprivate static let ofEveryDevice: [Accessibility.Availability] = [.always, .afterFirstUnlock, .whenUnlocked]

    /// Whether the class key also requires the unlock key.
    fileprivate var isBesideUnlockKey: Bool { self == .whenUnlocked || self == .whenPasscodeSet }
}

extension KeyPurpose {
    fileprivate static let classKey = KeyPurpose("device-class-key")
}
