import CTSS2
import DeviceParts
import DeviceProtocol
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

/// Without this program's own checks: what the TPM itself denies to a program that has the blobs, the state file and the TPM.
@Suite(
    "Policies enforced by the TPM", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
struct TPMEnforcementTests {
    /// Sets up an enclave with a passcode and a key, closes it, and passes its parts to `body` as an attacker would have them.
    private func intrude(
        _ policy: KeyPolicy, _ body: (TPMDevice, TPMBlob, PresenceKey) throws(Interruption) -> Void
    ) throws {
        let fixture = try EnclaveFixture(.tpm)
        var enclave: (any Enclave)? = try fixture.open()
        _ = try enclave?.setPasscode(proof(1)).granted()
        let key = try #require(try enclave?.createKey(policy).granted())
        let presence = try #require(try enclave?.presenceKey())
        enclave = nil
        let file = try EnclaveStateFile(path: fixture.stateFile, kind: .tpm, steps: .unobserved)
        let record = try TPMRecord(message: try #require(try file.read()))
        let connection = try TPMConnection(
            tcti: try #require(fixture.tpm).tcti, timeout: .seconds(600), owner: nil, random: SystemRandomBytes())
        let setUp = TPMSetUp(
            connection: connection, file: file, allocation: .first, random: SystemRandomBytes(), steps: .unobserved)
        try body(try setUp.open(record), try #require(TPMBlob(key.blob.bytes)), presence)
    }

    private func code(_ body: () throws(Interruption) -> Void) -> TPMResponse.Reason? {
        do throws(Interruption) {
            try body()
            return nil
        } catch {
            return error.tpmReason
        }
    }

    /// TPM2_Sign with any session.
    private func sign(_ device: TPMDevice, _ key: ESYS_TR, _ session: ESYS_TR) throws(Interruption) {
        var digest = TPM2B_DIGEST(input.bytes)
        var scheme = TPMT_SIG_SCHEME()
        scheme.scheme = TPM2_ALG_ECDSA
        scheme.details.ecdsa.hashAlg = TPM2_ALG_SHA256
        var validation = TPMT_TK_HASHCHECK()
        validation.tag = TPM2_ST_HASHCHECK
        validation.hierarchy = TPM2_RH_NULL
        var signature: UnsafeMutablePointer<TPMT_SIGNATURE>?
        try device.connection.check(
            Esys_Sign(device.connection.esys, key, session, ESYS_TR_NONE, ESYS_TR_NONE, &digest, &scheme, &validation, &signature),
            "TPM2_Sign")
        Esys_Free(signature)
    }

    private func policy(_ device: TPMDevice, _ blob: TPMBlob) -> TPMKeyPolicy {
        TPMKeyPolicy(
            policy: blob.policy, bindings: device.bindings(passcodeEpoch: blob.passcodeEpoch, generation: blob.generation))
    }

    private var signing: KeyUse.Operation { .sign(input) }

    @Test("a key is unusable without its policy", arguments: KeyPolicy.allCases)
    func withoutPolicy(_ asked: KeyPolicy) throws {
        try intrude(asked) { (device, blob, _) throws(Interruption) in
            try device.connection.withLoaded(blob, under: device.primary) { (key) throws(Interruption) in
                // A password, an empty session, and one that only asserts the command.
                #expect(isUnavailableByPassword(device, key))
                try device.connection.withPolicySession { (session) throws(Interruption) in
                    #expect(code { () throws(Interruption) in try sign(device, key, session) } == .policyFailed)
                }
                try device.connection.withPolicySession { (session) throws(Interruption) in
                    try device.prove(policy(device, blob).opening(signing), in: session)
                    let found = code { () throws(Interruption) in try sign(device, key, session) }
                    #expect(found == (asked == .nothing ? nil : .policyFailed))
                }
            }
        }
    }

    /// A password is rejected with TPM_RC_AUTH_UNAVAILABLE, which has no name here.
    private func isUnavailableByPassword(_ device: TPMDevice, _ key: ESYS_TR) -> Bool {
        do throws(Interruption) {
            try sign(device, key, ESYS_TR_PASSWORD)
            return false
        } catch {
            if case .failed(let failure) = error { return failure.responseCode == 0x12F }
            return false
        }
    }

    @Test("an owner who replaces the passcode cannot use its keys")
    func replacedPasscode() throws {
        let chosen = try proof(9)
        let right = try proof(1)
        try intrude(.passcode) { (device, blob, _) throws(Interruption) in
            let policy = policy(device, blob)
            // The right proof, step by step, does sign.
            try device.connection.withLoaded(blob, under: device.primary) { (key) throws(Interruption) in
                try device.connection.withPolicySession { (session) throws(Interruption) in
                    try device.prove(policy.opening(signing), in: session)
                    try device.prove(policy.passcode, in: session, proof: right)
                    try sign(device, key, session)
                }
            }
            try device.connection.undefine(device.allocation.passcode)
            try device.connection.define(TPMTemplate.passcode(device.allocation.passcode), authorization: chosen.secret)
            try device.connection.withIndex(device.allocation.passcode) { (index) throws(Interruption) in
                try device.connection.increment(index, by: .owner)
            }
            try device.connection.withLoaded(blob, under: device.primary) { (key) throws(Interruption) in
                try device.connection.withPolicySession { (session) throws(Interruption) in
                    try device.prove(policy.opening(signing), in: session)
                    #expect(throws: Interruption.self) { try device.prove(policy.passcode, in: session, proof: chosen) }
                }
                // Omitting the counter results in another policy.
                try device.connection.withPolicySession { (session) throws(Interruption) in
                    try device.prove(policy.opening(signing), in: session)
                    try device.prove(
                        policy.passcode.filter { if case .secret = $0 { true } else { false } }, in: session, proof: chosen)
                    #expect(code { () throws(Interruption) in try sign(device, key, session) } == .policyFailed)
                }
            }
        }
    }

    @Test("an owner who recreates the generation's counter cannot use old keys")
    func renewedGeneration() throws {
        try intrude(.currentBiometry) { (device, blob, presence) throws(Interruption) in
            let before = try device.generation()
            _ = try device.advanceGeneration()
            try device.connection.undefine(device.allocation.generation)
            try device.connection.define(TPMTemplate.generation(device.allocation.generation), authorization: nil)
            try device.connection.withIndex(device.allocation.generation) { (index) throws(Interruption) in
                try device.connection.increment(index, by: .noAuthorization)
            }
            #expect(try device.generation() > before + 1)
            try device.connection.withPolicySession { (session) throws(Interruption) in
                try device.prove(policy(device, blob).opening(signing), in: session)
                #expect(throws: Interruption.self) {
                    try device.prove(policy(device, blob).biometry, in: session, signer: presence, binding: [])
                }
            }
        }
    }
}
