import DeviceProtocol

/// What the state file of a TPM enclave says. None of it is secret, and each part is checked by the TPM when it is used.
struct TPMRecord: WireValue {
    let slot: UInt8
    /// The name of the primary key: 34 bytes.
    let primaryName: [UInt8]
    /// The device secret as a blob of this enclave.
    let sealedDeviceSecret: [UInt8]

    init(slot: UInt8, primaryName: [UInt8], sealedDeviceSecret: [UInt8]) {
        self.slot = slot
        self.primaryName = primaryName
        self.sealedDeviceSecret = sealedDeviceSecret
    }

    func write(to writer: inout WireWriter) {
        writer.number(slot)
        writer.shortOctets(primaryName)
        writer.shortOctets(sealedDeviceSecret)
    }

    init(from reader: inout WireReader) throws(WireError) {
        slot = try reader.number()
        primaryName = try reader.shortOctets(atMost: 66)
        sealedDeviceSecret = try reader.shortOctets(atMost: BlobLimits.byteCount)
    }
}
