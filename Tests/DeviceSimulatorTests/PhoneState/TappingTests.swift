import Testing

@testable import DeviceSimulator

@Suite("Tapping by title") struct TappingTests {
    private static func settings(_ page: PhoneView.SettingsView.Page, _ change: (inout PhoneView.SettingsView) -> Void = { _ in })
        -> PhoneView.SettingsView
    {
        var settings = PhoneView.SettingsView(
            account: "anna", appsUsingAccount: [.init(id: "com.example.juice", name: "Juice")], isAutoFillOn: true,
            passwords: [
                .init(id: "example.com/ann", site: "example.com", user: "ann", password: "x"),
                .init(id: "example.org/ann", site: "example.org", user: "ann", password: "y"),
                .init(id: "example.org/bob", site: "example.org", user: "bob", password: "z"),
            ], arePasswordsShown: true, page: page, neverSaved: ["never.example"],
            passkeys: [
                .init(id: "01", site: "example.com", user: "ann"), .init(id: "02", site: "example.org", user: "ann"),
            ])
        change(&settings)
        return settings
    }

    struct Tap: Sendable, CustomTestStringConvertible {
        let page: PhoneView.SettingsView.Page
        let title: String
        let action: PhoneAction?
        var testDescription: String { "\(page): \(title)" }
    }

    static let taps = [
        Tap(page: .root, title: "Apple Account", action: .openSettings(.account)),
        Tap(page: .root, title: "anna", action: .openSettings(.account)),
        Tap(page: .root, title: "Passwords", action: .openSettings(.passwords)),
        Tap(page: .root, title: "AutoFill & Passwords", action: .openSettings(.autoFill)),
        Tap(page: .root, title: "AutoFill Passwords", action: nil),
        Tap(page: .autoFill, title: "AutoFill Passwords", action: .setAutoFill(false)),
        Tap(page: .autoFill, title: "Settings", action: .openSettings(.root)),
        Tap(page: .root, title: "Settings", action: nil),
        Tap(page: .account, title: "Settings", action: .openSettings(.root)),
        Tap(page: .account, title: "Sign Out", action: .signOutOfAppleAccount),
        Tap(page: .account, title: "Stop using Juice", action: .stopUsing(app: "com.example.juice")),
        Tap(page: .account, title: "Stop Using", action: .stopUsing(app: "com.example.juice")),
        Tap(page: .account, title: "Stop using Tea", action: nil),
        Tap(page: .passwords, title: "Settings", action: .openSettings(.root)),
        Tap(page: .passwords, title: "Security Recommendations", action: .openSettings(.recommendations)),
        Tap(page: .passwords, title: "Delete the password of bob", action: .deletePassword(id: "example.org/bob")),
        Tap(page: .passwords, title: "Delete the password of ann", action: nil),
        Tap(page: .passwords, title: "Delete the password of ann for example.org", action: .deletePassword(id: "example.org/ann")),
        Tap(page: .passwords, title: "Delete Password", action: nil),
        Tap(page: .passwords, title: "Delete the passkey of ann for example.org", action: .deletePasskey(id: "02")),
        Tap(page: .passwords, title: "Delete the passkey of ann", action: nil),
        Tap(page: .passwords, title: "Delete Passkey", action: nil),
        Tap(page: .passwords, title: "Edit the passkey of ann for example.org", action: .openPasskey(id: "02")),
        Tap(page: .passwords, title: "Edit", action: nil),
        Tap(page: .passwords, title: "Export to Another App", action: .openSettings(.exportCredentials)),
        Tap(page: .passwords, title: "Import from Another App", action: .openSettings(.importCredentials)),
        Tap(page: .exportCredentials, title: "Passwords", action: .openSettings(.passwords)),
        Tap(page: .importCredentials, title: "Passwords", action: .openSettings(.passwords)),
        Tap(page: .passkey, title: "Passwords", action: .openSettings(.passwords)),
        Tap(page: .passwords, title: "Ask again for never.example", action: .askToSave(site: "never.example")),
        Tap(page: .passwords, title: "Remove", action: .askToSave(site: "never.example")),
        Tap(page: .recommendations, title: "Passwords", action: .openSettings(.passwords)),
        Tap(page: .recommendation, title: "Security Recommendations", action: .openSettings(.recommendations)),
    ]

    @Test("in Settings performs the action of the title, and nothing if the title is ambiguous", arguments: taps)
    func settings(tap: Tap) {
        #expect(Self.settings(tap.page).action(tapping: tap.title) == tap.action)
    }

    @Test("does nothing for invisible elements")
    func hidden() {
        let locked = Self.settings(.passwords) { settings in
            settings.passwords = []
            settings.neverSaved = []
            settings.arePasswordsShown = false
        }
        for title in ["Security Recommendations", "Delete Password", "Remove"] { #expect(locked.action(tapping: title) == nil) }
        #expect(Self.settings(.account) { $0.account = nil }.action(tapping: "Sign Out") == nil)
        #expect(Self.settings(.autoFill) { $0.isAutoFillOn = false }.action(tapping: "AutoFill Passwords") == .setAutoFill(true))
    }

    @Test("in the password list chooses by user and site, and by the user alone the only entry for this app")
    func list() {
        typealias Entry = PhoneView.PasswordList.Entry
        let list = PhoneView.PasswordList(entries: [
            Entry(user: "ann", site: "example.com", isForHere: true), Entry(user: "bob", site: "example.com", isForHere: true),
            Entry(user: "ann", site: "example.org", isForHere: false), Entry(user: "eve", site: "example.org", isForHere: false),
            Entry(user: "eve", site: "example.net", isForHere: false), Entry(user: "dan", site: "example.net", isForHere: false),
            Entry(user: "bob", site: "example.com", isPasskey: true, isForHere: true),
            Entry(user: "kim", site: "example.com", isPasskey: true, isForHere: true),
        ])
        #expect(list.place(called: "ann") == 0)
        #expect(list.place(called: "ann for example.org") == 2)
        #expect(list.place(called: "eve") == nil)
        #expect(list.place(called: "eve for example.net") == 4)
        #expect(list.place(called: "dan") == 5)
        #expect(list.place(called: "fay") == nil)
        #expect(list.place(called: "bob") == nil)
        #expect(list.place(called: "bob for example.com") == 1)
        #expect(list.place(called: "Passkey of bob for example.com") == 6)
        #expect(list.place(called: "kim") == 7)
    }
}
