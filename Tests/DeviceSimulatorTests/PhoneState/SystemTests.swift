import AssociatedDomains
import DeviceProtocol
import DeviceScreens
import DeviceServices
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("The system's own screens on a phone") struct SystemTests {
    private static func sheet(_ content: Sheet.Content) -> PendingSheet {
        PendingSheet(number: 9, app: StateBench.app, content: content)
    }

    private func settings(_ bench: StateBench) -> PhoneView.SettingsView? {
        if case .settings(let settings) = bench.view.content { settings } else { nil }
    }

    private static func account() throws -> AppleAccount { try #require(AppleAccount(rawValue: "ann")) }

    @Test("a locked phone shows nothing, and only accepts authentication")
    func locked() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signIn, focus: "user")
        bench.observe(.message("hello", sender: "Bob"))
        #expect(try bench.perform(.lock) == [.work(.lock)])
        #expect(StateBench.events(bench.observe(.device(DeviceFacts(isLocked: true)))) == [.willResignActive, .didEnterBackground])
        #expect(bench.view.content == .locked(PhoneView.LockScreen(takesBiometry: true, takesPasscode: true)))
        #expect(bench.view.keyboard == nil && bench.view.overlays.isEmpty && bench.view.banner != nil)
        for action in [PhoneAction.home, .open(app: StateBench.app), .press(button: "logIn"), .openSettings(.root), .openMessages] {
            #expect(throws: PhoneError.self) { try bench.perform(action) }
        }
        #expect(try bench.perform(.present(isOwner: false)) == [.work(.show(isOwner: false))])
        #expect(try bench.perform(.enterPasscode("1")) == [.work(.unlock(passcode: PrivateText("1")))])
        #expect(StateBench.events(bench.observe(.device(DeviceFacts()))) == [.willEnterForeground, .didBecomeActive])
        bench.observe(.device(DeviceFacts(isLocked: true, takesBiometry: false)))
        #expect(throws: PhoneError.self) { try bench.perform(.present(isOwner: true)) }
    }

    @Test("a prompt only accepts what it asks for")
    func prompts() throws {
        var bench = try StateBench()
        let face = PendingPrompt(
            number: 1, app: StateBench.app, reason: "open", way: .biometry, fallbackTitle: "Enter Passcode")
        bench.observe(.promptShown(face))
        guard case .prompt(let view)? = bench.view.overlays.last else {
            Issue.record("no prompt")
            return
        }
        #expect(view.app == "Shop" && view.reason == "open" && view.way == .biometry && view.fallbackTitle == "Enter Passcode")
        #expect(throws: PhoneError.self) { try bench.perform(.enterPasscode("2468")) }
        #expect(throws: PhoneError.self) { try bench.perform(.openMessages) }
        #expect(try bench.perform(.choosePasscodeInstead) == [.answerPrompt(1, .fallback)])
        bench.observe(.promptHidden(1))
        bench.observe(.promptShown(PendingPrompt(number: 2, app: nil, reason: "open", way: .passcode)))
        #expect(throws: PhoneError.self) { try bench.perform(.present(isOwner: true)) }
        #expect(throws: PhoneError.self) { try bench.perform(.choosePasscodeInstead) }
        #expect(try bench.perform(.enterPasscode("2468")) == [.answerPrompt(2, .passcode(PrivateText("2468")))])
    }

    @Test("the developer of the front-most app sees which of its password rules are ignored, and which sites do not name it")
    func remarks() throws {
        let rules = [
            ("minlength: 20; required: lower; required: digit;", 0), ("allowed: uppper, lower, digit; minlength: 8;", 2),
            ("minlength: 9; maxlength: 4;", 1),
            ("", 0), (String(repeating: "a", count: 100_000), 1),
        ]
        for (text, count) in rules {
            var bench = try StateBench()
            let field = AppTextField("new", label: "New Password", isSecure: true, passwordRules: text)
            try bench.launch(showing: AppScreen(title: "Sign Up", elements: [.field(field)]), focus: nil)
            #expect(bench.view.remarks.count == count, "\(text.prefix(40)): \(bench.view.remarks)")
            #expect(bench.view.remarks.allSatisfy { $0.hasPrefix("The password rules of “New Password”") })
        }
        var bench = try StateBench()
        try bench.launch(showing: .signIn, focus: nil)
        bench.observe(.device(DeviceFacts(associationFailures: [StateBench.app: ["example.com: no"], "TEAM.other": ["other"]])))
        #expect(bench.view.remarks == ["example.com: no"])
        try bench.perform(.home)
        #expect(bench.view.remarks.isEmpty)
    }

    @Test("the app's reason to use Face ID is in the language of the phone, or else as in its Info.plist")
    func faceReason() throws {
        let shop = PhoneApp(
            StateBench.app, name: "Shop", information: ["NSFaceIDUsageDescription": "To look at you."],
            localizedInformation: ["de": ["NSFaceIDUsageDescription": "Um dich anzusehen."], "fr": ["Other": "x"]],
            program: ScreenAppProgram(ShopApp.self))
        #expect(shop.faceReasons == ["de": "Um dich anzusehen."])
        #expect(RememberedApp(shop).app.localizedInformation == shop.localizedInformation)

        var bench = try StateBench()
        let identifier = try AppIdentifier(StateBench.app)
        bench.observe(.installed(AppDescription(identifier: identifier, name: "Shop", faceReasons: shop.faceReasons)))
        func reasons() -> [String] {
            bench.view.overlays.compactMap { if case .prompt(let prompt) = $0 { prompt.reason } else { nil } }
        }
        let question = PendingPrompt(number: 1, app: StateBench.app, reason: "To look at you.", way: .faceConsent)
        bench.observe(.promptShown(question))
        #expect(reasons() == ["To look at you."])
        bench.observe(.suggestedLanguage(.german))
        #expect(reasons() == ["Um dich anzusehen."])
        bench.observe(.suggestedLanguage(.french))
        #expect(reasons() == ["To look at you."])
        // Another prompt of the app keeps its reason.
        bench.observe(.promptHidden(1))
        bench.observe(.suggestedLanguage(.german))
        bench.observe(.promptShown(PendingPrompt(number: 2, app: StateBench.app, reason: "To sign.", way: .passcode)))
        #expect(reasons() == ["To sign."])
    }

    @Test("an app asks once for Face ID, and later changes are made in Settings")
    func faceConsent() throws {
        var bench = try StateBench()
        #expect(throws: PhoneError.self) { try bench.perform(.openSettings(.faceID)) }
        bench.observe(.device(DeviceFacts(faceConsents: [:])))
        let question = PendingPrompt(
            number: 1, app: StateBench.app, reason: "To look at you.", way: .faceConsent, cancelTitle: "Don’t Allow")
        for (title, isGranted) in [("OK", true), ("Don’t Allow", false)] {
            bench.observe(.promptShown(question))
            for action in [PhoneAction.present(isOwner: true), .enterPasscode("2468"), .choosePasscodeInstead] {
                #expect(throws: PhoneError.self) { try bench.perform(action) }
            }
            let action = try #require(bench.view.action(tapping: title))
            #expect(try bench.perform(action) == [.answerPrompt(1, .faceConsent(isGranted: isGranted))])
            bench.observe(.promptHidden(1))
        }
        #expect(throws: PhoneError.self) { try bench.perform(.allowFaceID) }
        bench.observe(.device(DeviceFacts(faceConsents: [StateBench.app: false])))
        try bench.perform(.openSettings(.root))
        try bench.perform(try #require(bench.view.action(tapping: "Face ID")))
        let turningOn = try #require(bench.view.action(tapping: "Shop"))
        #expect(try bench.perform(turningOn) == [.work(.setFaceConsent(app: StateBench.app, isGranted: true))])
        #expect(throws: PhoneError.self) { try bench.perform(.setFaceID(app: "TEAM.other", isAllowed: true)) }
        #expect(bench.view.action(tapping: "Settings") == .openSettings(.root))
    }

    @Test("a watch is paired in Settings, which shows its state, and confirms prompts that accept it")
    func watch() throws {
        var bench = try StateBench()
        #expect(throws: PhoneError.self) { try bench.perform(.setWatch(SimulatedWatch())) }
        try bench.perform(.openSettings(.root))
        try bench.perform(try #require(bench.view.action(tapping: "Apple Watch")))
        let pairing = try #require(bench.view.action(tapping: "Pair with Apple Watch"))
        #expect(try bench.perform(pairing) == [.work(.setWatch(SimulatedWatch()))])
        bench.observe(.device(DeviceFacts(watch: SimulatedWatch())))
        for (title, next) in [
            ("Nearby", SimulatedWatch(isNearby: false)), ("Unlocked", SimulatedWatch(isUnlocked: false)),
            ("On Wrist", SimulatedWatch(isOnWrist: false, isUnlocked: false)), ("Unpair Apple Watch", nil),
        ] {
            let action = try #require(bench.view.action(tapping: title))
            #expect(try bench.perform(action) == [.work(.setWatch(next))])
        }
        #expect(bench.view.action(tapping: "Settings") == .openSettings(.root))
        for (way, takesWatch) in [(PhoneView.PromptView.Method.watch, true), (.passcode, true), (.biometry, false)] {
            bench.observe(
                .promptShown(
                    PendingPrompt(number: 1, app: StateBench.app, reason: "open", way: way, takesWatch: takesWatch)))
            let action = bench.view.action(tapping: "Confirm on Apple Watch")
            #expect((action == .answerPrompt(number: 1, .confirmOnWatch)) == takesWatch)
            if takesWatch {
                #expect(try bench.perform(.confirmOnWatch) == [.answerPrompt(1, .confirmedOnWatch)])
            } else {
                #expect(throws: PhoneError.self) { try bench.perform(.confirmOnWatch) }
            }
            bench.observe(.promptHidden(1))
        }
    }

    @Test("a prompt for the app's own password only accepts a password that is not empty")
    func appPassword() throws {
        var bench = try StateBench()
        bench.observe(
            .promptShown(PendingPrompt(number: 1, app: StateBench.app, reason: "open", way: .newApplicationPassword)))
        let others = [
            PhoneAction.present(isOwner: true), .enterPasscode("2468"), .choosePasscodeInstead, .enterAppPassword(""),
        ]
        for action in others { #expect(throws: PhoneError.self) { try bench.perform(action) } }
        #expect(
            try bench.perform(.enterAppPassword("hush")) == [.answerPrompt(1, .applicationPassword(PrivateText("hush")))])
        bench.observe(.promptHidden(1))
        bench.observe(.promptShown(PendingPrompt(number: 2, app: nil, reason: "open", way: .passcode)))
        #expect(throws: PhoneError.self) { try bench.perform(.enterAppPassword("hush")) }
    }

    @Test("each sheet only accepts what it has a button for")
    func sheets() throws {
        let form = SignInForm(
            isFirst: true, asksName: true, asksEmail: true, givenName: "Ann", familyName: "Lee", email: "ann@example.com")
        let account = try Self.account()
        let details = PhoneAction.SheetAction.details(givenName: "A", familyName: "B", hidesEmail: true)
        let request = try #require(
            AccountCreationRequest(
                relyingParty: "example.com", challenge: [1], userHandle: [1], contacts: [.email], asksName: true))
        let known = AccountDetails(givenName: "Ann", familyName: "Lee", email: "ann@example.com")
        let (filled, empty) = (
            AccountForm(request, details: known, phoneNumber: nil), AccountForm(request, details: nil, phoneNumber: nil)
        )
        let named = PhoneAction.SheetAction.account(givenName: "A", familyName: "")
        let complete = PhoneAction.SheetAction.account(givenName: "A", familyName: "B", contact: "a@example.org")
        let unnamed = PhoneAction.SheetAction.account(givenName: "", familyName: " ", contact: "a@example.org")
        let vault = try AppIdentifier("ABCDE12345.com.example.vault")
        let provided = AccountForm(request, details: known, phoneNumber: nil, providers: [vault])
        let saved = PhoneAction.SheetAction.account(givenName: "A", familyName: "B", passwordManager: 0)
        let unknown = PhoneAction.SheetAction.account(givenName: "A", familyName: "B", passwordManager: 1)
        let called = PhoneAction.SheetAction.account(givenName: "A", familyName: "B", contact: "0123456789")
        let all: [PhoneAction.SheetAction] = [
            .proceed, details, named, complete, unnamed, called, saved, unknown, .choose(0), .choose(1), .password("x"),
            .openSettings, .tryAgain, .cancel,
        ]
        let table: [(Sheet.Content, [PhoneAction.SheetAction])] = [
            (.explanation(account), [.proceed, .cancel]),
            (.details(form), [.proceed, details, .cancel]),
            (.confirmation(account), [.proceed, .cancel]),
            (.choice([.appleID(account)]), [.choose(0), .cancel]), (.choice([.provider(vault)]), [.choose(0), .cancel]),
            (.createPasskey(user: "ann", site: "example.com"), [.proceed, .cancel]),
            (
                .createPasskey(user: "ann", site: "example.com", places: [.provider(vault)]),
                [.proceed, .choose(0), .cancel]
            ),
            (
                .createPasskey(user: "ann", site: "example.com", places: [.provider(vault), .securityKey]),
                [.proceed, .choose(0), .choose(1), .cancel]
            ),
            (.newAccount(filled), [.proceed, named, complete, .cancel]),
            (.newAccount(provided), [.proceed, named, complete, saved, .cancel]),
            (.newAccount(empty), [complete, .cancel]),
            (.accountPassword(account, isRepeated: true), [.password("x"), .cancel]),
            (.alert(.noAccount), [.openSettings, .cancel]),
            (.alert(.twoFactorNeeded), [.openSettings, .cancel]),
            (.alert(.accountLocked), [.openSettings, .cancel]),
            (.alert(.notCompleted), [.tryAgain, .cancel]),
            (.webSignIn(host: "example.com"), [.proceed, .cancel]), (.turnOnProvider, [.proceed, .cancel]),
            (.securityKey(site: "example.com"), [.proceed, .cancel]),
            (.securityKeyTouch, [.cancel]),
            (.securityKeyPIN(site: "example.com", isRepeated: true), [.password("x"), .cancel]),
            (.importCredentials(ImportCounts(new: 1, known: 0, different: 0, rejected: 0)), [.proceed, .cancel]),
        ]
        for (content, taken) in table {
            for action in all {
                var bench = try StateBench()
                bench.observe(.sheetShown(Self.sheet(content)))
                let effects = try? bench.perform(.answerSheet(number: 9, action))
                #expect((effects?.first == .answerSheet(9, .action(action))) == taken.contains(action), "\(content), \(action)")
                #expect(bench.view.overlays.isEmpty == taken.contains(action))
            }
        }
        var bench = try StateBench()
        bench.observe(.sheetShown(Self.sheet(.details(form))))
        #expect(throws: PhoneError.self) { try bench.perform(.answerSheet(number: 8, .proceed)) }
        let tooLong = PhoneAction.SheetAction.details(
            givenName: String(repeating: "x", count: 101), familyName: "", hidesEmail: false)
        #expect(throws: PhoneError.self) { try bench.perform(.answerSheet(number: 9, tooLong)) }
        guard case .sheet(let view)? = bench.view.overlays.last else {
            Issue.record("no sheet")
            return
        }
        #expect(
            view.parts == [
                .name(given: "Ann", family: "Lee"), .email(shared: "ann@example.com", isHiddenByDefault: false),
            ])
        #expect(view.app == "Shop" && view.message.contains("Shop"))
    }

    @Test("the sheet of an import shows the sites of all new credentials")
    func importedSites() throws {
        let sites = (0..<25).map { "s\($0).example" }
        let counts = ImportCounts(new: 25, known: 0, different: 0, rejected: 0)
        var bench = try StateBench()
        bench.observe(.sheetShown(Self.sheet(.importCredentials(counts, sites: sites))))
        guard case .sheet(let view)? = bench.view.overlays.last else {
            Issue.record("no sheet")
            return
        }
        #expect(view.parts == sites.map(PhoneView.SheetView.Part.text))
    }

    @Test("a sheet below a prompt waits")
    func covered() throws {
        var bench = try StateBench()
        bench.observe(.sheetShown(Self.sheet(.alert(.notCompleted))))
        bench.observe(.promptShown(PendingPrompt(number: 1, app: StateBench.app, reason: "open", way: .biometry)))
        #expect(throws: PhoneError.self) { try bench.perform(.answerSheet(number: 9, .cancel)) }
        bench.observe(.promptHidden(1))
        #expect(try bench.perform(.answerSheet(number: 9, .cancel)).first == .answerSheet(9, .action(.cancel)))
    }

    @Test("the button to Settings opens Settings, and its answer is not an interruption")
    func toSettings() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signIn)
        bench.observe(.sheetShown(Self.sheet(.alert(.noAccount))))
        let effects = try bench.perform(.answerSheet(number: 9, .openSettings))
        #expect(effects.first == .answerSheet(9, .action(.openSettings)))
        #expect(!effects.contains(.answerSheet(9, .interrupted)))
        #expect(effects.contains(.work(.readAccount)))
        guard case .settings(let settings) = bench.view.content else {
            Issue.record("\(bench.view.content)")
            return
        }
        #expect(settings.page == .account)
    }

    @Test("Settings shows passwords only to the owner, and only until the user leaves")
    func passwords() throws {
        var bench = try StateBench()
        try bench.save("ann", "secret")
        let first = try #require(StateBench.inquiry(try bench.perform(.openSettings(.passwords))))
        #expect(settings(bench)?.arePasswordsShown == false && settings(bench)?.passwords == [])
        bench.observe(.presence(number: first, .rejected))
        #expect(settings(bench)?.arePasswordsShown == false)
        #expect(throws: PhoneError.self) { try bench.perform(.deletePassword(id: "example.com/ann")) }
        let second = try #require(StateBench.inquiry(try bench.perform(.openSettings(.passwords))))
        bench.observe(.presence(number: first, .confirmed))
        #expect(settings(bench)?.arePasswordsShown == false)
        bench.observe(.presence(number: second, .confirmed))
        #expect(settings(bench)?.passwords.map(\.password) == ["secret"])
        try bench.save("bob")
        bench.observe(.passwordsChanged)
        #expect(settings(bench)?.passwords.map(\.user) == ["ann", "bob"])
        try bench.perform(.deletePassword(id: "example.com/ann"))
        #expect(settings(bench)?.passwords.map(\.user) == ["bob"])
        #expect(try bench.savedPassword(of: "ann") == nil)
        try bench.perform(.openSettings(.root))
        #expect(settings(bench)?.passwords == [])
        try bench.perform(.openSettings(.passwords))
        bench.observe(.device(DeviceFacts(isLocked: true)))
        bench.observe(.device(DeviceFacts()))
        #expect(settings(bench)?.arePasswordsShown == false)
    }

    @Test("the Apple Account page signs the device in and out")
    func account() throws {
        var bench = try StateBench()
        #expect(try bench.perform(.openSettings(.account)) == [.work(.readAccount)])
        #expect(throws: PhoneError.self) { try bench.perform(.signOutOfAppleAccount) }
        let secret = PrivateText("Secret-1")
        #expect(
            try bench.perform(.signInToAppleAccount("ann", password: "Secret-1"))
                == [.work(.signIn(account: "ann", secret, unlocks: false))])
        #expect(throws: PhoneError.self) { try bench.perform(.enterAccountCode("123456")) }
        #expect(throws: PhoneError.self) { try bench.perform(.unlockAppleAccount(password: "Secret-1")) }
        let challenge = try #require(AccountChallenge(rawValue: "c1"))
        bench.observe(.accountSignIn(.code(account: "ann", challenge)))
        #expect(settings(bench)?.accountSignIn == .code(account: "ann"))
        #expect(
            try bench.perform(.enterAccountCode("123456"))
                == [.work(.enterAccountCode("123456", challenge, account: "ann"))])
        try bench.perform(.cancelAccountSignIn)
        #expect(settings(bench)?.accountSignIn == nil)
        bench.observe(.accountSignIn(.locked(account: "ann")))
        #expect(
            try bench.perform(.unlockAppleAccount(password: "Secret-1"))
                == [.work(.signIn(account: "ann", secret, unlocks: true))])
        bench.observe(.accountSignIn(nil))
        bench.observe(.account(AccountFacts(account: "ann", apps: [.init(id: "com.example.shop", name: "Shop", email: nil)])))
        #expect(try bench.perform(.stopUsing(app: "com.example.shop")) == [.work(.stopUsing(app: "com.example.shop"))])
        #expect(throws: PhoneError.self) { try bench.perform(.stopUsing(app: "com.example.other")) }
        #expect(try bench.perform(.signOutOfAppleAccount) == [.work(.signOut)])
    }

    @Test("addresses, two-factor authentication and the account's lock can be changed, if there is something to change")
    func accountDetails() throws {
        var bench = try StateBench()
        try bench.perform(.openSettings(.account))
        func details(_ emails: [String], hasTwoFactor: Bool, isLocked: Bool = false) -> PhoneEvent {
            .account(
                AccountFacts(
                    account: "ann",
                    details: .init(name: "Ann Lee", emails: emails, hasTwoFactor: hasTwoFactor, isLocked: isLocked)))
        }
        bench.observe(details(["a@example.com", "b@example.com"], hasTwoFactor: false))
        #expect(try bench.perform(.turnOnTwoFactor) == [.work(.turnOnTwoFactor)])
        #expect(try bench.perform(.addAddress("c@example.com")) == [.work(.addAddress("c@example.com"))])
        #expect(try bench.perform(.removeAddress("b@example.com")) == [.work(.removeAddress("b@example.com"))])
        #expect(throws: PhoneError.self) { try bench.perform(.removeAddress("a@example.com")) }
        #expect(throws: PhoneError.self) { try bench.perform(.unlockAppleAccount(password: "p")) }
        bench.observe(details(["a@example.com"], hasTwoFactor: true, isLocked: true))
        #expect(throws: PhoneError.self) { try bench.perform(.turnOnTwoFactor) }
        #expect(
            try bench.perform(.unlockAppleAccount(password: "p"))
                == [.work(.signIn(account: "ann", PrivateText("p"), unlocks: true))])
    }

    @Test("a code of the account covers everything until it is dismissed, and returns for another sign-in")
    func accountCodes() throws {
        var bench = try StateBench()
        let (one, two) = (PhoneView.AccountCode(code: "111111", place: "iPad"), PhoneView.AccountCode(code: "222222", place: "Mac"))
        bench.observe(.accountCodes([one]))
        #expect(bench.view.overlays == [.accountCode(one)])
        try bench.perform(.dismissAccountCode)
        #expect(bench.view.overlays.isEmpty)
        bench.observe(.accountCodes([one, two]))
        #expect(bench.view.overlays == [.accountCode(two)])
        bench.observe(.accountCodes([]))
        #expect(bench.view.overlays.isEmpty)
        #expect(throws: PhoneError.self) { try bench.perform(.dismissAccountCode) }
    }
}
