/// What the state file of a TPM enclave says. None of it is secret, and each part is checked by the TPM when it is used.
struct TPMRecord {
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

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(slot)
        writer.writeSized(primaryName)
        writer.writeSized(sealedDeviceSecret)
        return writer.bytes
    }

    init(parsing bytes: [UInt8]) throws(ByteReader.Failure) {
        var reader = ByteReader(bytes)
        slot = try reader.readByte()
        primaryName = try reader.readSized(atMost: 66)
        sealedDeviceSecret = try reader.readSized(atMost: BlobLimits.byteCount)
        try reader.finish()
    }
}
