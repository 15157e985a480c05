@testable import DevicePages
import DeviceScreens
@testable import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Markup
import Synchronization
import Testing
import Texts

@Suite("The guided tour")
struct TourTests {
    private static let relay = PhoneView.sample(
        .app(.juice, AppScreen(title: "Juice", elements: [.text(AppText("x7k2p9@privaterelay.appleid.com")), .button(signOut)])))
    private static let signOut = AppButton("sign-out", title: "Sign Out")
    private static let quit = PhoneView.sample(.home([.init(id: PhoneView.AppIcon.juice.id, name: "Juice", isRunning: false)]))
    private static let again = PhoneView.sample(.app(.juice, AppScreen(title: "Juice", elements: [.button(signOut)])))
    private static let asked = PhoneView.sample(
        .app(.quotes, .empty), overlays: [.prompt(.filling(isRepeated: false))])
    private static let password = PhoneView.Content.app(
        .quotes, AppScreen(title: "Log In", elements: [.field(AppTextField("p", label: "P", text: "secret", isSecure: true))]))
    private static let filled = PhoneView.sample(password, filledFields: ["p", "u"])
    private static let typed = PhoneView.sample(password)
    private static let code = PhoneView.sample(
        .app(.quotes, .empty),
        keyboard: .init(field: "code", suggestions: [.code("481516", sender: "+1", site: nil)], hasKey: false))
    private static let entered = PhoneView.sample(
        .app(.quotes, AppScreen(title: "Code", elements: [.field(AppTextField("code", label: "Code", text: "481516"))])))

    static let stories: [([PhoneView], TourStep)] = [
        ([relay], .hiddenAddress), ([relay, quit, again], .staysSignedIn), ([using([.juice]), using([])], .stopUsing),
        ([.sample(.app(.quotes, .empty), strongPasswordFields: ["password"])], .strongPassword), ([asked, filled], .autoFill),
        ([.notified], .passkey), ([passwords(isHidden: true)], .passkeyRemoved),
        ([.sample(.app(.quotes, .empty), overlays: [.prompt(.filling(isRepeated: true))])], .someoneElse),
        ([code, entered], .messageCode),
        ([upgraded(.strongPassword)], .strongerPassword), ([upgraded(.signInWithApple)], .signInWithApple),
    ]

    @Test("a step is checked off by the view that completes it", arguments: stories)
    func steps(_ views: [PhoneView], _ step: TourStep) throws {
        var observer = TourObserver()
        for view in views.dropLast() {
            let early = observer.steps(in: view, isSecond: false)
            #expect(!early.contains(step), "\(step) is too early")
        }
        let steps = observer.steps(in: try #require(views.last), isSecond: false)
        #expect(steps.contains(step))
    }

    static let others: [([PhoneView], TourStep)] = [
        ([again], .staysSignedIn), ([relay, again], .staysSignedIn), ([quit, again], .staysSignedIn), ([using([])], .stopUsing),
        ([using([.juice]), using([], account: "ben")], .stopUsing), ([entered], .messageCode),
        // The user cancelled Face ID, and typed the password; and a code that AutoFill filled in.
        ([asked, .sample(.app(.quotes, .empty)), typed], .autoFill), ([.sample(password, filledFields: ["code"])], .autoFill),
        ([passwords(isHidden: false)], .passkeyRemoved), ([passwords(isHidden: false)], .passkeyOnOtherPhone),
        ([upgraded(.strongPassword, .failed)], .strongerPassword), ([upgraded(.signInWithApple, .working)], .signInWithApple),
        ([.sample(.settings(.sample(.passwords)))], .otherPhone),
    ]

    @Test("a similar view completes nothing", arguments: others)
    func nothing(_ views: [PhoneView], _ step: TourStep) {
        var observer = TourObserver()
        for view in views {
            let steps = observer.steps(in: view, isSecond: false)
            #expect(!steps.contains(step))
        }
    }

    @Test("passwords count on a phone after the first one of its owner only")
    func otherPhone() {
        let story = PhoneStory(
            people: [.init(name: "Anna", phones: 1...2), .init(name: "Ben", phones: 3...3)], erase: { _ in }, startOver: {})
        let passwords = PhoneView.sample(.settings(.sample(.passwords)))
        #expect(story.observe(passwords, of: 1) == [])
        #expect(story.observe(passwords, of: 3) == [])
        #expect(story.observe(passwords, of: 2) == [.otherPhone, .passkeyOnOtherPhone])
        #expect(
            story.observe(passwords, of: 1) == [.otherPhone, .passkeyOnOtherPhone], "a drawing of any phone names all steps")
    }

    private static func passwords(isHidden: Bool) -> PhoneView {
        var settings = PhoneView.SettingsView.sample(.passwords)
        for index in settings.passkeys.indices { settings.passkeys[index].isHidden = isHidden }
        return .sample(.settings(settings))
    }

    @Test("the page and each drawing name the steps that happened, and a page without a story has no tour")
    func drawing() async throws {
        try await DevicePagesScene.runStory { scene async throws in
            #expect(try await scene.get("/device?person=2").text.contains("data-tour=\"\""))
            await scene.phone.show {
                $0.strongPasswordFields = ["password"]; $0.content = .app(.quotes, .empty)
            }
            let page = try await scene.get("/device?person=2").text
            #expect(page.contains("data-tour=\"strong-password\""))
            #expect(page.contains("class=\"step done\" data-step=\"strong-password\""))
        }
        try await DevicePagesScene.run { scene async throws in
            let page = try await scene.get("/device").text
            #expect(!page.contains("data-tour") && !page.contains("id=\"tour\"") && !page.contains("/erasing"))
        }
    }

    private static func using(_ apps: [PhoneView.AppIcon], account: String = "mira") -> PhoneView {
        var settings = PhoneView.SettingsView.sample(.account)
        settings.account = account
        settings.appsUsingAccount = apps.map { .init(id: $0.id, name: $0.name, email: nil) }
        return .sample(.settings(settings))
    }

    private static func upgraded(
        _ remedy: PhoneView.Remedy.Kind, _ stage: PhoneView.UpgradeProgress.Stage = .done
    ) -> PhoneView {
        let progress = PhoneView.UpgradeProgress(stage: stage, text: "", remedy: remedy, app: "Juice", isSettled: true)
        return .sample(.settings(.recommended(progress)))
    }
}

extension AppScreen {
    fileprivate static let empty = AppScreen(title: "Log In")
}

extension PhoneView.PromptView {
    fileprivate static func filling(isRepeated: Bool) -> Self {
        Self(
            number: 1, app: "Motivation", reason: "", way: .biometry, cancelTitle: "Cancel", isRepeated: isRepeated,
            purpose: .fillPassword(user: "mira", site: "quotes.example.com"))
    }
}

@Suite("Erasing a phone and starting over")
struct ResetTests {
    @Test("the form erases the phone that it names, and returns to the page of its owner")
    func erase() async throws {
        let erased = Mutex<[Int]>([])
        try await DevicePagesScene.runStory(erase: { number in erased.withLock { $0.append(number) } }) { scene async throws in
            #expect(try await scene.post("/device/phones/3/erasing", form: "").status == .noContent)
            let response = try await scene.post("/device/phones/2/erasing", form: "", script: false)
            #expect(response.status == .seeOther && response.headers[.location] == "/device")
            let toBen = try await scene.post("/device/phones/3/erasing", form: "", script: false)
            #expect(toBen.headers[.location] == "/device?person=2")
            #expect(try await scene.post("/device/phones/4/erasing", form: "").status == .notFound)
        }
        #expect(erased.withLock { $0 } == [3, 2, 3])
    }

    @Test("the story starts over")
    func startOver() async throws {
        let count = Mutex(0)
        try await DevicePagesScene.runStory(startOver: { count.withLock { $0 += 1 } }) { scene async throws in
            let response = try await scene.post("/device/start-over", form: "", script: false)
            #expect(response.status == .seeOther && response.headers[.location] == "/device")
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test("a page of another site deletes nothing", arguments: ["/device/phones/1/erasing", "/device/start-over"])
    func foreign(_ path: String) async throws {
        let count = Mutex(0)
        try await DevicePagesScene.runStory(
            erase: { _ in count.withLock { $0 += 1 } }, startOver: { count.withLock { $0 += 1 } }
        ) { scene async throws in
            for headers in OwnRequestTests.foreign {
                #expect(try await scene.post(path, form: "", headers: headers).status == .forbidden)
            }
            #expect(try await scene.client.execute(uri: path, method: .post).status == .unauthorized)
        }
        #expect(count.withLock { $0 } == 0)
    }

    @Test(
        "without a story there is no path to erase a phone or to start over",
        arguments: ["/device/phones/1/erasing", "/device/start-over"])
    func absent(_ path: String) async throws {
        try await DevicePagesScene.run { scene async throws in
            #expect(try await scene.post(path, form: "").status == .notFound)
        }
    }

    @Test("the destructive button is in a section that the user opens first")
    func asks() async throws {
        try await DevicePagesScene.runStory { scene async throws in
            let page = try await scene.get("/device").text
            #expect(page.matches(of: /<details class="reset">\s*<summary>/).count == 3, "two phones and the story")
            #expect(!page.contains("<details class=\"reset\" open"))
        }
    }
}

@Suite("The people of the phones")
struct PeopleTests {
    @Test(
        "a page shows the phones of one user, and links to the others",
        arguments: [("/device", [1, 2]), ("/device?person=2", [3])])
    func phones(_ path: String, _ numbers: [Int]) async throws {
        try await DevicePagesScene.runStory { scene async throws in
            let page = try await scene.get(path).text
            for number in 1...3 { #expect(page.contains("id=\"phone-\(number)\"") == numbers.contains(number)) }
            #expect(page.matches(of: /aria-current="page"/).count == 1)
            #expect(page.contains("href=\"/device?person=2\"") && page.contains("<bdi>Ben</bdi>"))
        }
    }

    @Test(
        "an unknown person identifier is rejected with 404",
        arguments: ["0", "3", "-1", "abc", "9223372036854775807", "-9223372036854775808"]
    )
    func unknown(_ person: String) async throws {
        try await DevicePagesScene.runStory { scene async throws in
            #expect(try await scene.get("/device?person=\(person)").status == .notFound)
        }
    }

    @Test("without script, a form returns to the page of the phone's owner, also after a rejection")
    func redirect() async throws {
        try await DevicePagesScene.runStory { scene async throws in
            let form = "action=%7B%22home%22%3A%7B%7D%7D"
            let response = try await scene.post("/device/phones/3", form: form, script: false)
            #expect(response.headers[.location] == "/device?person=2#phone-3")
            await scene.phone.reject(PhoneError(.locked, "the phone is locked"))
            let rejected = try await scene.post("/device/phones/3", form: form, script: false).text
            #expect(rejected.contains("the phone is locked") && rejected.contains("id=\"phone-3\""))
        }
    }
}

@Suite("Deep links")
struct DeepLinkTests {
    static let links: [(String, DeepLink)] = [
        ("juice", .opens(.open(app: PhoneView.AppIcon.juice.id), app: .ofApp("Juice"))),
        ("JUICE", .opens(.open(app: PhoneView.AppIcon.juice.id), app: .ofApp("Juice"))),
        ("team.com.example.juice", .opens(.open(app: PhoneView.AppIcon.juice.id), app: .ofApp("Juice"))),
        ("quotes", .opens(.open(app: PhoneView.AppIcon.quotes.id), app: .ofApp("Motivation"))),
        ("mail", .opens(.openMail, app: .text(.mail))), ("messages", .opens(.openMessages, app: .text(.messages))),
        ("settings", .opens(.openSettings(.root), app: .text(.settings))),
        ("passwords", .opens(.openSettings(.passwords), app: .text(.passwords))),
        ("browser", .opens(.open(app: PhoneView.browser), app: .text(.browser))), ("jui", .unknown(app: "jui")),
        ("", .unknown(app: "")), (String(repeating: "x", count: 101), .unknown(app: String(repeating: "x", count: 100))),
    ]

    @Test("an app is found by its name or identifier, in any case", arguments: links)
    func find(_ name: String, _ link: DeepLink) {
        #expect(DeepLink(name, among: [.juice, .quotes]) == link)
    }

    @Test("the page has the button that opens the app, and the address itself does nothing")
    func button() async throws {
        try await DevicePagesScene.run { scene async throws in
            let page = try await scene.get("/device?app=juice").text
            #expect(page.contains("id=\"deep-link\" method=\"post\" action=\"/device/phones/1\""))
            #expect(page.contains("{&quot;open&quot;:{&quot;app&quot;:&quot;TEAM.com.example.juice&quot;}}"))
            #expect(await scene.phone.actions == [])
            let plain = try await scene.get("/device").text
            #expect(!plain.contains("deep-link"))
        }
    }

    @Test("an unknown app is named as text", arguments: ["none", "%3Cb%3E"])
    func unknown(_ name: String) async throws {
        try await DevicePagesScene.run { scene async throws in
            let page = try await scene.get("/device?app=\(name)").text
            #expect(page.contains("is not installed on this phone.") && !page.contains("<b>"))
            #expect(!page.contains("id=\"deep-link\""))
        }
    }
}

@Suite("Dialogs and shortcuts")
struct DialogTests {
    /// The samples whose dialog has no button without an effect: an app's alert with several buttons.
    private static let withoutWayOut: Set<String> = ["alert"]

    @Test("the front-most dialog has a name and one button that Escape presses", arguments: PhoneSample.english)
    func dialogs(_ sample: PhoneSample) {
        let markup = sample.markup
        for match in markup.matches(of: /<[a-z]+[^>]* role="dialog"[^>]*>/) {
            #expect(match.0.contains("aria-labelledby="), "\(match.0)")
        }
        let isOpen = !sample.view.overlays.isEmpty || sample.view.appScreen?.alert != nil
        let front = markup.ranges(of: "role=\"dialog\"").last.map { markup[$0.lowerBound...] } ?? ""
        #expect(!isOpen || !front.isEmpty, "the overlay is no dialog")
        if isOpen, !Self.withoutWayOut.contains(sample.name) {
            #expect(front.ranges(of: "data-leaves").count == 1, "\(sample.name)")
        }
    }

    @Test("the keys of the shortcuts differ, and each is on one button of a phone")
    func shortcuts() {
        let keys = PhoneShortcut.allCases.map(\.keys)
        #expect(Set(keys).count == keys.count)
        let markup = PhonePanel(PagePhone(number: 1, view: .sample(.home([])))).html.rendered
        for key in keys { #expect(markup.ranges(of: "aria-keyshortcuts=\"\(key)\"").count == 1, "\(key)") }
    }

    @Test("the effect of a remedy is described below its button")
    func captions() throws {
        let sample = try #require(PhoneSample.english.first { $0.name == "settings-recommendation" })
        let remedy = try #require(sample.markup.ranges(of: "data-key=\"remedy strongPassword").first)
        let rest = sample.markup[remedy.upperBound...]
        let button = try #require(rest.ranges(of: "data-remedy=").first)
        let caption = try #require(rest.ranges(of: "class=\"happens\"").first)
        #expect(button.lowerBound < caption.lowerBound)
    }

    @Test("a web page has the browser's controls in the language of the phone")
    func webPage() {
        let words = PhoneSample(name: "", view: .sample(.extensionSheet(.webPage)), language: .german).markup
        #expect(words.contains("Auf diesem Computer öffnen") && words.contains("Neu laden") && words.contains("I am Mira"))
        var sheet = PhoneView.ExtensionSheet.webPage
        sheet.isWebPage = false
        let ofApp = PhoneSample(name: "", view: .sample(.extensionSheet(sheet)), language: .german).markup
        #expect(ofApp.contains("Open on This Computer"), "an app cannot say it in the system's place")
    }
}
