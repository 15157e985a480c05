import DeviceSimulator
import Markup

/// The Settings app.
struct SettingsContent {
    let settings: PhoneView.SettingsView
    let pagePhone: PagePhone

    var html: HTML {
        div(.class("settings")) {
            if let back = settings.page.back {
                actionButton(.openSettings(back.page), class: "back") {
                    Glyph.back.html
                    span { back.title }
                }
            }
            h3(.class("large-title")) { bdi { title } }
            if let failure = settings.failure { p(.class("text error"), .role(.alert)) { bdi { failure } } }
            switch settings.page {
            case .root: root
            case .account: AccountPage(settings: settings, pagePhone: pagePhone).html
            case .passwords: PasswordsPage(settings: settings).html
            case .autoFill: autoFill
            case .faceID: faceID
            case .watch: watch
            case .recommendations: RecommendationList(settings: settings).html
            case .recommendation:
                if let page = settings.recommendation {
                    RecommendationContent(page: page, pagePhone: pagePhone).html
                } else {
                    LockedPasswords(page: .recommendation).html
                }
            }
        }
    }

    private var title: String {
        // The title of the previous page is on the back button, so this page needs a different one.
        settings.page == .recommendation
            ? settings.recommendation?.recommendation.site ?? "Security Recommendation" : settings.page.title
    }

    @HTMLBuilder private var root: HTML {
        div(.class("cells")) {
            actionButton(.openSettings(.account), class: "cell account") {
                span(.class("face"), .aria(.hidden, "true")) { Glyph.person.html }
                span(.class("what")) {
                    strong { bdi { settings.account ?? "Apple Account" } }
                    small { settings.account == nil ? "Sign in to use Sign in with Apple" : "Apple Account" }
                }
                Glyph.forward.html
            }
        }
        div(.class("cells")) {
            row(.passwords, tile: "dark", Glyph.key, "Passwords")
            row(.autoFill, tile: "blue", Glyph.pencil, "AutoFill & Passwords")
            if settings.appsUsingFaceID != nil { row(.faceID, tile: "green", Glyph.faceID, "Face ID") }
            row(.watch, tile: "dark", Glyph.watch, "Apple Watch")
        }
    }

    private func row(_ page: PhoneView.SettingsView.Page, tile: String, _ glyph: Glyph, _ title: String) -> HTML {
        actionButton(.openSettings(page), class: "cell") {
            span(.class("tile", "small", tile), .aria(.hidden, "true")) { glyph.html }
            span(.class("what")) { title }
            Glyph.forward.html
        }
    }

    @HTMLBuilder private var autoFill: HTML {
        div(.class("cells")) {
            actionButton(.setAutoFill(!settings.isAutoFillOn), class: "cell", isOn: settings.isAutoFillOn) {
                span(.class("what")) { "AutoFill Passwords" }
                toggle(settings.isAutoFillOn)
            }
        }
        p(.class("footnote")) {
            "Suggests saved passwords and verification codes above the keyboard, in the apps and websites they belong to."
        }
        providers
    }

    @HTMLBuilder private var providers: HTML {
        if !settings.credentialProviders.isEmpty {
            p(.class("cells-title")) { "AutoFill From" }
            div(.class("cells")) {
                for app in settings.credentialProviders {
                    actionButton(
                        .setProvider(app: app.id, isOn: !app.isOn), class: "cell", isOn: app.isOn, .data("key", app.id)
                    ) {
                        AppTile(id: app.id).html
                        span(.class("what")) { bdi { app.name } }
                        toggle(app.isOn)
                    }
                }
            }
            p(.class("footnote")) { "When you choose one of these apps, it learns which app or website you are signing in to." }
        }
    }

    private func toggle(_ isOn: Bool) -> HTML {
        span(.class("switch", isOn ? "on" : "off"), .aria(.hidden, "true")) { span {} }
    }

    @HTMLBuilder private var faceID: HTML {
        let apps = settings.appsUsingFaceID ?? []
        p(.class("cells-title")) { "Apps" }
        div(.class("cells")) {
            if apps.isEmpty { p(.class("cell empty")) { "No app has asked to use Face ID." } }
            for app in apps {
                actionButton(
                    .setFaceID(app: app.id, isAllowed: !app.isAllowed), class: "cell", isOn: app.isAllowed, .data("key", app.id)
                ) {
                    AppTile(id: app.id).html
                    span(.class("what")) { bdi { app.name } }
                    toggle(app.isAllowed)
                }
            }
        }
        p(.class("footnote")) { "An app that may not use Face ID can ask for the passcode." }
    }

    @HTMLBuilder private var watch: HTML {
        div(.class("cells")) {
            for action in settings.watchActions {
                if let isOn = action.isOn {
                    actionButton(.setWatch(action.next), class: "cell", isOn: isOn) {
                        span(.class("what")) { action.title }
                        toggle(isOn)
                    }
                } else {
                    actionButton(.setWatch(action.next), class: action.next == nil ? "cell centred destructive" : "cell centred") {
                        action.title
                    }
                }
            }
        }
        p(.class("footnote")) {
            "While the watch is on your wrist, unlocked and nearby, double-click its side button to confirm the request of an app."
        }
    }
}

extension PhoneView.SettingsView.Page {
    var title: String {
        switch self {
        case .root: "Settings"
        case .account: "Apple Account"
        case .passwords: "Passwords"
        case .autoFill: "AutoFill & Passwords"
        case .faceID: "Face ID"
        case .watch: "Apple Watch"
        case .recommendations, .recommendation: "Security Recommendations"
        }
    }
}
