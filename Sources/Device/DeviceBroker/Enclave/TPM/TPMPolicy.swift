import Crypto
import CTSS2

/// Policies in the TPM's form: a chain of assertions that is folded into one digest (TPM 2.0 part 1, section 19.7; part 3, section
/// 23).
enum TPMPolicy {
    /// One assertion of a policy.
    enum Assertion: Hashable {
        /// The session permits this command only.
        case commandCode(UInt32)
        /// The policy digest so far is one of these.
        case or([[UInt8]])
        /// The counter with this name has this value.
        case counter(name: [UInt8], equals: UInt64)
        /// The authorization of the entity with this name was proven.
        case secret(name: [UInt8])
        /// The key with this name signed the meaning.
        case signed(name: [UInt8], meaning: [UInt8])
        /// The command includes the authorization of the object itself.
        case authorizationValue
    }

    /// Returns the digest of a chain that extends `start`, which is empty by default.
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
        // These two extend the digest by the name first and then by the reference, even if it is empty.
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

/// A ``KeyPolicy`` with its bindings in this TPM. Computes its digest and the assertions that a use must perform.
struct TPMKeyPolicy {
    let policy: KeyPolicy
    let bindings: TPMBindings

    /// The digest that is permanently stored in the object.
    var digest: [UInt8] {
        switch policy.combination {
        case .all: TPMPolicy.digest((policy.namesPasscode ? passcode : []) + biometry, from: start)
        case .any: TPMPolicy.digest(finish, from: start)
        }
    }

    /// Returns the first assertions of each use, which select the command. A key permits two commands, so the following assertions
    /// extend either of them.
    func opening(_ operation: KeyUse.Operation) -> [TPMPolicy.Assertion] {
        switch operation {
        case .sign: [.commandCode(TPM2_CC_Sign), .or(Self.keyCommands)]
        case .agree: [.commandCode(TPM2_CC_ECDH_ZGen), .or(Self.keyCommands)]
        }
    }

    /// The assertions that prove the passcode. The counter's value identifies the passcode among its predecessors and successors,
    /// and the authorization is the proof.
    var passcode: [TPMPolicy.Assertion] {
        [.counter(name: bindings.passcodeName, equals: bindings.passcodeEpoch), .secret(name: bindings.passcodeName)]
    }

    /// The assertions that prove a match, and the set that the key is bound to.
    var biometry: [TPMPolicy.Assertion] {
        guard policy.namesBiometry else { return [] }
        let signed = TPMPolicy.Assertion.signed(name: bindings.presenceName, meaning: PresenceChallenge.meaning)
        guard policy.factors.contains(.currentBiometry) else { return [signed] }
        return [.counter(name: bindings.generationName, equals: bindings.generation), signed]
    }

    /// The assertion that joins the branches if any factor suffices.
    var finish: [TPMPolicy.Assertion] {
        guard policy.combination == .any else { return [] }
        return [.or([TPMPolicy.digest(passcode, from: start), TPMPolicy.digest(biometry, from: start)])]
    }

    private var start: [UInt8] { TPMPolicy.digest([.or(Self.keyCommands)]) }

    private static let keyCommands = [
        TPMPolicy.digest([.commandCode(TPM2_CC_Sign)]), TPMPolicy.digest([.commandCode(TPM2_CC_ECDH_ZGen)]),
    ]
}

/// The names (TPM 2.0 part 1, section 16) and counter values that policies refer to.
struct TPMBindings {
    /// The name of the passcode's index after its first write.
    let passcodeName: [UInt8]
    /// The name of the generation's index after its first write.
    let generationName: [UInt8]
    /// The name of the broker's presence key.
    let presenceName: [UInt8]
    /// The value of the passcode's counter; 0 if the policy does not use it.
    let passcodeEpoch: UInt64
    /// The value of the generation's counter; 0 if the policy is not bound to it.
    let generation: UInt64
}
