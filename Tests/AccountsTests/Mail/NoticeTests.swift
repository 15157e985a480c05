import EmulatedAuthenticator
import Secrets
import Testing

@testable import Accounts

@Suite("Notices of changes")
struct NoticeTests {
    private let mail: MailBench
    private let passkeys: PasskeyBench
    private let factors: FactorBench
    private let apple: AppleBench
    private var bench: AccountBench { mail.bench }

    private static let start = AccountBench.start
    private static let new = SignInRaceTests.newPassword
    private var start: Timestamp { Self.start }

    init() throws {
        passkeys = try PasskeyBench(mail: MailBench.sealer)
        mail = try MailBench(passkeys.bench)
        factors = try FactorBench(passkeys.bench)
        apple = try AppleBench(passkeys.bench)
    }

    /// A confirmation requires a recovery: see ``SuspendedCredentialTests``. The others require an operator: see the conformance suite.
    private static let kinds = AccountNotice.Kind.allCases.filter {
        ![.credentialConfirmed, .accountLocked, .recoveryStarted].contains($0)
    }

    @Test("a notice of each change says what changed, when and from where, at all verified addresses", arguments: kinds)
    func changes(_ kind: AccountNotice.Kind) async throws {
        let anna = try await bench.account()
        let addresses = [
            try await mail.verifiedAddress("first@example.org", of: anna.active),
            try await mail.verifiedAddress("second@example.org", of: anna.active),
        ]
        _ = try await mail.claim("claimed@example.org", of: anna.active)
        let change = try await prepared(kind, of: anna)
        _ = try await notices()
        try await change()
        let client = kind == .newDevice ? AccountBench.elsewhere : AccountBench.home
        let notice = AccountNotice(kind, at: start, from: NoticeSource(client))
        let sent = try await notices()
        #expect(sent.map(\.to) == addresses.map(\.address))
        #expect(sent.allSatisfy { $0.content == .notice(notice) }, "\(sent.map(\.content))")
    }

    /// Prepares the account for a change, and returns the change.
    private func prepared(
        _ kind: AccountNotice.Kind, of anna: SignedIn
    ) async throws -> @Sendable () async throws -> Void {
        let (service, active, home) = (bench.service, anna.active, AccountBench.home)
        switch kind {
        case .newDevice: return { () async throws in #expect(try await bench.signIn().signedIn != nil) }
        case .passwordChanged: return { _ = try await bench.changePassword(of: active, to: Self.new) }
        case .passwordSet:
            let making = try await service.makePasswordLink(
                for: active.account.id, lifetime: .standard, client: home, now: start)
            let link = try #require(making.link)
            return { () async throws in
                #expect(try await service.setPassword(Password(Self.new), by: link.token, client: home, now: start).isSet)
            }
        case .passwordLinkMade:
            return { () async throws in
                let making = try await service.makePasswordLink(
                    for: active.account.id, lifetime: .standard, client: home, now: start)
                #expect(making.link != nil)
            }
        case .passwordRemoved:
            _ = try await apple.link(AppleBench.assertion(), to: anna)
            return { _ = try await service.removePassword(of: active, client: home, now: start) }
        case .passwordReplacedByApple:
            let request = AppleUpgrade(key: UpgradeKey(random: SystemRandomBytes()), authority: .session(active), client: home)
            let admitted = try #require(try await apple.service.admitUpgrade(request, now: start).admitted)
            guard case .begun(let challenge) = try await apple.service.beginUpgrade(admitted, now: start) else {
                throw StoreError(.failed, reason: "the upgrade did not begin")
            }
            let nonce = challenge.nonce
            let answered = try #require(
                try await apple.service.admitUpgrade(request, answering: nonce, now: start).admitted)
            return {
                _ = try await apple.service.finishUpgrade(
                    answered, by: try AppleBench.assertion(), grant: .none, nonce: nonce, now: start)
            }
        case .passkeyAdded:
            return { () async throws in
                var passkey = passkeys.passkey()
                #expect(try await passkeys.add(&passkey, to: active).passkey != nil)
            }
        case .passkeyRemoved:
            var passkey = passkeys.passkey()
            let added = try #require(try await passkeys.add(&passkey, to: active).passkey)
            return { _ = try await passkeys.service.remove(added.id, of: active, client: home, now: start) }
        case .passkeyCounterRegressed:
            var passkey = passkeys.passkey()
            passkey.signCount = 7
            _ = try await passkeys.add(&passkey, to: active)
            let copy = passkey
            return { () async throws in
                #expect(try await passkeys.reauthenticate(active, with: copy).signedIn != nil)
            }
        case .secondFactorAdded: return { _ = try await factors.turnOn(anna) }
        case .secondFactorRemoved:
            let owner = try await factors.turnOn(anna)
            return { _ = try await factors.service.removeTOTP(of: owner.signedIn.active, client: home, now: start) }
        case .recoveryCodesMade:
            let owner = try await factors.turnOn(anna)
            return { _ = try await factors.service.makeRecoveryCodes(of: owner.signedIn.active, client: home, now: start) }
        case .recoveryCodeUsed:
            let code = try #require(try await factors.turnOn(anna).codes.first).reveal()
            return { () async throws in
                let challenge = try await factors.challenge(device: anna.deviceToken)
                #expect(try await factors.answer(challenge, .recoveryCode(code), from: home).signedIn != nil)
            }
        case .appleLinked: return { _ = try await apple.link(AppleBench.assertion(), to: anna) }
        case .appleUnlinked:
            _ = try await apple.link(AppleBench.assertion(), to: anna)
            let team = try AppleBench.key().team
            return { _ = try await apple.service.unlink(nil, of: team, from: active, client: home, now: start) }
        case .accountDeleted: return { _ = try await service.deleteAccount(active, client: home, now: start) }
        case .addressRestored:
            let second = try #require(
                try await mail.service.addresses(of: active).first { $0.address.text == "second@example.org" })
            _ = try await mail.service.remove(second.id, of: active, client: home, now: start)
            _ = try await mail.run()
            let codes = mail.carrier.carried.compactMap { sent -> String? in
                if case .addressUndo(let code, _, _, _) = sent.content { code.reveal() } else { nil }
            }
            let code = try #require(codes.last)
            return { _ = try await mail.service.undoRemoval(code, client: home, now: start) }
        case .signedInByMail:
            let codes = MailedSignInService(accounts: service, sealer: mail.sealer)
            let name = AccountName(typed: "anna.k", address: nil)
            guard case .begun(let holder, _) = try await codes.begin(name, client: home, now: start) else {
                throw StoreError(.failed, reason: "no code was sent")
            }
            _ = try await mail.run()
            let sent = mail.carrier.carried.compactMap { sent -> MailedCode? in
                if case .signInCode(let code, _) = sent.content { code } else { nil }
            }
            let code = try #require(sent.last)
            let request = MailedSignIn(code, holder: holder, deviceToken: nil, client: home)
            return { _ = try await codes.signIn(request, now: start) }
        case .recoveryOpened:
            let recovery = RecoveryService(accounts: service, factors: factors.service, sealer: mail.sealer)
            let name = AccountName(typed: "anna.k", address: nil)
            guard case .begun(let holder, _) = try await recovery.begin(name, client: home, now: start) else {
                throw StoreError(.failed, reason: "no code was sent")
            }
            _ = try await mail.run()
            let sent = mail.carrier.carried.compactMap { sent -> MailedCode? in
                if case .recoveryCode(let code, _) = sent.content { code } else { nil }
            }
            let code = try #require(sent.last)
            return { _ = try await recovery.open(code, holder: holder, client: home, now: start) }
        case .noticesOff:
            return { _ = try await service.turn(.newDevice, on: false, of: active, client: home, now: start) }
        case .credentialConfirmed, .accountLocked, .recoveryStarted:
            throw StoreError(.failed, reason: "the change requires a recovery or an operator")
        }
    }

    @Test(
        "an account that turned off everything it can still gets every notice of a change",
        arguments: kinds.filter { $0 != .noticesOff })
    func withheld(_ kind: AccountNotice.Kind) async throws {
        let anna = try await bench.account()
        for text in ["first@example.org", "second@example.org"] { _ = try await mail.verifiedAddress(text, of: anna.active) }
        for notice in OptionalNotice.allCases {
            _ = try await bench.service.turn(notice, on: false, of: anna.active, client: AccountBench.home, now: start)
        }
        let change = try await prepared(kind, of: anna)
        _ = try await notices()
        try await change()
        #expect(try await notices().map(\.content.change) == (kind == .newDevice ? [] : [kind, kind]))
    }

    @Test("only the notice of a new device can be turned off")
    func optionalNotices() {
        #expect(AccountNotice.Kind.allCases.filter { $0.preference != nil } == [.newDevice])
        #expect(OptionalNotice.allCases == [.newDevice])
    }

    @Test("notices of new devices are on, and end with recent authentication only, which is recorded and reported")
    func preference() async throws {
        let anna = try await bench.account()
        _ = try await mail.verifiedAddress(of: anna.active)
        _ = try await notices()
        func turn(on isOn: Bool, at now: Timestamp) async throws -> NoticePreferenceOutcome {
            try await bench.service.turn(.newDevice, on: isOn, of: anna.active, client: AccountBench.home, now: now)
        }
        #expect(try await turn(on: false, at: start + .seconds(601)) == .reauthenticationRequired)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await notices().map(\.content.change) == [.newDevice])
        // The second time changes nothing.
        for _ in 0..<2 {
            #expect(try await turn(on: false, at: start) == .done(anna.active.account.with(.newDevice, isOn: false)))
        }
        #expect(try await notices().map(\.content.change) == [.noticesOff])
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await notices().isEmpty)
        #expect(try await turn(on: true, at: start) == .done(anna.active.account))
        #expect(try await notices().isEmpty)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await notices().map(\.content.change) == [.newDevice])
        #expect(bench.reported.count { $0 == .noticesChanged } == 2)
    }

    @Test("each way to sign in sends a notice for a new device, and none for a known one", arguments: WayIn.allCases)
    func newDevice(_ way: WayIn) async throws {
        let anna = try await bench.account()
        _ = try await mail.verifiedAddress(of: anna.active)
        var passkey = passkeys.passkey()
        let signIn: (OpaqueToken?) async throws -> SignedIn?
        switch way {
        case .password: signIn = { try await bench.signIn(device: $0).signedIn }
        case .passkey:
            _ = try await passkeys.add(&passkey, to: anna.active)
            let key = passkey
            signIn = { device in
                let holder = passkeys.holder()
                let request = try passkeys.service.beginSignIn(for: holder, isAutoFill: false, now: start)
                return try await passkeys.answer(request, key, holder: holder, device: device).signedIn
            }
        case .apple:
            _ = try await apple.link(AppleBench.assertion(), to: anna)
            signIn = { try await apple.signIn(AppleBench.assertion(), device: $0).signedIn }
        case .recoveryCode:
            let codes = try await factors.turnOn(anna).codes
            signIn = { device in
                let code = codes[device == nil ? 0 : 1].reveal()
                return try await factors.answer(factors.challenge(device: device), .recoveryCode(code)).signedIn
            }
        }
        _ = try await notices()
        let first = try #require(try await signIn(nil))
        #expect(try await notices().map(\.content.change).contains(.newDevice))
        #expect(try await signIn(first.deviceToken) != nil)
        let later = try await notices()
        #expect(!later.map(\.content.change).contains(.newDevice))
    }

    enum WayIn: CaseIterable {
        case password, passkey, apple, recoveryCode
    }

    @Test("the session that creates an account sends no notice, and neither does a reauthentication or a sign-out")
    func routine() async throws {
        let anna = try await bench.account()
        _ = try await mail.verifiedAddress(of: anna.active)
        _ = try await notices()
        _ = try await bench.account("berta")
        guard
            case .reauthenticated(let renewed) = try await bench.service.reauthenticate(
                anna.active, password: Password(AccountBench.password), client: AccountBench.home, now: start)
        else { throw StoreError(.failed, reason: "not reauthenticated") }
        try await bench.service.signOut(renewed.active, client: AccountBench.home, now: start)
        #expect(try await notices().isEmpty)
    }

    @Test("an exhausted global budget stops no notice")
    func budget() async throws {
        var throttles = ThrottlePolicy()
        throttles.mailsInAll = try #require(Budget(burst: 1, refill: 1, per: .seconds(3_600)))
        let mail = try MailBench(AccountBench(throttles: throttles, mail: MailBench.sealer))
        let anna = try await mail.bench.account()
        let address = try await mail.verifiedAddress(of: anna.active)
        #expect(try await mail.claim("b@example.org", of: anna.active).wait != nil)
        _ = try await mail.bench.changePassword(of: anna.active, to: Self.new)
        #expect(try await mail.run().sent == 1)
        #expect(mail.carrier.carried.last?.to == address.address)
        #expect(mail.carrier.carried.last?.content.change == .passwordChanged)
    }

    @Test("a service without mail sends no notice")
    func withoutMail() async throws {
        let mail = try MailBench()
        let anna = try await mail.bench.account()
        _ = try await mail.verifiedAddress(of: anna.active)
        _ = try await mail.bench.changePassword(of: anna.active, to: Self.new)
        #expect(try await mail.run().sent == 0)
    }

    /// Sends what waits, and returns it.
    private func notices() async throws -> [OutgoingMail] {
        let earlier = mail.carrier.carried.count
        _ = try await mail.run()
        return Array(mail.carrier.carried.dropFirst(earlier))
    }
}

extension AccountMail {
    fileprivate var change: AccountNotice.Kind? { if case .notice(let notice) = self { notice.kind } else { nil } }
}
