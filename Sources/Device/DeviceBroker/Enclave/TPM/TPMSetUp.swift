import CTSS2
import DeviceProtocol
import Secrets

/// Sets up an enclave in a TPM, or opens one. Apart from the passcode, only this code creates persistent objects.
///
/// The state file is written last. If the process is killed before that, the next setup finds the primary key and the counters and
/// continues with them. A passcode that already exists then can only belong to an enclave whose state file was lost. It is removed,
/// with everything bound to it.
struct TPMSetUp {
    let connection: TPMConnection
    let file: EnclaveStateFile
    let allocation: TPMAllocation
    let random: any RandomBytes
    let steps: EnclaveSteps

    /// Opens the enclave of a record.
    func open(_ record: TPMRecord) throws(Interruption) -> TPMDevice {
        guard record.slot == allocation.slot else {
            throw .failed(EnclaveError(.otherEnclave, "the state file belongs to slot \(record.slot)"))
        }
        let primary = try primary(named: record.primaryName)
        guard case .written = try connection.inspect(TPMTemplate.generation(allocation.generation)) else {
            throw .failed(EnclaveError(.damagedState, "the generation counter is missing from the TPM"))
        }
        return try device(primary, record.sealedDeviceSecret)
    }

    /// Sets up an enclave, or continues an interrupted setup.
    func begin() throws(Interruption) -> TPMDevice {
        let primary = try primary(named: nil)
        switch try connection.inspect(TPMTemplate.passcode(allocation.passcode)) {
        case .absent: break
        case .foreign: throw taken("passcode's index")
        case .unwritten, .written:
            try connection.undefine(allocation.passcode)
            try reach(.stalePasscodeRemoved)
        }
        let generation = TPMTemplate.generation(allocation.generation)
        var counter = try connection.inspect(generation)
        if case .absent = counter {
            try connection.define(generation, authorization: nil)
            try reach(.generationDefined)
            counter = .unwritten
        }
        switch counter {
        case .written: break
        case .absent, .foreign: throw taken("generation's index")
        case .unwritten:
            try connection.withIndex(allocation.generation) { (index) throws(Interruption) in
                try connection.increment(index, by: .noAuthorization)
            }
            try reach(.generationStarted)
        }
        let sealed = try sealDeviceSecret(under: primary)
        let record = TPMRecord(slot: allocation.slot, primaryName: try name(of: primary), sealedDeviceSecret: sealed)
        do throws(EnclaveError) {
            try file.write(record.message)
        } catch {
            throw .failed(error)
        }
        return try device(primary, sealed)
    }

    /// Returns the persistent primary key if it exists. Otherwise derives it from the TPM's seed and makes it persistent.
    private func primary(named expected: [UInt8]?) throws(Interruption) -> ESYS_TR {
        let isPersistent = try connection.exists(allocation.primary)
        if isPersistent, let expected {
            let primary = try persistentPrimary()
            guard try name(of: primary) == expected else { throw otherEnclave }
            connection.primary = primary
            return primary
        }
        let made = try connection.createPrimary(TPMTemplate.primary(slot: allocation.slot))
        defer { connection.flush(made) }
        let madeName = try name(of: made)
        if let expected, madeName != expected { throw otherEnclave }
        if isPersistent {
            let primary = try persistentPrimary()
            guard try name(of: primary) == madeName else { throw taken("persistent handle") }
            connection.primary = primary
            return primary
        }
        let primary = try connection.persist(made, at: allocation.primary)
        connection.primary = primary
        try reach(.primaryPersisted)
        return primary
    }

    private func persistentPrimary() throws(Interruption) -> ESYS_TR {
        var handle = ESYS_TR_NONE
        try connection.check(
            Esys_TR_FromTPMPublic(connection.esys, allocation.primary, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &handle),
            "TR_FromTPMPublic")
        return handle
    }

    private func name(of object: ESYS_TR) throws(Interruption) -> [UInt8] {
        var name: UnsafeMutablePointer<TPM2B_NAME>?
        try connection.check(Esys_TR_GetName(connection.esys, object, &name), "TR_GetName")
        return try connection.take(name, "TR_GetName").bytes
    }

    private func sealDeviceSecret(under primary: ESYS_TR) throws(Interruption) -> [UInt8] {
        // A TPM cannot create a secret that it also releases, so this machine generates the bytes and sends them encrypted.
        let (publicArea, privateArea, _) = try connection.create(
            TPMTemplate.deviceSecret, under: primary, sealing: SecretBytes(random.bytes(32)))
        let blob = TPMBlob(
            content: .deviceSecret, policy: .nothing, passcodeEpoch: 0, generation: 0, publicArea: publicArea,
            privateArea: privateArea)
        guard let bytes = blob.bytes else { throw .failed(EnclaveError(.tpm, "cannot marshal the device secret")) }
        return bytes
    }

    /// Opens the device secret and creates the device with it. The presence key is derived from the secret, so the secret must be
    /// open before the device exists.
    private func device(_ primary: ESYS_TR, _ sealed: [UInt8]) throws(Interruption) -> TPMDevice {
        let secret = try connection.openDeviceSecret(sealed, under: primary)
        do throws(EnclaveError) {
            return try TPMDevice(
                connection: connection, file: file, allocation: allocation, steps: steps, primary: primary, deviceSecret: secret,
                sealedDeviceSecret: sealed)
        } catch {
            throw .failed(error)
        }
    }

    private func reach(_ step: EnclaveStep) throws(Interruption) {
        do throws(EnclaveError) {
            try steps.reach(step)
        } catch {
            throw .failed(error)
        }
    }

    private func taken(_ what: StaticString) -> Interruption {
        .failed(EnclaveError(.resourceTaken, "the \(what) of slot \(allocation.slot) is used by something else"))
    }

    private var otherEnclave: Interruption {
        .failed(EnclaveError(.otherEnclave, "the state file belongs to another TPM, or to this one before it was cleared"))
    }
}

/// The content of a TPM enclave's state file. None of it is secret, and the TPM checks each part when it is used.
struct TPMRecord: WireRecord {
    let slot: UInt8
    /// The name of the primary key: 34 bytes.
    let primaryName: [UInt8]
    /// The device secret as a blob of this enclave.
    let sealedDeviceSecret: [UInt8]

    static let wire = WireForm(
        Self.init, .field(\.slot), .field(\.primaryName, .shortOctets(atMost: 66)),
        .field(\.sealedDeviceSecret, .shortOctets(atMost: BlobLimits.byteCount)))
}
