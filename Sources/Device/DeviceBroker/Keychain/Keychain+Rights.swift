package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

extension Keychain {
    /// Saves a right with its key and its secret, atomically. Throws `duplicate` if the app has a right of that name, because a
    /// saved right never changes. Throws `interactionNotAllowed` while the device is locked.
    package func save(_ request: SaveRight, for app: App) throws(DeviceError) -> SavedRight {
        try steadily { () throws(DeviceError) in try saveOnce(request, for: app) }
    }

    private func saveOnce(_ request: SaveRight, for app: App) throws(DeviceError) -> SavedRight {
        let control = try request.requirement.accessControl
        let identifier = digests.digest(of: request.identifier, of: app)
        let place = try rightPlace(identifier)
        let policy = try KeyPolicy(control)
        let made = try enclave.granted { (enclave) throws(EnclaveError) in try enclave.createKey(policy) }
        guard let publicKey = P256PublicKey(x963: made.publicKey.x963) else {
            throw .unavailable("the enclave returned an invalid key")
        }
        let key = try ItemRow.StoredKey(StoredBlob(bytes: made.blob.bytes), of: publicKey, at: place, random: random)
        var secret: SealedData?
        if let bytes = request.secret {
            secret = try DataSeal.seal(
                SecretBytes(bytes), at: place, in: DataSeal.Wrappings(policy: policy), enclave: enclave, random: random)
        }
        let set = policy.isInvalidatedByEnrolment ? try currentGeneration() : nil
        try write { [secret, digests, quota] connection in
            try connection.check(isPresent: place.classKey, for: .whenUnlocked)
            try connection.execute(
                sql: """
                    INSERT INTO rights (app, identifier, requirement, biometric_set, enclave_key, public_key, secret_key, secret)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    Data(digests.digest(of: app.identifier)), Data(identifier), request.requirement.rawValue, set,
                    Data(key.sealedBlob), Data(publicKey.x963), (secret?.key.message).map { Data($0) },
                    (secret?.dataColumn).map { Data($0) },
                ])
            try connection.check(quota, of: digests.digest(of: app.identifier))
        }
        return SavedRight(requirement: request.requirement, publicKey: publicKey, hasSecret: secret != nil)
    }

    /// Returns the right with this name. Throws `notFound`.
    package func right(_ identifier: RightIdentifier, of app: App) throws(DeviceError) -> SavedRight {
        let row = try row(ofRight: identifier, of: app)
        return SavedRight(requirement: row.requirement, publicKey: row.key.publicKey, hasSecret: row.secret != nil)
    }

    /// Returns the secret of a right. Throws `notFound` if the right does not exist or has no secret.
    package func secret(ofRight identifier: RightIdentifier, of app: App, gate: AccessGate) throws(DeviceError) -> RightSecret {
        try steadily { () throws(DeviceError) in
            let row = try row(ofRight: identifier, of: app)
            guard let sealed = row.secret else { throw .item(.notFound) }
            let place = try rightPlace(digests.digest(of: identifier, of: app))
            let control = try row.requirement.accessControl
            let secret = try gate.open(behind: control, before: .sign) { (evidence) throws(DeviceError) in
                try DataSeal.open(
                    sealed, at: place, enclave: enclave, authorization: authorization(evidence, behind: control)
                ) { () throws(DeviceError) in throw .item(.applicationPassword) }
            }
            return RightSecret(secret.withBytes { Array($0) })
        }
    }

    /// Removes a right. Throws `notFound` if it does not exist.
    package func removeRight(_ identifier: RightIdentifier, of app: App) throws(DeviceError) {
        let removed = try write { [digests] connection in
            try connection.execute(
                sql: "DELETE FROM rights WHERE identifier = ?", arguments: [Data(digests.digest(of: identifier, of: app))])
            return connection.changesCount
        }
        guard removed > 0 else { throw .item(.notFound) }
    }

    package func removeAllRights(of app: App) throws(DeviceError) {
        try write { [digests] connection in
            try connection.execute(sql: "DELETE FROM rights WHERE app = ?", arguments: [Data(digests.digest(of: app.identifier))])
        }
    }

    func key(ofRight identifier: RightIdentifier, of app: App) throws(DeviceError) -> NonPermanentKey {
        let row = try row(ofRight: identifier, of: app)
        let place = try rightPlace(digests.digest(of: identifier, of: app))
        return NonPermanentKey(
            blob: try row.key.blob(at: place), publicKey: row.key.publicKey, accessControl: try row.requirement.accessControl)
    }

    private func row(ofRight identifier: RightIdentifier, of app: App) throws(DeviceError) -> RightRow {
        let set = try currentGeneration()
        let row = try look { connection in
            try connection.rows(
                cached: """
                    SELECT requirement, enclave_key, public_key, secret_key, secret FROM rights
                    WHERE identifier = ? AND (biometric_set IS NULL OR biometric_set = ?)
                    """,
                [Data(digests.digest(of: identifier, of: app)), set]
            ).first.map(RightRow.init)
        }
        guard let row else { throw .item(.notFound) }
        return row
    }

    /// Returns the place of a right's secret: in the class `whenUnlocked`, and bound to the right's name.
    private func rightPlace(_ digest: [UInt8]) throws(DeviceError) -> DataSeal.Place {
        guard let reference = PersistentReference(ofRight: digest) else {
            throw .unavailable("the digest of a right's name is too short")
        }
        return try place(reference, .whenUnlocked)
    }
}

extension PersistentReference {
    /// Creates the reference that a right's secret is bound to: a prefix of the digest of its name.
    init?(ofRight digest: [UInt8]) {
        self.init(Array(digest.prefix(Self.length)))
    }
}

private struct RightRow {
    let requirement: RightRequirement
    let key: ItemRow.StoredKey
    let secret: SealedData?

    init(_ row: Row) throws {
        guard let requirement = RightRequirement(rawValue: row["requirement"]),
            let publicKey = P256PublicKey(x963: try row.octets("public_key"))
        else { throw DamagedRow() }
        self.requirement = requirement
        key = ItemRow.StoredKey(sealedBlob: try row.octets("enclave_key"), salt: nil, publicKey: publicKey)
        if let keyColumn = row.optionalOctets("secret_key"), let dataColumn = row.optionalOctets("secret") {
            guard let secret = SealedData(keyColumn: keyColumn, dataColumn: dataColumn) else { throw DamagedRow() }
            self.secret = secret
        } else {
            secret = nil
        }
    }
}

extension RightRequirement {
    /// The access control list of a right's key and secret.
    var accessControl: AccessControl {
        get throws(DeviceError) {
            let control = AccessControl(
                accessibility: .whenUnlockedThisDeviceOnly, constraints: constraints, combination: combination,
                isForPrivateKey: true)
            guard let control else { throw .badRequest("the requirement contradicts itself") }
            return control
        }
    }
}
