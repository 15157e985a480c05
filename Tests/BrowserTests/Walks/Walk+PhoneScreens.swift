import Chromium
import DeviceScreens
@testable import DeviceSimulator
import Foundation
import ReservedPorts
import TestKit
import Testing

extension Walk {
    /// Sheets, prompts, questions and errors of a phone. `make test` looks at three of them, and `make soak` at each.
    static let phoneScreens = Walk("the sheets and errors of a phone", principal: [], isOfScreens: true) { appearance, look in
        for (state, view) in Soak.isFull ? PhoneView.states : Array(PhoneView.states.prefix(3)) {
            let port = try ReservedPort()
            try await PhoneServing.serve([ShownView(view: view)], on: port, hasDesk: true) {
                let browser = try #require(SharedBrowser.current)
                let page = try await browser.newPage(appearance)
                let origin = "http://127.0.0.1:\(port.number)"
                let anna = Visitor(page: page, origin: origin)
                try await page.open(PhoneServing.newAddress(at: origin))
                try await page.openSections()
                try await look(anna, state)
                #expect(try await anna.remarks == [], "\(state)")
                try await page.close()
            }
        }
    }
}

extension PhoneView {
    fileprivate static let states: [(String, PhoneView)] = [
        ("the sheet of Sign in with Apple", shown(login, overlays: [.sheet(.details)])),
        ("a repeated prompt", shown(login, overlays: [.prompt(.repeated)])),
        ("an app with an error", shown(rejected)),
        ("the choice of a credential", shown(login, overlays: [.sheet(.choice)])),
        (
            "the offer to save a password",
            shown(login, overlays: [.saveQuestion(.init(user: "mira", site: "juice.example.com", isUpdate: false))])
        ),
        ("a code of the Apple Account", shown(login, overlays: [.accountCode(.init(code: "481516", place: "Mira’s iPad"))])),
        ("an app's alert", shown(alerting)),
        ("a passcode prompt", shown(login, overlays: [.prompt(.passcode)])),
        ("the lock screen", view(.locked(.init(takesBiometry: true, takesPasscode: true)))),
        ("an app that ended", view(.launching(icon, failure: "it ended with the exit code 1"))),
    ]

    private static let icon = AppIcon(id: "TEAM.com.example.juice", name: "Juice", isRunning: true)

    private static let login = AppScreen(
        title: "Log In",
        elements: [
            .text(AppText("Welcome back", style: .title)), .field(AppTextField("user", label: "User name")),
            .button(AppButton("log-in", title: "Log In", style: .prominent)),
        ])

    private static let rejected = AppScreen(
        title: "Log In",
        elements: [
            .field(AppTextField("user", label: "User name", text: "mira")),
            .text(AppText("The user name or password is wrong.", style: .error)),
            .button(AppButton("log-in", title: "Log In", style: .prominent)),
        ])

    private static let alerting: AppScreen = {
        var screen = login
        screen.alert = AppAlert(title: "Log Out?", message: "The order is kept.", buttons: ["Cancel", "Log Out"])
        return screen
    }()

    private static func shown(_ screen: AppScreen, overlays: [Overlay] = []) -> PhoneView {
        view(.app(icon, screen), overlays: overlays)
    }

    private static func view(_ content: Content, overlays: [Overlay] = []) -> PhoneView {
        PhoneView(
            version: 1, device: "iPhone", time: Date(timeIntervalSince1970: 1_778_319_660), biometry: .faceID, isOnline: true,
            content: content, keyboard: nil, overlays: overlays)
    }
}

extension PhoneView.SheetView {
    fileprivate static let details = PhoneView.SheetView(
        number: 3, app: "Juice", subject: .details, title: "Create an account for Juice using your Apple Account",
        message: "Juice will receive only the information that you share.",
        parts: [
            .name(given: "Mira", family: "Rao"),
            .email(shared: "mira@example.com", isHiddenByDefault: false, others: ["rao@example.org"]),
        ],
        buttons: [.init(role: .proceed, title: "Continue"), .init(role: .cancel, title: "Cancel")])

    fileprivate static let choice = PhoneView.SheetView(
        number: 4, app: "Juice", subject: .choice, title: "Sign In", message: "",
        parts: [
            .candidate(index: 0, title: "Mira Rao", detail: "Apple Account", kind: .appleAccount),
            .candidate(index: 1, title: "mira", detail: "juice.example.com", kind: .password),
        ], buttons: [.init(role: .cancel, title: "Cancel")])
}

extension PhoneView.PromptView {
    fileprivate static let repeated = PhoneView.PromptView(
        number: 1, app: "Juice", reason: "Fill in the password of mira for juice.example.com", way: .biometry,
        cancelTitle: "Cancel", fallbackTitle: "Enter Passcode", isRepeated: true,
        purpose: .fillPassword(user: "mira", site: "juice.example.com"))

    fileprivate static let passcode = PhoneView.PromptView(
        number: 2, app: "Settings", reason: "View your passwords", way: .passcode, cancelTitle: "Cancel", fallbackTitle: nil,
        isRepeated: true, purpose: .viewPasswords, isOfSettings: true)
}
