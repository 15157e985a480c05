/// Which persistent handle and which NV indices an enclave owns in its TPM.
///
/// | what | slot 0 | slot n |
/// | --- | --- | --- |
/// | the primary key, under the owner's hierarchy | 0x8100_4C40 | 0x8100_4C40 + n |
/// | the passcode: a counter whose authorization is the proof | 0x0180_4C40 | 0x0180_4C40 + 2n |
/// | the generation of the biometric set: a counter | 0x0180_4C41 | 0x0180_4C41 + 2n |
///
/// The ranges are those that the TCG's registry of reserved handles leaves to the owner. One machine's TPM can serve up to 16 enclaves,
/// say of the system and of several users.
package struct TPMAllocation: Hashable, Sendable {
    /// How many there are: 16.
    package static let count: UInt8 = 16

    /// Which of them.
    package let slot: UInt8

    /// The allocation of a slot; nil from 16 on.
    package init?(slot: UInt8) {
        guard slot < Self.count else { return nil }
        self.slot = slot
    }

    private init() {
        slot = 0
    }

    /// Slot 0.
    package static let first = TPMAllocation()

    var primary: UInt32 { 0x8100_4C40 + UInt32(slot) }
    var passcode: UInt32 { 0x0180_4C40 + 2 * UInt32(slot) }
    var generation: UInt32 { 0x0180_4C41 + 2 * UInt32(slot) }
}
