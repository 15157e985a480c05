import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import Secrets
import TestKit
import Testing

@testable import DeviceServices

@Suite("The state of a credential request") struct CeremonyTests {
    private static let account = AppleAccount(rawValue: "jane")
    private static let form = SignInForm(
        isFirst: true, asksName: true, asksEmail: true, givenName: "Jane", familyName: "A", email: "jane@example.com")
    private static let known = SignInForm(
        isFirst: false, asksName: false, asksEmail: false, givenName: "Jane", familyName: "A", email: "jane@example.com")
    private static let offer = SavedPassword(user: "jane", site: "example.com")
    private static let registration = PasskeyRegistrationRequest(
        relyingParty: "example.com", challenge: [1], userName: "jane", userHandle: [1])
    private static let conditional = PasskeyRegistrationRequest(
        relyingParty: "example.com", challenge: [1], userName: "jane", userHandle: [1], isConditional: true)
    private static let assertion = PasskeyAssertionRequest(relyingParty: "example.com", challenge: [1])
    private static let passkey = Passkey(relyingParty: "example.com", userName: "jane", credentialID: [1])
    private static let creation = AccountCreationRequest(
        relyingParty: "example.com", challenge: [1], userHandle: [1], contacts: [.email], asksName: true)
    private static let accountForm = creation.map {
        AccountForm(
            $0, details: AccountDetails(givenName: "Jane", familyName: "A", email: "jane@example.com"), phoneNumber: nil)
    }
    private static let made = AuthorizationOutcome.granted(
        .passkeyRegistration(PasskeyRegistration(credentialID: [1], clientData: [2], attestationObject: [3])))

    /// In every order of events, no user is signed in, no password is returned, and no passkey is created or used before the user's
    /// presence was verified.
    @Test("discloses nothing before the user's presence is verified, in any order of events", arguments: 0..<40)
    func fuzz(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<500 {
            var ceremony = AuthorizationCeremony(Self.situation(&random))
            var isProved = false
            var steps = 0
            // The last sheet before the verification that counts. Only what it asked for may be disclosed.
            var hasDetails = false
            while steps < 60 {
                steps += 1
                switch ceremony.step {
                case .show(.details): hasDetails = true
                case .show(.confirmation), .show(.choice): hasDetails = false
                case .signIn(_, let consent):
                    #expect(isProved)
                    #expect(hasDetails || consent == .existing)
                case .open, .create, .createProvided, .sign: #expect(isProved)
                case .granted: #expect(isProved)
                default: break
                }
                if ceremony.isOver { break }
                isProved = Self.happen(to: &ceremony, &random) || isProved
            }
        }
    }

    @Test("ends after at most eight steps if every step succeeds", arguments: 0..<200)
    func ends(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var ceremony = AuthorizationCeremony(Self.situation(&random))
        var steps = 0
        while !ceremony.isOver, steps < 20 {
            steps += 1
            Self.favour(&ceremony)
        }
        #expect(ceremony.isOver && steps <= 8)
    }

    @Test("ignores events of another step")
    func misplaced() {
        let request = AppleIDRequest()
        var ceremony = AuthorizationCeremony(AuthorizationSituation(appleID: request, account: Self.account))
        ceremony.receive(.proceed)
        ceremony.receiveProof()
        ceremony.receivePassword(.success(true))
        ceremony.receive(PasswordGrant(user: "jane", password: "hunter2"))
        ceremony.receive(Self.made)
        ceremony.receive(Result<AppleIDGrant, AppleServiceFailure>.success(AppleIDGrant(user: "x")))
        guard case .look = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
    }

    @Test("shows no further sheet after the third wrong account password")
    func passwords() throws {
        var ceremony = AuthorizationCeremony(
            AuthorizationSituation(appleID: AppleIDRequest(), account: Self.account, usesApp: true))
        ceremony.receive(.success(Self.known))
        ceremony.receive(.proceed)
        ceremony.receiveNothingToProveWith()
        for attempt in 1...3 {
            guard case .show(.accountPassword(_, let isRepeated)) = ceremony.step else {
                Issue.record("\(ceremony.step)")
                return
            }
            #expect(isRepeated == (attempt > 1))
            ceremony.receive(.password(SecretBytes(utf8: "no")))
            ceremony.receivePassword(.success(false))
        }
        guard case .rejected(let rejection) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        #expect(rejection.code == .failed)
    }

    @Test("repeats the password sheet if the service could not check it, and shows an alert for a locked account")
    func passwordFailures() {
        for (failure, alert) in [
            (AppleServiceFailure.unreachable("x"), Sheet.Alert.notCompleted), (.accountLocked, .accountLocked),
        ] {
            var ceremony = AuthorizationCeremony(
                AuthorizationSituation(appleID: AppleIDRequest(), account: Self.account, usesApp: true))
            ceremony.receive(.success(Self.known))
            ceremony.receive(.proceed)
            ceremony.receiveNothingToProveWith()
            ceremony.receive(.password(SecretBytes(utf8: "p")))
            ceremony.receivePassword(.failure(failure))
            guard case .show(.alert(alert)) = ceremony.step else {
                Issue.record("\(ceremony.step)")
                return
            }
            ceremony.receive(.tryAgain)
            let isChecked = if case .check = ceremony.step { true } else { false }
            #expect(isChecked == (alert == .notCompleted))
        }
    }

    @Test("starts again if a confirmed consent does not exist, and does not assume it again")
    func notConsented() throws {
        let request = AppleIDRequest()
        var ceremony = AuthorizationCeremony(
            AuthorizationSituation(appleID: request, account: Self.account, usesApp: true, usesTeam: true))
        ceremony.receive(Result<SignInForm, AppleServiceFailure>.failure(.unreachable("x")))
        ceremony.receive(.proceed)
        ceremony.receiveProof()
        guard case .signIn(_, .existing) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        ceremony.receiveUnused(usesTeam: false)
        ceremony.receive(Result<AppleIDGrant, AppleServiceFailure>.failure(.notConsented))
        guard case .look = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        var offline = ceremony
        offline.receive(Result<SignInForm, AppleServiceFailure>.failure(.unreachable("x")))
        guard case .show(.alert(.notCompleted)) = offline.step else {
            Issue.record("\(offline.step)")
            return
        }
        ceremony.receive(.success(Self.form))
        guard case .show(.explanation) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
    }

    @Test("ends if the service does not have a consent that the user has just given")
    func neverConsented() {
        var ceremony = AuthorizationCeremony(
            AuthorizationSituation(appleID: AppleIDRequest(), account: Self.account, usesTeam: true))
        ceremony.receive(.success(Self.form))
        ceremony.receive(.proceed)
        ceremony.receiveProof()
        ceremony.receive(Result<AppleIDGrant, AppleServiceFailure>.failure(.notConsented))
        guard case .rejected(let rejection) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        #expect(rejection.code == .failed)
    }

    @Test(
        "fails with the code of the failed step",
        arguments: [
            (AppleServiceFailure.malformed, AuthorizationFailure.invalidResponse), (.unknownClient, .unknown),
            (.rejected("oversize"), .failed), (.cancelled, .canceled),
        ])
    func failures(failure: AppleServiceFailure, code: AuthorizationFailure) {
        for isAtSignIn in [false, true] {
            var ceremony = AuthorizationCeremony(AuthorizationSituation(appleID: AppleIDRequest(), account: Self.account))
            if isAtSignIn {
                ceremony.receive(.success(Self.known))
                ceremony.receive(.proceed)
                ceremony.receiveProof()
                ceremony.receive(Result<AppleIDGrant, AppleServiceFailure>.failure(failure))
            } else {
                ceremony.receive(Result<SignInForm, AppleServiceFailure>.failure(failure))
            }
            guard case .rejected(let rejection) = ceremony.step else {
                Issue.record("\(ceremony.step)")
                return
            }
            #expect(rejection.code == code)
        }
    }

    @Test(
        "fails with the code of a failed presence check",
        arguments: [
            (AuthenticationFailure.userCancel, AuthorizationFailure.canceled), (.appCancel, .canceled), (.systemCancel, .canceled),
            (.notInteractive, .notInteractive), (.authenticationFailed, .failed), (.biometryLockout, .failed),
        ])
    func presence(failure: AuthenticationFailure, code: AuthorizationFailure) {
        var ceremony = AuthorizationCeremony(
            AuthorizationSituation(acceptsPasswords: true, passwords: [Self.offer]))
        ceremony.receive(.choose(0))
        ceremony.receive(failure)
        guard case .rejected(let rejection) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        #expect(rejection.code == code)
    }

    @Test("offers passkeys above the keyboard again after the user was not verified")
    func suggestingAgain() {
        var ceremony = AuthorizationCeremony(
            AuthorizationSituation(style: .autoFill, hasKeyboard: true, assertion: Self.assertion))
        for failure in [AuthenticationFailure.userCancel, .authenticationFailed, .systemCancel, .notInteractive] {
            ceremony.receiveSuggestion(.passkey(Self.passkey))
            #expect(ceremony.purpose == .usePasskey)
            ceremony.receive(failure)
            guard case .suggest = ceremony.step else {
                Issue.record("\(ceremony.step)")
                return
            }
        }
        ceremony.receiveSuggestion(.passkey(Self.passkey))
        ceremony.receiveProof()
        guard case .sign(_, Self.passkey) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
    }

    @Test("ends with the signature by a passkey that the user chose in the view of a provider")
    func listed() {
        var ceremony = AuthorizationCeremony(
            AuthorizationSituation(style: .autoFill, hasKeyboard: true, assertion: Self.assertion))
        let assertion = PasskeyAssertion(
            credentialID: [1], userHandle: [2], clientData: [3], authenticatorData: [4], signature: [5])
        ceremony.receiveSuggestion(.signed(assertion))
        guard case .granted(.passkeyAssertion(assertion)) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
    }

    @Test("above the keyboard requires a keyboard and a request for a signature", arguments: [true, false])
    func keyboard(hasKeyboard: Bool) {
        let ceremony = AuthorizationCeremony(
            AuthorizationSituation(
                style: .autoFill, acceptsPasswords: true, registration: hasKeyboard ? Self.registration : nil,
                hasKeyboard: hasKeyboard, assertion: hasKeyboard ? nil : Self.assertion))
        guard case .rejected(let rejection) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        #expect(rejection.code == .notHandled)
    }

    @Test("never shows anything for a conditional request", arguments: 0..<40)
    func silent(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            var situation = Self.situation(&random)
            situation.registration = Self.conditional
            situation.creation = nil
            if situation.style == .autoFill { situation.style = .modal }
            var ceremony = AuthorizationCeremony(situation)
            var steps = 0
            while !ceremony.isOver, steps < 60 {
                steps += 1
                switch ceremony.step {
                case .show, .prove, .check, .look, .identify, .signIn, .open, .sign: Issue.record("\(ceremony.step)")
                default: break
                }
                _ = Self.happen(to: &ceremony, &random)
            }
        }
    }

    // MARK: - Events

    private static let vault = try? AppIdentifier("ABCDE12345.com.example.vault")

    private static func situation(_ random: inout SeededGenerator) -> AuthorizationSituation {
        let operation = AppleIDOperation.allCases[Int(random.next() % 4)]
        return AuthorizationSituation(
            style: AuthorizationStyle.allCases[Int(random.next() % 3)],
            appleID: random.next() % 4 == 0
                ? nil : AppleIDRequest(operation: operation, user: random.next() % 2 == 0 ? "user" : nil),
            acceptsPasswords: random.next() % 2 == 0, account: random.next() % 4 == 0 ? nil : account,
            usesApp: random.next() % 2 == 0, usesTeam: random.next() % 2 == 0, passwords: random.next() % 2 == 0 ? [offer] : [],
            registration: [nil, nil, registration, conditional][Int(random.next() % 4)],
            passkeyProviders: [vault].compactMap(\.self),
            creation: random.next() % 4 == 0 ? creation : nil,
            canCreatePasskeys: random.next() % 4 != 0, isUnlocked: random.next() % 4 != 0, hasKeyboard: random.next() % 4 != 0,
            assertion: random.next() % 2 == 0 ? assertion : nil, passkeys: random.next() % 2 == 0 ? [passkey] : [])
    }

    private static let failures: [AppleServiceFailure] = [
        .unknownClient, .accountLocked, .twoFactorNotEnabled, .rejected("x"), .unreachable("x"), .malformed, .cancelled,
        .notConsented,
    ]

    private static let answers: [SheetAnswer] = [
        .proceed, .details(.unchanged), .choose(0), .choose(1), .choose(-1), .password(SecretBytes(utf8: "p")), .openSettings,
        .tryAgain, .cancel, .interrupted, .account(.unchanged),
    ]

    /// Something at random, fitting or not. Says whether it was a proof that counts.
    private static func happen(to ceremony: inout AuthorizationCeremony, _ random: inout SeededGenerator) -> Bool {
        let failure = failures[Int(random.next() % 8)]
        let succeeds = random.next() % 2 == 0
        switch random.next() % 13 {
        case 0: ceremony.receive(succeeds ? .success(random.next() % 2 == 0 ? form : known) : .failure(failure))
        case 1: ceremony.receive(succeeds ? Result.success(AppleCredentialState.authorized) : .failure(failure))
        case 2: ceremony.receive(succeeds ? Result.success(AppleIDGrant(user: "u")) : .failure(failure))
        case 3, 4: ceremony.receive(answers[Int(random.next() % UInt64(answers.count))])
        case 5:
            guard case .prove = ceremony.step else {
                ceremony.receiveProof()
                return false
            }
            ceremony.receiveProof()
            return true
        case 6:
            let counts = if case .prove = ceremony.step { ceremony.purpose == .usePassword } else { false }
            ceremony.receiveNothingToProveWith()
            return counts
        case 7:
            let counts = if case .check = ceremony.step { succeeds } else { false }
            ceremony.receivePassword(.success(succeeds))
            return counts
        case 8:
            // A provider that lists its credentials verifies the user itself.
            let counts = if case .list = ceremony.step { true } else { false }
            ceremony.receive(made)
            return counts
        case 11: if let accountForm { ceremony.receive(accountForm, usesApp: succeeds ? nil : random.next() % 2 == 0) }
        case 10: ceremony.receiveSuggestion(succeeds ? .passkey(passkey) : nil)
        case 9:
            // The password that was filled in proves the user's presence.
            let counts = if case .claimFill = ceremony.step { succeeds } else { false }
            ceremony.receiveFill(succeeds ? (random.next() % 2 == 0 ? .saved : vault.map(ClaimedFill.provided)) : nil)
            return counts
        default: ceremony.receive(succeeds ? PasswordGrant(user: "u", password: "p") : nil)
        }
        return false
    }

    /// The events of a user and a service for a successful sign-in.
    private static func favour(_ ceremony: inout AuthorizationCeremony) {
        switch ceremony.step {
        case .look: ceremony.receive(.success(form))
        case .identify: ceremony.receive(Result.success(AppleCredentialState.authorized))
        case .show(.choice): ceremony.receive(.choose(0))
        case .show(.accountPassword): ceremony.receive(.password(SecretBytes(utf8: "p")))
        case .show: ceremony.receive(.proceed)
        case .prove: ceremony.receiveProof()
        case .check: ceremony.receivePassword(.success(true))
        case .claimFill: ceremony.receiveFill(.saved)
        case .fillIn: if let accountForm { ceremony.receive(accountForm, usesApp: false) }
        case .suggest: ceremony.receiveSuggestion(.passkey(passkey))
        case .signIn: ceremony.receive(Result.success(AppleIDGrant(user: "u")))
        case .open: ceremony.receive(PasswordGrant(user: "u", password: "p"))
        case .create, .createProvided, .list, .sign: ceremony.receive(made)
        case .useSecurityKey: ceremony.receive(SecurityKeyOutcome.ended(made))
        case .granted, .rejected: break
        }
    }
}

extension AuthorizationCeremony {
    fileprivate var isOver: Bool {
        switch step {
        case .granted, .rejected: true
        default: false
        }
    }
}
