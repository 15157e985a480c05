import AssociatedDomains
import DeviceScreens
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("What a phone hears late") struct LateNewsTests {
    @Test("somebody who looked at the device first, and tells last, is told to look again")
    func facts() throws {
        var core = PhoneCore(try StateBench().state)
        let (first, second) = (core.beginLook(), core.beginLook())
        let taken1 = core.notice(DeviceFacts(isLocked: true), account: nil, second, at: at(1))
        #expect(taken1)
        let taken2 = core.notice(DeviceFacts(isLocked: false), account: nil, first, at: at(2))
        #expect(!taken2)
        #expect(core.state.device.isLocked)
        let third = core.beginLook()
        let taken3 = core.notice(DeviceFacts(isLocked: false), account: nil, third, at: at(3))
        #expect(taken3)
        #expect(!core.state.device.isLocked)
    }

    @Test("what the service said of the account counts by when it was asked, and not after another account")
    func account() throws {
        var core = PhoneCore(try StateBench().state)
        func facts(_ name: String, _ apps: Int) -> AccountFacts {
            AccountFacts(account: name, apps: (0..<apps).map { .init(id: "\($0)", name: "App", email: nil) })
        }
        let look = core.beginLook()
        let taken4 = core.notice(DeviceFacts(), account: "ann", look, at: at(0))
        #expect(taken4)
        let (first, second) = (core.beginAccountLook(), core.beginAccountLook())
        core.notice(facts("ann", 0), second, at: at(1))
        core.notice(facts("ann", 1), first, at: at(2))
        #expect(core.state.account.apps?.count == 0)
        let late = core.beginAccountLook()
        let other = core.beginLook()
        let taken5 = core.notice(DeviceFacts(), account: "bob", other, at: at(3))
        #expect(taken5)
        core.notice(facts("ann", 2), late, at: at(4))
        #expect(core.state.account == AccountFacts(account: "bob"))
    }

    @Test("passwords that could not be read are offered with whatever happens next")
    func unreadable() throws {
        var bench = try StateBench()
        try bench.save("ann")
        bench.store.isLocked = true
        try bench.launch(showing: .signIn, focus: "user")
        #expect(bench.suggestions.isEmpty)
        bench.store.isLocked = false
        bench.hear(.timePassed)
        #expect(bench.suggestions == [.credential(user: "ann", site: "example.com")])
    }

    @Test("a strong password that could not be written is written as soon as it can be, also after its app has ended")
    func unwritable() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signUp.filled(["user": "ann"]), focus: "new")
        try bench.perform(.chooseSuggestion(0))
        bench.takeOver()
        let password = bench.state[app: StateBench.app]?.screen?.field("new")?.text
        bench.store.isReadOnly = true
        bench.show(.signedIn)
        #expect(try bench.savedPassword(of: "ann") == nil)
        bench.hear(.app(StateBench.app, launch: bench.launch, .ended(failure: nil)))
        bench.store.isReadOnly = false
        bench.hear(.timePassed)
        #expect(try bench.savedPassword(of: "ann") == password)
        #expect(bench.view.overlays.isEmpty)
    }

    @Test("a cleared field is seen cleared, though what was typed was on its way to the app until just before")
    func cleared() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signIn)
        try bench.perform(.type(field: "user", text: "ann"))
        try bench.perform(.type(field: "password", text: "wrong"))
        // The app has handled all of it, and shows its own text from then on.
        let typed = AppScreen.signIn.filled(["user": "ann", "password": "wrong"])
        bench.hear(.app(StateBench.app, launch: bench.launch, .screen(typed)))
        bench.handleAll()
        try bench.perform(.press(button: "logIn"))
        bench.hear(.app(StateBench.app, launch: bench.launch, .screen(.signIn)))
        bench.hear(.app(StateBench.app, launch: bench.launch, .screen(.signUp)))
        bench.handleAll()
        #expect(bench.view.overlays.isEmpty)
    }
}
