import AppleIdentityEmulator
import Chromium
import DeviceSimulator
import Testing

extension InBrowser {
    @Suite("The language of phones in a browser", .timeLimit(.minutes(20)))
    struct PhoneLanguageTests {
        private static let pages: [PhoneView.SettingsView.Page] = [
            .root, .account, .passwords, .importCredentials, .recommendations, .autoFill, .faceID, .watch, .language,
        ]

        /// German has the longest words, and Arabic is written from right to left.
        @Test("no screen scrolls sideways or cuts a text in German or Arabic on a small phone", arguments: ["de", "ar"])
        func overflow(language: String) async throws {
            try await PhoneScene.run { scene in
                let phone = scene.phones[0]
                phone.device.savePassword("password1", user: "anna", site: PhoneScene.site)
                let choice = try #require(PhoneView.Language(rawValue: language))
                try await phone.perform(.openSettings(.language))
                try await phone.perform(.setLanguage(choice))
                let anna = try await scene.newVisitor(size: PageSize(width: 320, height: 568, mobile: true))
                try await anna.wait(for: "the language", "document.querySelector('#phone-1').lang === '\(language)'")
                for page in Self.pages {
                    try await phone.perform(.openSettings(page))
                    if page == .passwords {
                        try await phone.wait { if case .prompt? = $0.overlays.last { true } else { false } }
                        try await anna.wait(for: "the prompt", "!!document.querySelector('#phone-1 .presence')")
                        try await anna.expectNoSidewaysScrolling("the prompt")
                        try await phone.perform(.present(isOwner: true))
                        try await phone.wait { view in
                            if case .settings(let settings) = view.content { settings.arePasswordsShown } else { false }
                        }
                    }
                    try await anna.wait(
                        for: "\(page)", "!!document.querySelector(\"#phone-1 [data-key^='settings \(page.rawValue)']\")")
                    try await anna.expectNoSidewaysScrolling(page.rawValue)
                }
                for app in ["shop", "motivation"] {
                    let id = "\(scene.apple.team.rawValue).com.example.\(app)"
                    try await phone.open(id)
                    try await anna.wait(for: app, "!!document.querySelector(\"#phone-1 [data-app='\(id)'] .app-button\")")
                    try await anna.expectNoSidewaysScrolling(app)
                }
                try await phone.perform(.press(button: "to-sign-up"))
                try await anna.wait(for: "the sign-up page", "!!document.querySelector(\"#phone-1 [data-button='sign-up']\")")
                try await anna.expectNoSidewaysScrolling("sign-up page")
                try await phone.perform(.lock)
                try await anna.wait(for: "the lock screen", "!!document.querySelector('#phone-1 .locked')")
                try await anna.expectNoSidewaysScrolling("locked")
                #expect(try await anna.page.evaluate("document.documentElement.lang") == .string(language))
                try await anna.expectNoRemarks()
            }
        }

        @Test("the user chooses the language in Settings, and the page and its direction follow")
        func choice() async throws {
            try await PhoneScene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.tap("Settings")
                try await anna.tap("Language")
                try await anna.tap("العربية")
                try await anna.wait(for: "the direction", "document.documentElement.dir === 'rtl'")
                try await anna.sees("الإعدادات")
                #expect(try await anna.page.evaluate("document.querySelector('#phone-2').lang").string == "en")
                try await anna.tap("English")
                try await anna.wait(for: "English", "document.documentElement.lang === 'en'")
                try await anna.sees("Settings")
                try await anna.expectNoRemarks()
            }
        }
    }
}

extension PhoneVisitor {
    /// Expects that the first phone and its page fit into the window, and that no text of the system is cut off. The bar of the keyboard and
    /// the names below icons may be.
    fileprivate func expectNoSidewaysScrolling(_ place: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let overhang = try await page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
        let cut = try await page.evaluate(
            """
            [...document.querySelectorAll("#phone-1 *:not(input):not(.visually-hidden):not(.label)")]
            .filter(e => e.clientWidth && e.scrollWidth > e.clientWidth && !e.closest(".bar, .visually-hidden"))
            .map(e => e.outerHTML.slice(0, 100))
            """)
        #expect(overhang == 0, "\(place)", sourceLocation: sourceLocation)
        #expect(cut == [], "\(place)", sourceLocation: sourceLocation)
    }
}
