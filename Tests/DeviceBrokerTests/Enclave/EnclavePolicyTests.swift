import Crypto
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Key policies", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclavePolicyTests {
    /// The evidence for one use.
    enum Shown: CaseIterable {
        case nothing, passcode, presence, both, wrongPasscode, otherPersonsPresence, wrongPasscodeAndPresence,
            passcodeAndOtherPersons
        case declined
    }

    /// The expected result of each policy for each evidence.
    static func expected(_ policy: KeyPolicy, _ shown: Shown) -> EnclaveRejection? {
        switch (policy, shown) {
        case (.nothing, _): nil
        case (.passcode, .passcode), (.passcode, .both), (.passcode, .passcodeAndOtherPersons): nil
        case (.passcode, .wrongPasscode), (.passcode, .wrongPasscodeAndPresence): .wrongPasscode
        case (.passcode, _): .authorizationRequired
        case (.biometry, .presence), (.biometry, .both), (.biometry, .wrongPasscodeAndPresence): nil
        case (.biometry, .otherPersonsPresence), (.biometry, .passcodeAndOtherPersons): .wrongPresence
        case (.biometry, _): .authorizationRequired
        case (.currentBiometry, _): expected(.biometry, shown)
        case (.passcodeAndBiometry, .both): nil
        case (.passcodeAndBiometry, .wrongPasscodeAndPresence): .wrongPasscode
        case (.passcodeAndBiometry, .passcodeAndOtherPersons): .wrongPresence
        case (.passcodeAndBiometry, _): .authorizationRequired
        case (.passcodeAndCurrentBiometry, _): expected(.passcodeAndBiometry, shown)
        case (.passcodeOrBiometry, .nothing), (.passcodeOrBiometry, .declined): .authorizationRequired
        case (.passcodeOrBiometry, .wrongPasscode), (.passcodeOrBiometry, .wrongPasscodeAndPresence): .wrongPasscode
        case (.passcodeOrBiometry, .otherPersonsPresence): .wrongPresence
        case (.passcodeOrBiometry, _): nil
        case (.passcodeOrCurrentBiometry, _): expected(.passcodeOrBiometry, shown)
        }
    }

    private func authorization(_ shown: Shown, _ key: PresenceKey) throws -> KeyAuthorization {
        switch shown {
        case .nothing: .none
        case .passcode: KeyAuthorization(passcode: try proof(1))
        case .presence: KeyAuthorization(presence: key)
        case .both: KeyAuthorization(passcode: try proof(1), presence: key)
        case .wrongPasscode: KeyAuthorization(passcode: try proof(2))
        case .otherPersonsPresence: KeyAuthorization(presence: try otherPersonsKey())
        case .wrongPasscodeAndPresence: KeyAuthorization(passcode: try proof(2), presence: key)
        case .passcodeAndOtherPersons: KeyAuthorization(passcode: try proof(1), presence: try otherPersonsKey())
        case .declined: KeyAuthorization(presence: ScriptedSigner { _ in nil })
        }
    }

    @Test("each policy requires its factors, for each operation", arguments: EnclaveSubject.available)
    func eachPolicyAsks(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        _ = try enclave.setPasscode(proof(1)).granted()
        let presence = try enclave.presenceKey()
        let peer = try #require(EnclavePublicKey(x963: P256.KeyAgreement.PrivateKey().publicKey.x963Representation))
        for policy in KeyPolicy.allCases {
            let key = try enclave.createKey(policy).granted()
            for shown in Shown.allCases {
                let evidence = try authorization(shown, presence)
                let expected = Self.expected(policy, shown)
                let signed = try enclave.sign(input, with: key.blob, authorization: evidence)
                #expect(signed.rejection == expected, "sign, \(policy), \(shown)")
                if case .granted(let signature) = signed { #expect(try verifies(signature, by: key.publicKey)) }
                let agreed = try enclave.sharedSecret(of: key.blob, with: peer, authorization: evidence)
                #expect(agreed.rejection == expected, "agree, \(policy), \(shown)")
            }
        }
    }

    @Test("a policy that includes the passcode requires that one is set", arguments: EnclaveSubject.available)
    func passcodeMustBeSet(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        for policy in KeyPolicy.allCases {
            let expected: EnclaveRejection? = policy.namesPasscode ? .passcodeNotSet : nil
            #expect(try enclave.createKey(policy).rejection == expected)
        }
        _ = try enclave.setPasscode(proof(1)).granted()
        for policy in KeyPolicy.allCases {
            #expect(try enclave.createKey(policy).rejection == nil)
        }
    }

    @Test("each combination of factors has one policy, and both kinds of biometry together have none")
    func combinationsOfFactors() {
        #expect(KeyPolicy(.all, of: []) == .nothing)
        #expect(KeyPolicy(.any, of: []) == .nothing)
        #expect(KeyPolicy(.any, of: [.passcode]) == .passcode)
        #expect(KeyPolicy(.all, of: [.passcode, .biometry]) == .passcodeAndBiometry)
        #expect(KeyPolicy(.any, of: [.passcode, .biometry]) == .userPresence)
        #expect(KeyPolicy(.any, of: [.passcode, .currentBiometry]) == .passcodeOrCurrentBiometry)
        #expect(KeyPolicy(.all, of: [.biometry, .currentBiometry]) == nil)
        #expect(KeyPolicy(.any, of: Set(KeyPolicy.Factor.allCases)) == nil)
        for policy in KeyPolicy.allCases { #expect(KeyPolicy(policy.combination, of: policy.factors) == policy) }
    }

    @Test("if either factor suffices, a satisfiable one is chosen, the passcode first")
    func livingPathIsChosen() throws {
        func path(_ policy: KeyPolicy, _ proof: Bool, _ presence: Bool, _ passcode: Bool, _ set: Bool) -> Result<
            PolicyPath, EnclaveRejectionError
        > {
            do throws(Interruption) {
                return .success(
                    try PolicyPath.choose(
                        policy, hasProof: proof, hasPresence: presence, alive: .init(passcode: passcode, biometricSet: set)))
            } catch {
                guard case .rejected(let rejection) = error else { return .failure(.init(rejection: nil)) }
                return .failure(.init(rejection: rejection))
            }
        }
        let byPasscode = PolicyPath(provesPasscode: true, provesPresence: false, provesGeneration: false)
        let byMatch = PolicyPath(provesPasscode: false, provesPresence: true, provesGeneration: true)
        let policy = KeyPolicy.passcodeOrCurrentBiometry
        #expect(path(policy, true, true, true, true) == .success(byPasscode))
        #expect(path(policy, true, true, false, true) == .success(byMatch))
        #expect(path(policy, false, true, true, true) == .success(byMatch))
        #expect(path(policy, true, false, false, true) == .failure(.init(rejection: .passcodeRemoved)))
        #expect(path(policy, false, true, true, false) == .failure(.init(rejection: .biometricSetChanged)))
        #expect(path(policy, false, false, true, false) == .failure(.init(rejection: .biometricSetChanged)))
        #expect(path(policy, false, false, false, false) == .failure(.init(rejection: .passcodeRemoved)))
        #expect(path(.passcodeAndCurrentBiometry, true, true, true, false) == .failure(.init(rejection: .biometricSetChanged)))
        #expect(path(.passcodeAndCurrentBiometry, false, false, false, true) == .failure(.init(rejection: .passcodeRemoved)))
    }

    struct EnclaveRejectionError: Error, Equatable {
        let rejection: EnclaveRejection?
    }
}
