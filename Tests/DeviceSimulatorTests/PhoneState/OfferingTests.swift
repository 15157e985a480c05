import AssociatedDomains
import DeviceScreens
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("Suggestions above the keyboard") struct OfferingTests {
    /// Why there is no suggestion, although a password is saved.
    enum Obstacle: CaseIterable {
        case associationBroke, unassociatedApp, otherSite, subdomain, domainAbove, homograph, autoFillOff, customInputView,
            otherField
    }

    @Test("contain the passwords of the app's site, and the key button for all passwords")
    func offered() throws {
        var bench = try StateBench()
        try bench.save("ann")
        try bench.save("dan", at: "other.example")
        try bench.launch(showing: .signIn, focus: "user")
        #expect(
            bench.view.keyboard
                == PhoneView.Keyboard(field: "user", suggestions: [.credential(user: "ann", site: "example.com")], hasKey: true))
    }

    @Test("contain nothing for another place", arguments: Obstacle.allCases)
    func nothing(obstacle: Obstacle) throws {
        var bench = try StateBench()
        let app = try AppIdentifier(StateBench.app)
        var (site, screen, focus) = ("example.com", AppScreen.signIn, "password")
        switch obstacle {
        case .associationBroke, .autoFillOff, .customInputView, .otherField: break
        case .unassociatedApp: bench.associations.hold(app)
        case .otherSite: site = "example.org"
        case .subdomain: site = "login.example.com"
        case .domainAbove: bench.associations.hold(app, try DomainName("login.example.com"))
        // With a Cyrillic letter instead of the first one.
        case .homograph: site = "xn--xample-2of.com"
        }
        if obstacle == .customInputView { screen = screen.changing { $0.hasCustomInputView = true } }
        if obstacle == .otherField {
            screen.elements.append(.field(AppTextField("city", label: "City")))
            focus = "city"
        }
        try bench.save("ann", at: site)
        try bench.launch(showing: screen, focus: focus)
        if obstacle == .associationBroke {
            #expect(bench.suggestions.count == 1)
            bench.associations.hold(app)
            bench.observe(.passwordsChanged)
        }
        if obstacle == .autoFillOff {
            try bench.perform(.openSettings(.root))
            try bench.perform(.setAutoFill(false))
            try bench.open()
            bench.handleAll()
        }
        #expect(bench.suggestions.isEmpty)
        // The key button leads to all passwords, which the user may choose. It is missing if AutoFill is off or the field cannot
        // be filled.
        let hasKey = ![.autoFillOff, .customInputView, .otherField].contains(obstacle)
        #expect((bench.view.keyboard?.hasKey ?? false) == hasKey)
        #expect((bench.view.keyboard == nil) == (obstacle == .customInputView))
    }

    @Test("are missing before the first password is saved")
    func nothingSaved() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signIn, focus: "user")
        #expect(bench.view.keyboard == PhoneView.Keyboard(field: "user", suggestions: [], hasKey: false))
    }

    @Test("the list behind the key button contains every password, and warns about those of other sites")
    func list() throws {
        var bench = try StateBench()
        try bench.save("ann")
        try bench.save("dan", at: "other.example")
        try bench.launch(showing: .signIn, focus: "user")
        try bench.perform(.openPasswordList)
        guard case .passwordList(let list)? = bench.view.overlays.last else {
            Issue.record("no list")
            return
        }
        #expect(list.entries.map(\.user) == ["ann", "dan"])
        #expect(list.entries.map(\.isForHere) == [true, false])
        #expect(list.entries[0].warning == nil)
        #expect(list.entries[1].warning?.contains("other.example") == true)
        #expect(throws: PhoneError.self) { try bench.perform(.chooseFromList(2)) }
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.chooseFromList(1))))
        bench.handleAll()
        let effects = bench.observe(.presence(number: inquiry, .confirmed))
        #expect(StateBench.events(effects).contains(.filled(field: "user", text: "dan")))
    }

    @Test(
        "a code is suggested for exactly three minutes", arguments: [(0.0, true), (179.9, true), (180, false), (181, false)])
    func codes(age: Double, isOffered: Bool) throws {
        var bench = try StateBench()
        bench.observe(.message("Your code is 123456", sender: "Shop"))
        bench.now = at(age)
        try bench.launch(showing: .code, focus: "code")
        #expect(bench.suggestions == (isOffered ? [.code("123456", sender: "Shop", site: nil)] : []))
    }

    @Test("a code disappears while its field has the focus, as time passes")
    func codeExpires() throws {
        var bench = try StateBench()
        bench.observe(.message("Your code is 123456", sender: "Shop"))
        try bench.launch(showing: .code, focus: "code")
        #expect(bench.suggestions.count == 1)
        bench.now = at(200)
        bench.observe(.timePassed)
        #expect(bench.suggestions.isEmpty)
    }

    @Test(
        "a code that is bound to a site is only suggested for that site's app",
        arguments: [("example.com", true), ("other.example", false), ("login.example.com", false)])
    func boundCodes(site: String, isOffered: Bool) throws {
        var bench = try StateBench()
        bench.observe(.message("Your code is 123456.\n\n@\(site) #123456", sender: "Shop"))
        try bench.launch(showing: .code, focus: "code")
        #expect(bench.suggestions == (isOffered ? [.code("123456", sender: "Shop", site: site)] : []))
    }

    @Test("codes are only suggested for code fields")
    func codesElsewhere() throws {
        var bench = try StateBench()
        bench.observe(.message("Your code is 123456", sender: "Shop"))
        for (screen, field) in [(AppScreen.signIn, "user"), (.signIn, "password"), (.signUp, "user")] {
            try bench.launch(showing: screen, focus: field)
            #expect(bench.suggestions.isEmpty)
        }
        #expect(bench.view.banner?.text == "Your code is 123456")
    }

    @Test("a strong password follows the field's rules, and stays the same as long as the field exists")
    func strongPassword() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signUp, focus: "new")
        guard case .strongPassword(let first)? = bench.suggestions.first else {
            Issue.record("no suggestion")
            return
        }
        #expect(first.count >= 20)
        #expect(first.contains(where: \.isUppercase) && first.contains(where: \.isNumber))
        try bench.perform(.focus(field: "user"))
        try bench.perform(.focus(field: "new"))
        #expect(bench.suggestions == [.strongPassword(first)])
        bench.show(AppScreen.signUp.changing { $0.passwordRules = "minlength: 30" })
        #expect(bench.suggestions != [.strongPassword(first)])
        bench.associations.hold(try AppIdentifier(StateBench.app))
        bench.observe(.passwordsChanged)
        #expect(bench.suggestions.isEmpty)
    }

    @Test("another page of the browser has no suggestion of the previous one, even with equal field names", arguments: [1, 2])
    func anotherPage(number: Int) throws {
        var bench = try StateBench()
        var screen = AppScreen.signUp
        screen.page = 1
        try bench.launch(showing: screen, focus: "new")
        let first = bench.suggestions
        // The app has not handled the text when it shows its next screen.
        try bench.perform(.type(field: "user", text: "ann"))
        try bench.perform(.focus(field: "new"))
        var next = screen
        (next.title, next.page) = ("Welcome", number)
        bench.observe(.app(StateBench.app, launch: bench.launch, .screen(next)))
        let isSamePage = number == 1
        #expect((bench.view.keyboard?.field == "new") == isSamePage)
        #expect(bench.view.appScreen?.field("user")?.text == (isSamePage ? "ann" : ""))
        try bench.perform(.focus(field: "new"))
        #expect(bench.suggestions.count == 1 && (bench.suggestions == first) == isSamePage)
    }

    @Test("fields that were removed and added again belong to another account, and receive another strong password")
    func anotherStrongPassword() throws {
        var bench = try StateBench()
        try bench.launch(showing: .signUp, focus: "new")
        let first = bench.suggestions
        bench.show(.signIn)
        bench.show(.signUp)
        try bench.perform(.focus(field: "new"))
        #expect(bench.suggestions.count == 1 && bench.suggestions != first)
    }
}
