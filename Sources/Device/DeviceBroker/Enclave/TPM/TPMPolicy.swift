import Crypto
import CTSS2

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

/// A ``KeyPolicy`` with all that it is bound to in this TPM: what its digest is made of, and which assertions a use must make.
struct TPMKeyPolicy {
    let policy: KeyPolicy
    let bindings: TPMBindings

    /// The digest that is written into the object for ever.
    var digest: [UInt8] {
        switch policy.combination {
        case .all: TPMPolicy.digest((policy.namesPasscode ? passcode : []) + biometry, from: start)
        case .any: TPMPolicy.digest(finish, from: start)
        }
    }

    /// What every use asserts first: the command. A key serves two, and so what follows builds on either of them.
    func opening(_ operation: KeyUse.Operation) -> [TPMPolicy.Assertion] {
        switch operation {
        case .sign: [.commandCode(TPM2_CC_Sign), .or(Self.keyCommands)]
        case .agree: [.commandCode(TPM2_CC_ECDH_ZGen), .or(Self.keyCommands)]
        }
    }

    /// What proves the passcode: the counter tells this passcode from those before and after it, and the authorization is the proof.
    var passcode: [TPMPolicy.Assertion] {
        [.counter(name: bindings.passcodeName, equals: bindings.passcodeEpoch), .secret(name: bindings.passcodeName)]
    }

    /// What proves a match, and the set it is bound to.
    var biometry: [TPMPolicy.Assertion] {
        guard policy.namesBiometry else { return [] }
        let signed = TPMPolicy.Assertion.signed(name: bindings.presenceName, meaning: PresenceChallenge.meaning)
        guard policy.factors.contains(.currentBiometry) else { return [signed] }
        return [.counter(name: bindings.generationName, equals: bindings.generation), signed]
    }

    /// What joins the branches, where any factor will do.
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
    /// The passcode's index, once written.
    let passcodeName: [UInt8]
    /// The generation's index, once written.
    let generationName: [UInt8]
    /// The broker's presence key.
    let presenceName: [UInt8]
    /// The passcode's counter; 0 where the policy does not name it.
    let passcodeEpoch: UInt64
    /// The generation's counter; 0 where the policy is not bound to it.
    let generation: UInt64
}
