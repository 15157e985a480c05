import AssociatedDomains
import DeviceScreens
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("Late events on a phone") struct LateEventTests {
    @Test("an older reading of the device that arrives later is rejected and repeated")
    func facts() throws {
        var core = PhoneCore(try StateBench().state)
        let (first, second) = (core.beginReading(), core.beginReading())
        let taken1 = core.notice(DeviceFacts(isLocked: true), account: nil, second, at: at(1))
        #expect(taken1)
        let taken2 = core.notice(DeviceFacts(isLocked: false), account: nil, first, at: at(2))
        #expect(!taken2)
        #expect(core.state.device.isLocked)
        let third = core.beginReading()
        let taken3 = core.notice(DeviceFacts(isLocked: false), account: nil, third, at: at(3))
        #expect(taken3)
        #expect(!core.state.device.isLocked)
    }

    @Test("responses about the account count in the order of their requests, and not for another account")
    func account() throws {
        var core = PhoneCore(try StateBench().state)
        func facts(_ name: String, _ apps: Int) -> AccountFacts {
            AccountFacts(account: name, apps: (0..<apps).map { .init(id: "\($0)", name: "App", email: nil) })
        }
        let look = core.beginReading()
        let taken4 = core.notice(DeviceFacts(), account: "ann", look, at: at(0))
        #expect(taken4)
        let (first, second) = (core.beginAccountReading(), core.beginAccountReading())
        core.notice(facts("ann", 0), second, at: at(1))
        core.notice(facts("ann", 1), first, at: at(2))
        #expect(core.state.account.apps?.count == 0)
        let late = core.beginAccountReading()
        let other = core.beginReading()
        let taken5 = core.notice(DeviceFacts(), account: "bob", other, at: at(3))
        #expect(taken5)
        core.notice(facts("ann", 2), late, at: at(4))
        #expect(core.state.account == AccountFacts(account: "bob"))
        core.notice(facts("bob", 3), late, at: at(5))
        #expect(core.state.account.apps?.count == 3)
    }

    @Test("a look for mail and codes that is wanted during another follows it")
    func looks() throws {
        var core = PhoneCore(try StateBench().state)
        let results = [
            core.wantMailAndCodes(), core.nextLookForMailAndCodes(), core.wantMailAndCodes(), core.nextLookForMailAndCodes(),
            core.nextLookForMailAndCodes(), core.wantMailAndCodes(),
        ]
        #expect(results == [true, true, false, true, false, true])
    }

    @Test("passwords that were unreadable are suggested at the next event")
    func unreadable() throws {
        var bench = try StateBench()
        try bench.save("ann")
        bench.store.isLocked = true
        try bench.launch(showing: .signIn, focus: "user")
        #expect(bench.suggestions.isEmpty)
        bench.store.isLocked = false
        bench.observe(.timePassed)
        #expect(bench.suggestions == [.credential(user: "ann", site: "example.com")])
    }

    @Test("a strong password that could not be saved is saved as soon as possible, even after its app has ended")
    func unwritable() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signUp.filled(["user": "ann"]), focus: "new")
        try bench.perform(.chooseSuggestion(0))
        bench.takeOver()
        let password = bench.state[app: StateBench.app]?.screen?.field("new")?.text
        bench.store.isReadOnly = true
        bench.show(.signedIn)
        #expect(try bench.savedPassword(of: "ann") == nil)
        bench.observe(.app(StateBench.app, launch: bench.launch, .ended(failure: nil)))
        bench.store.isReadOnly = false
        bench.observe(.timePassed)
        #expect(try bench.savedPassword(of: "ann") == password)
        #expect(bench.view.overlays.isEmpty)
    }

    @Test("a cleared field counts as cleared, even if typed text was on its way to the app just before")
    func cleared() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signIn)
        try bench.perform(.type(field: "user", text: "ann"))
        try bench.perform(.type(field: "password", text: "wrong"))
        // The app has handled all of it, and shows its own text from then on.
        let typed = AppScreen.signIn.filled(["user": "ann", "password": "wrong"])
        bench.observe(.app(StateBench.app, launch: bench.launch, .screen(typed)))
        bench.handleAll()
        try bench.perform(.press(button: "logIn"))
        bench.observe(.app(StateBench.app, launch: bench.launch, .screen(.signIn)))
        bench.observe(.app(StateBench.app, launch: bench.launch, .screen(.signUp)))
        bench.handleAll()
        #expect(bench.view.overlays.isEmpty)
    }
}
