/// What a TPM signs of an object that it made (TPMS_ATTEST with TPMS_CREATION_INFO; TPM 2.0, part 2, sections 10.12.8 and 10.12.5).
struct TPMCreationStatement: Hashable, Sendable {
    /// What it was asked over: 32 bytes here.
    let extraData: [UInt8]
    /// The object that it made.
    let object: TPMName

    init(_ bytes: ArraySlice<UInt8>) throws(AttestationError) {
        var reader = TPMReader(bytes)
        try reader.expect(TPMNumbers.generated)
        try reader.expect(TPMNumbers.creation)
        // The signer with its ancestors, which its own name, on the operator's list, says more of.
        _ = try reader.name()
        extraData = Array(try reader.sized(32...32))
        // Clock, resets, restarts, whether the clock is safe, and the firmware: not for every program's eyes, and nothing here rests on them.
        _ = try reader.number(UInt64.self)
        _ = try reader.number(UInt32.self)
        _ = try reader.number(UInt32.self)
        let beforeSafe = reader
        guard try reader.number(UInt8.self) <= 1 else { throw beforeSafe.error(.unexpectedValue) }
        _ = try reader.number(UInt64.self)
        object = try reader.name()
        // The circumstances of its making.
        _ = try reader.sized(32...32)
        try reader.finish()
    }
}
