import Crypto
import FoundationEssentials
import Secrets
import Testing

@testable import Accounts

@Suite("Adding a device key with an attestation")
struct AttestedKeyTests {
    private let tpm = WrittenTPM()
    private let key = P256.Signing.PrivateKey().publicKey
    private let start = FactorBench.start

    @Test("the key is stored with the name of its attestation key")
    func attested() async throws {
        let bench = try bench()
        let signedIn = try await bench.bench.account()
        let shown = try await shown(to: signedIn.active, bench)
        let outcome = try await add(shown, to: signedIn.active, bench)
        #expect(outcome.key?.attestedBy == tpm.name())
        let kept = try await bench.service.factors(of: signedIn.active).deviceKeys
        #expect(kept.map(\.attestedBy) == [tpm.name()])
    }

    @Test("a key without an attestation is stored as such, unless the operator requires one")
    func unattested() async throws {
        let bench = try bench()
        let signedIn = try await bench.bench.account()
        let outcome = try await add(nil, to: signedIn.active, bench)
        #expect(outcome.key != nil && outcome.key?.attestedBy == nil)

        let strict = try self.bench(isRequired: true)
        let other = try await strict.bench.account()
        #expect(try await add(nil, to: other.active, strict).isRequired)
        #expect(try await add(shown(to: other.active, strict), to: other.active, strict).key != nil)
    }

    @Test("an invalid attestation is rejected, and its challenge stays valid")
    func rejected() async throws {
        let bench = try bench()
        let signedIn = try await bench.bench.account()
        let good = try await shown(to: signedIn.active, bench)
        var bytes = good.statement
        bytes[200] ^= 1
        let changed = ShownAttestation(challenge: good.challenge, statement: bytes)
        #expect(try await add(changed, to: signedIn.active, bench).rejection == .wrongSignature)
        let short = ShownAttestation(challenge: good.challenge, statement: [0])
        #expect(
            try await add(short, to: signedIn.active, bench).rejection
                == .malformed(AttestationError(code: .cutShort, position: 0)))
        #expect(try await bench.service.factors(of: signedIn.active).deviceKeys.isEmpty)
        #expect(try await add(good, to: signedIn.active, bench).key != nil)
    }

    @Test("a challenge is valid once, in its session, for two minutes")
    func challenges() async throws {
        let bench = try bench()
        let (anna, bert) = (try await bench.bench.account("anna.k"), try await bench.bench.account("bert.k"))
        let good = try await shown(to: anna.active, bench)
        #expect(try await add(good, to: bert.active, bench).rejection == .otherChallenge)
        let end = start + FactorChallenge.signatureLifetime
        #expect(try await add(good, to: anna.active, bench, at: end).rejection == .otherChallenge)
        #expect(try await add(good, to: anna.active, bench, at: end - .milliseconds(1)).key != nil)
        #expect(try await add(good, to: anna.active, bench).rejection == .otherChallenge)
        // A challenge that the service did not issue.
        let own = OpaqueToken(random: PredictableRandomBytes(seed: 77))
        #expect(try await add(statement(over: own), to: bert.active, bench).rejection == .otherChallenge)
    }

    @Test("without trusted keys, no challenge is issued, and an attestation is rejected")
    func nobodyListed() async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        let outcome = try await bench.service.issueAttestationChallenge(to: signedIn.active, client: FactorBench.home, now: start)
        guard case .notAccepted = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let own = OpaqueToken(random: PredictableRandomBytes(seed: 78))
        #expect(
            try await add(statement(over: own), to: signedIn.active, bench).rejection == .unknownSigner(try #require(tpm.name())))
    }

    @Test("attestation challenges are charged as all others")
    func budget() async throws {
        var throttles = ThrottlePolicy()
        throttles.challengesPerAddress = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        let bench = try bench(throttles: throttles)
        let signedIn = try await bench.bench.account()
        for _ in 0..<2 { _ = try await shown(to: signedIn.active, bench) }
        let outcome = try await bench.service.issueAttestationChallenge(to: signedIn.active, client: FactorBench.home, now: start)
        guard case .throttled = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    private func bench(isRequired: Bool = false, throttles: ThrottlePolicy = ThrottlePolicy()) throws -> FactorBench {
        var policy = AttestationPolicy()
        policy.trustedKeys = [try #require(tpm.name())]
        policy.isRequired = isRequired
        return try FactorBench(throttles: throttles, attestation: policy)
    }

    private func shown(to active: ActiveSession, _ bench: FactorBench) async throws -> ShownAttestation {
        let outcome = try await bench.service.issueAttestationChallenge(to: active, client: FactorBench.home, now: start)
        guard case .issued(let challenge) = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
        return try statement(over: challenge.nonce)
    }

    private func statement(over challenge: OpaqueToken) throws -> ShownAttestation {
        let asked = try #require(Base64URL.decode(challenge.reveal()))
        return ShownAttestation(
            challenge: challenge, statement: try tpm.statement(of: key, over: Array(SHA256.hash(data: asked))))
    }

    private func add(
        _ shown: ShownAttestation?, to active: ActiveSession, _ bench: FactorBench, at now: Timestamp = FactorBench.start
    ) async throws -> DeviceKeyOutcome {
        let publicKey = try #require(DevicePublicKey(x963: Array(key.x963Representation)))
        return try await bench.service.addDeviceKey(
            publicKey, named: "Anna's phone", attestation: shown, to: active, client: FactorBench.home, now: now)
    }
}

extension DeviceKeyOutcome {
    fileprivate var key: DeviceKey? {
        if case .added(let key, _) = self { key } else { nil }
    }

    fileprivate var rejection: AttestationRejection? {
        if case .attestationRejected(let rejection) = self { rejection } else { nil }
    }

    fileprivate var isRequired: Bool {
        if case .attestationRequired = self { true } else { false }
    }
}
