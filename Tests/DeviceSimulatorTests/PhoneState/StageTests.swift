import DeviceScreens
import DeviceServices
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("Apps and their stages on a phone") struct StageTests {
    private func opened() throws -> StateBench {
        var bench = try StateBench()
        try bench.launch(showing: .signIn)
        return bench
    }

    @Test("a launched app becomes active, and is notified when it leaves and returns to the front")
    func comingAndGoing() throws {
        var bench = try StateBench()
        let effects = try bench.open()
        #expect(effects.first == .launch(app: StateBench.app, launch: 1))
        #expect(StateBench.events(effects) == [.didBecomeActive])
        #expect(StateBench.events(try bench.perform(.home)) == [.willResignActive, .didEnterBackground])
        #expect(StateBench.events(try bench.open()) == [.willEnterForeground, .didBecomeActive])
        #expect(StateBench.events(try bench.perform(.openMessages)) == [.willResignActive, .didEnterBackground])
        #expect(StateBench.events(try bench.perform(.openSettings(.root))).isEmpty)
    }

    @Test("below prompts, the app is inactive until the last one closes")
    func prompt() throws {
        var bench = try opened()
        let prompt = PendingPrompt(number: 7, app: StateBench.app, reason: "why", way: .biometry)
        #expect(StateBench.events(bench.observe(.promptShown(prompt))) == [.willResignActive])
        #expect(try bench.perform(.present(isOwner: true)) == [.answerPrompt(7, .seen(isOwner: true))])
        // The prompt is answered, but the requester has not removed it yet.
        #expect(bench.view.overlays.isEmpty)
        #expect(throws: PhoneError.self) { try bench.perform(.present(isOwner: true)) }
        #expect(StateBench.events(bench.observe(.promptHidden(7))) == [.didBecomeActive])
    }

    @Test("the app is inactive from the first sheet of a sign-in to its end")
    func call() throws {
        var bench = try opened()
        #expect(bench.observe(.callBegan(StateBench.app)).isEmpty)
        let sheet = PendingSheet(number: 1, app: StateBench.app, content: .alert(.notCompleted))
        #expect(StateBench.events(bench.observe(.sheetShown(sheet))) == [.willResignActive])
        try bench.perform(.answerSheet(number: 1, .tryAgain))
        #expect(StateBench.events(bench.observe(.sheetHidden(1))).isEmpty)
        let prompt = PendingPrompt(number: 2, app: StateBench.app, reason: "why", way: .biometry)
        #expect(StateBench.events(bench.observe(.promptShown(prompt))).isEmpty)
        #expect(StateBench.events(bench.observe(.promptHidden(2))).isEmpty)
        #expect(StateBench.events(bench.observe(.callEnded(StateBench.app))) == [.didBecomeActive])
    }

    @Test("opening the settings of AutoFill interrupts the app's open sheet")
    func settingsOverSheet() throws {
        var bench = try opened()
        bench.observe(.sheetShown(PendingSheet(number: 4, app: StateBench.app, content: .alert(.noAccount))))
        #expect(bench.observe(.autoFillSettingsOpened).contains(.answerSheet(4, .interrupted)))
        #expect(bench.view.overlays.isEmpty)
    }

    @Test("leaving the app cancels everything above it")
    func leaving() throws {
        var bench = try opened()
        bench.observe(.promptShown(PendingPrompt(number: 3, app: StateBench.app, reason: "why", way: .biometry)))
        let sheet = PendingSheet(number: 4, app: StateBench.app, content: .alert(.noAccount))
        bench.observe(.sheetShown(sheet))
        bench.observe(.pageOpened(5, address: "https://example.com/"))
        let effects = try bench.perform(.home)
        #expect(
            effects.prefix(3) == [.answerPrompt(3, .interrupted), .answerSheet(4, .interrupted), .closePage(5)])
        #expect(bench.view.overlays.isEmpty)
    }

    @Test("an app that ends unexpectedly shows the reason, and can be launched again")
    func ended() throws {
        var bench = try opened()
        bench.observe(.app(StateBench.app, launch: 1, .ended(failure: "it crashed")))
        guard case .launching(let icon, "it crashed") = bench.view.content else {
            Issue.record("\(bench.view.content)")
            return
        }
        #expect(!icon.isRunning)
        #expect(try bench.open().contains(.launch(app: StateBench.app, launch: 2)))
    }

    @Test("an app that is opened while its process is ending is launched afterwards, and reports of the old process are dropped")
    func reopened() throws {
        var bench = try opened()
        #expect(try bench.perform(.quit(app: StateBench.app)) == [.terminate(app: StateBench.app, launch: 1)])
        #expect(bench.view.content == .home([PhoneView.AppIcon(id: StateBench.app, name: "Shop", isRunning: false)]))
        #expect(throws: PhoneError.self) { try bench.perform(.quit(app: StateBench.app)) }
        #expect(try bench.open().isEmpty)
        #expect(
            bench.observe(.app(StateBench.app, launch: 1, .ended(failure: nil))).first == .launch(app: StateBench.app, launch: 2))
        bench.observe(.app(StateBench.app, launch: 1, .screen(.signedIn)))
        #expect(bench.view.appScreen == nil)
        bench.observe(.app(StateBench.app, launch: 2, .screen(.signIn)))
        #expect(bench.view.appScreen == .signIn)
    }

    @Test("an alert of the app blocks everything else, and is answered once")
    func alert() throws {
        var bench = try opened()
        var screen = AppScreen.signIn
        screen.alert = AppAlert(title: "Sorry", message: "No.")
        bench.show(screen)
        for action in [
            PhoneAction.press(button: "logIn"), .type(field: "user", text: "x"), .focus(field: "user"), .answerAlert(button: 1),
        ] {
            #expect(throws: PhoneError.self) { try bench.perform(action) }
        }
        #expect(StateBench.events(try bench.perform(.answerAlert(button: 0))) == [.answeredAlert(button: 0)])
        #expect(bench.view.appScreen?.alert == nil)
        #expect(throws: PhoneError.self) { try bench.perform(.answerAlert(button: 0)) }
    }

    @Test("removing a field removes the focus")
    func focus() throws {
        var bench = try opened()
        try bench.perform(.focus(field: "user"))
        #expect(bench.view.keyboard?.field == "user")
        bench.show(.signedIn)
        #expect(bench.view.keyboard == nil)
    }

    @Test(
        "an action without a target is rejected and changes nothing",
        arguments: [
            PhoneAction.present(isOwner: true), .enterPasscode("2468"), .cancelPrompt, .choosePasscodeInstead, .open(app: "no.app"),
            .quit(app: "no.app"), .press(button: "none"), .answerAlert(button: 0), .focus(field: "none"),
            .type(field: "none", text: ""), .submit(field: "none"), .chooseSuggestion(0), .openPasswordList, .chooseFromList(0),
            .closePasswordList, .answerSaveQuestion(.save), .answerSheet(number: 1, .proceed), .closeBrowser,
            .signInToAppleAccount("ann", password: "p"), .enterAccountCode("1"), .unlockAppleAccount(password: "p"),
            .cancelAccountSignIn, .turnOnTwoFactor, .addAddress("a@b.example"), .removeAddress("a@b.example"), .dismissAccountCode,
            .signOutOfAppleAccount, .stopUsing(app: "x"), .setAutoFill(false), .setLanguage(.german),
            .deletePassword(id: "x"),
            .dismissBanner,
        ])
    func rejected(action: PhoneAction) throws {
        var bench = try opened()
        let before = bench.view
        #expect(throws: PhoneError.self) { try bench.perform(action) }
        #expect(bench.view == before)
    }
}
