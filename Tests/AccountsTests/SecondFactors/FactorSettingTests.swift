import Crypto
import OneTimeCodes
import Secrets
import Testing

@testable import Accounts

@Suite("Setting up and removing second factors")
struct FactorSettingTests {
    private let start = FactorBench.start

    @Test("an authenticator app has no effect until its first code is shown")
    func confirmation() async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        _ = try await bench.begin(signedIn)
        #expect(try await bench.bench.signIn().signedIn != nil)
        let wrong = try await bench.service.confirmTOTP("000000", of: signedIn.active, client: FactorBench.home, now: start)
        #expect(wrong.isRejected)
        #expect(try await bench.bench.signIn().signedIn != nil)
        _ = try await bench.turnOn(signedIn)
        #expect(try await bench.bench.signIn().signedIn == nil)
    }

    @Test("the secret of a confirmed authenticator app is not shown again")
    func shownUntilConfirmed() async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        _ = try await bench.begin(signedIn)
        #expect(try await bench.service.waitingTOTP(of: signedIn.active, issuer: "Juice", now: start) != nil)
        let owner = try await bench.turnOn(signedIn)
        #expect(try await bench.service.waitingTOTP(of: owner.signedIn.active, issuer: "Juice", now: start) == nil)
    }

    @Test("wrong codes of an unconfirmed authenticator app are charged only to the session, which they end")
    func confirmationCharged() async throws {
        var throttles = ThrottlePolicy()
        throttles.failuresPerSession = try #require(Budget(burst: 2, refill: 1, per: .seconds(86_400)))
        let bench = try FactorBench(throttles: throttles)
        let signedIn = try await bench.bench.account()
        let owner = FactorBench.Owner(signedIn: signedIn, totp: try await bench.begin(signedIn), codes: [])
        let service = bench.service
        for _ in 0..<2 {
            let wrong = try await service.confirmTOTP("000000", of: signedIn.active, client: FactorBench.home, now: start)
            #expect(wrong.isRejected)
        }
        #expect(bench.bench.stores.charges.suffix(2).allSatisfy { $0.count == 1 })
        let right = try await service.confirmTOTP(
            try owner.code(at: start), of: signedIn.active, client: FactorBench.home, now: start)
        guard case .sessionEnded = right else { throw StoreError(.failed, reason: "\(right)") }
        #expect(try await bench.bench.session(signedIn.token) == nil)
        _ = try await bench.turnOn(try #require(try await bench.bench.signIn().signedIn))
    }

    @Test("no other session sees or confirms an unconfirmed authenticator app")
    func waitingElsewhere() async throws {
        let bench = try FactorBench()
        let (signedIn, service) = (try await bench.bench.account(), bench.service)
        let attacker = try #require(try await bench.bench.signIn().signedIn)
        let totp = try await bench.begin(signedIn)
        #expect(try await service.waitingTOTP(of: attacker.active, issuer: "Juice", now: start) == nil)
        let code = try FactorBench.Owner(signedIn: signedIn, totp: totp, codes: []).code(at: start)
        #expect(try await service.confirmTOTP(code, of: attacker.active, client: FactorBench.home, now: start).isRejected)

        _ = try await bench.begin(attacker)
        #expect(try await service.waitingTOTP(of: signedIn.active, issuer: "Juice", now: start) == nil, "the other one's secret")
        #expect(try await service.confirmTOTP(code, of: signedIn.active, client: FactorBench.home, now: start).isRejected)

        let owner = try await bench.turnOn(signedIn)
        #expect(!owner.codes.isEmpty)
    }

    @Test("the authenticator app receives the account's name without the colon that separates the parts")
    func label() async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account("anna@example.com")
        guard case .begun(let enrolment) = try await bench.service.beginTOTP(of: signedIn.active, issuer: "Juice: bar", now: start)
        else {
            Issue.record("not begun")
            return
        }
        let uri = try OTPAuthURI(enrolment.uri)
        #expect(uri.account == "anna@example.com")
        #expect(uri.issuer == "Juice  bar")
        #expect(enrolment.uri.contains(enrolment.secret))
        #expect(enrolment.secret.utf8.count == 32)
        #expect("\(enrolment)" == "TOTPEnrolment(redacted)")
        let waiting = try await bench.service.waitingTOTP(of: signedIn.active, issuer: "Juice: bar", now: start)
        #expect(waiting?.uri == enrolment.uri)
    }

    @Test("a stored authenticator secret is sealed and opens for its account only")
    func sealing() async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        let totp = try await bench.begin(signedIn)
        let stored = try #require(try await bench.bench.stores.totp(of: signedIn.active.account.id))
        let secret = try Base32.decode(totp.hotp.key.unprotectedBase32)
        #expect(!stored.sealed.bytes.indices.contains { stored.sealed.bytes[$0...].starts(with: secret.prefix(4)) })
        let moved = StoredTOTP(
            id: stored.id, account: AccountID(random: PredictableRandomBytes(seed: 9)), sealed: stored.sealed, createdAt: start)
        #expect(throws: StoreError.self) { try bench.service.sealer.verifier(of: moved) }
    }

    @Test("ten distinct recovery codes come with the first factor, and their descriptions are redacted")
    func codes() async throws {
        let owner = try await FactorBench().owner()
        #expect(owner.codes.count == 10)
        #expect(Set(owner.codes.map { $0.reveal() }).count == 10)
        #expect("\(owner.codes[0])" == "RecoveryCode(redacted)")
        #expect(RecoveryCode.byteCount * 8 >= 112)
        #expect(RecoveryCode(typed: owner.codes[0].reveal())?.digest == owner.codes[0].digest)
        #expect(RecoveryCode(typed: "aaaa-aaaa") == nil)
    }

    @Test("new recovery codes invalidate the old ones")
    func newCodes() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        guard
            case .made(let codes) = try await bench.service.makeRecoveryCodes(
                of: owner.signedIn.active, client: FactorBench.home, now: start)
        else {
            Issue.record("not made")
            return
        }
        #expect(try await bench.answer(bench.challenge(), .recoveryCode(owner.codes[0].reveal())).isRejected)
        #expect(try await bench.answer(bench.challenge(), .recoveryCode(codes[0].reveal())).signedIn != nil)
    }

    @Test("every change of factors requires authentication within ten minutes")
    func stale() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        let (service, home, late) = (bench.service, FactorBench.home, start + .seconds(601))
        let (device, _) = try await bench.addDevice(P256.Signing.PrivateKey(), to: owner.signedIn.active)
        let active = owner.signedIn.active
        #expect(try await service.removeTOTP(of: active, client: home, now: late) == .reauthenticationRequired)
        #expect(try await service.removeDeviceKey(device.id, of: active, client: home, now: late) == .reauthenticationRequired)
        let codes = try await service.makeRecoveryCodes(of: active, client: home, now: late)
        guard case .reauthenticationRequired = codes else { throw StoreError(.failed, reason: "\(codes)") }
        let other = Array(P256.Signing.PrivateKey().publicKey.x963Representation)
        let key = try #require(DevicePublicKey(x963: other))
        let added = try await service.addDeviceKey(key, named: "Other", to: active, client: home, now: late)
        guard case .reauthenticationRequired = added else { throw StoreError(.failed, reason: "\(added)") }

        let bert = try await bench.bench.account("bert.k")
        _ = try await bench.begin(bert)
        #expect(try await service.waitingTOTP(of: bert.active, issuer: "Juice", now: late) == nil)
        let begun = try await service.beginTOTP(of: bert.active, issuer: "Juice", now: late)
        guard case .reauthenticationRequired = begun else { throw StoreError(.failed, reason: "\(begun)") }
        let confirmed = try await service.confirmTOTP("000000", of: bert.active, client: home, now: late)
        guard case .reauthenticationRequired = confirmed else { throw StoreError(.failed, reason: "\(confirmed)") }
    }

    @Test("without its last factor, an account signs in with the first factor again")
    func removal() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(
            try await bench.service.removeTOTP(of: owner.signedIn.active, client: FactorBench.home, now: start) == .removed)
        #expect(try await bench.bench.signIn().signedIn != nil)
        #expect(
            try await bench.service.removeTOTP(of: owner.signedIn.active, client: FactorBench.home, now: start) == .missing)
    }

    @Test("a device key alone is a second factor, with recovery codes")
    func deviceKey() async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        let key = P256.Signing.PrivateKey()
        let (device, codes) = try await bench.addDevice(key, to: signedIn.active)
        #expect(device.name == "Anna's phone")
        #expect(codes?.count == 10)
        let challenge = try await bench.challenge()
        let proof = FactorProof.deviceKey(device.id, signature: try bench.signature(key, of: challenge))
        #expect(try await bench.answer(challenge, proof).signedIn != nil)
    }

    @Test(
        "a public key that is not a point of the curve is rejected",
        arguments: [[], [0x04], [UInt8](repeating: 4, count: 65), [0x02] + [UInt8](repeating: 1, count: 32)])
    func noKey(_ bytes: [UInt8]) {
        #expect(DevicePublicKey(x963: bytes) == nil)
    }

    @Test("the operator can remove the factors of an owner who lost them")
    func operatorRemoves() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        let id = owner.signedIn.active.account.id
        #expect(try await bench.bench.service.removeSecondFactors(of: id, client: FactorBench.home, now: start))
        #expect(try await bench.bench.signIn().signedIn != nil)
        #expect(try await bench.events(of: owner.signedIn).contains(.secondFactorsRemoved))
        #expect(!(try await bench.bench.service.removeSecondFactors(of: id, client: FactorBench.home, now: start)))
    }
}

extension TOTPConfirmationOutcome {
    fileprivate var isRejected: Bool {
        if case .rejected = self { true } else { false }
    }
}
