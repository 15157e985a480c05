import DeviceSimulator
import Markup

/// The Settings app.
struct SettingsContent {
    let settings: PhoneView.SettingsView
    let stand: Stand

    init(_ settings: PhoneView.SettingsView, stand: Stand) {
        self.settings = settings
        self.stand = stand
    }

    var html: HTML {
        div(.class("settings")) {
            if let back = settings.page.back {
                actionButton(.openSettings(back.page), class: "back") {
                    Glyph.back.html
                    span { back.title }
                }
            }
            h3(.class("large-title")) { title }
            if let failure = settings.failure { p(.class("text error"), .role(.alert)) { failure } }
            switch settings.page {
            case .root: root
            case .account: AccountPage(settings, stand: stand).html
            case .passwords: PasswordsPage(settings).html
            case .faceID: faceID
            case .watch: watch
            case .recommendations: RecommendationList(settings).html
            case .recommendation:
                if let page = settings.recommendation {
                    RecommendationContent(page, stand: stand).html
                } else {
                    LockedPasswords(page: .recommendation).html
                }
            }
        }
    }

    private var title: String {
        switch settings.page {
        case .root: "Settings"
        case .account: "Apple Account"
        case .passwords: "Passwords"
        case .faceID: "Face ID"
        case .watch: "Apple Watch"
        case .recommendations: "Security Recommendations"
        // Under another name than the page before, whose name stands on the way back.
        case .recommendation: settings.recommendation?.recommendation.site ?? "Security Recommendation"
        }
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
            actionButton(.openSettings(.passwords), class: "cell") {
                span(.class("tile", "small", "dark"), .aria(.hidden, "true")) { Glyph.key.html }
                span(.class("what")) { "Passwords" }
                Glyph.forward.html
            }
            if settings.appsUsingFaceID != nil {
                actionButton(.openSettings(.faceID), class: "cell") {
                    span(.class("tile", "small", "green"), .aria(.hidden, "true")) { Glyph.faceID.html }
                    span(.class("what")) { "Face ID" }
                    Glyph.forward.html
                }
            }
            actionButton(.openSettings(.watch), class: "cell") {
                span(.class("tile", "small", "dark"), .aria(.hidden, "true")) { Glyph.watch.html }
                span(.class("what")) { "Apple Watch" }
                Glyph.forward.html
            }
            actionButton(.setAutoFill(!settings.isAutoFillOn), class: "cell", isOn: settings.isAutoFillOn) {
                span(.class("tile", "small", "blue"), .aria(.hidden, "true")) { Glyph.pencil.html }
                span(.class("what")) { "AutoFill Passwords" }
                toggle(settings.isAutoFillOn)
            }
        }
        p(.class("footnote")) {
            "Offers saved passwords and codes above the keyboard, in apps and pages that they belong to."
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
            p(.class("footnote")) { "These apps learn which app or website you are signing in to when you choose them." }
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
            "While the watch is on your wrist, unlocked and nearby, a double click of its side button confirms what an app asks."
        }
    }
}
