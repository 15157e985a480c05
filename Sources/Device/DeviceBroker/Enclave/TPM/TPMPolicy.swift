import CTSS2
import Crypto

/// Policies as the TPM keeps them: a chain of assertions, folded into one digest (TPM 2.0 part 1, section 19.7; part 3, section 23).
enum TPMPolicy {
    /// One assertion.
    enum Assertion: Hashable {
        /// The session serves this command only.
        case commandCode(UInt32)
        /// The policy up to here is one of these.
        case or([[UInt8]])
        /// The counter of this name has this value.
        case counter(name: [UInt8], equals: UInt64)
        /// The authorization of the entity of this name was shown.
        case secret(name: [UInt8])
        /// The key of this name signed the meaning.
        case signed(name: [UInt8], meaning: [UInt8])
        /// The authorization of the object itself is shown with the command.
        case authorizationValue
    }

    /// The digest of a chain that begins at `start`, by default with nothing.
    static func digest(_ chain: [Assertion], from start: [UInt8] = empty) -> [UInt8] {
        chain.reduce(start, extend)
    }

    /// A session's digest before the first assertion.
    static let empty = [UInt8](repeating: 0, count: 32)

    private static func extend(_ old: [UInt8], by assertion: Assertion) -> [UInt8] {
        switch assertion {
        case .commandCode(let code): hash(old, TPM2_CC_PolicyCommandCode.bigEndianBytes, code.bigEndianBytes)
        case .or(let digests): hash(empty, TPM2_CC_PolicyOR.bigEndianBytes, digests.flatMap { $0 })
        case .counter(let name, let value):
            hash(old, TPM2_CC_PolicyNV.bigEndianBytes, hash(value.bigEndianBytes, [0, 0], TPM2_EO_EQ.bigEndianBytes), name)
        // These two fold the name in first and the reference after it, even where that is empty.
        case .secret(let name): hash(hash(old, TPM2_CC_PolicySecret.bigEndianBytes, name))
        case .signed(let name, let meaning): hash(hash(old, TPM2_CC_PolicySigned.bigEndianBytes, name), meaning)
        case .authorizationValue: hash(old, TPM2_CC_PolicyAuthValue.bigEndianBytes)
        }
    }

    private static func hash(_ parts: [UInt8]...) -> [UInt8] {
        var hash = SHA256()
        for part in parts { hash.update(data: part) }
        return Array(hash.finalize())
    }
}
