import DeviceSimulator
import Markup
import Texts

/// The Settings app.
struct SettingsContent {
    let settings: PhoneView.SettingsView
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        div(.class("settings")) {
            if let back = settings.page.back {
                actionButton(.openSettings(back.page), class: "back") {
                    Glyph.back.html
                    span { reader.text(back.page.title) }
                }
            }
            h3(.class("large-title")) { reader.html(title) }
            if let failure = settings.failure {
                p(.class("text error"), .role(.alert)) {
                    reader.html(settings.failed.map { Sentence.text($0.text) } ?? .ofApp(failure))
                }
            }
            switch settings.page {
            case .root: root
            case .account: AccountPage(settings: settings, pagePhone: pagePhone).html
            case .passwords: PasswordsPage(settings: settings, reader: reader).html
            case .autoFill: autoFill
            case .faceID: faceID
            case .watch: watch
            case .language: languages
            case .exportCredentials: ExportPage(isConfirmed: settings.isExportConfirmed, pagePhone: pagePhone).html
            case .importCredentials: ImportPage(pagePhone: pagePhone).html
            case .recommendations: RecommendationList(settings: settings, reader: reader).html
            case .passkey:
                if let passkey = settings.passkey {
                    PasskeyPage(passkey: passkey, pagePhone: pagePhone).html
                } else {
                    LockedPasswords(page: .passkey, reader: reader).html
                }
            case .recommendation:
                if let page = settings.recommendation {
                    RecommendationContent(page: page, pagePhone: pagePhone).html
                } else {
                    LockedPasswords(page: .recommendation, reader: reader).html
                }
            }
        }
    }

    private var title: Sentence {
        // The title of the previous page is on the back button, so this page needs a different one.
        if settings.page == .recommendation, let site = settings.recommendation?.recommendation.site { return .ofApp(site) }
        return .text(settings.page.title)
    }

    @HTMLBuilder private var root: HTML {
        div(.class("cells")) {
            actionButton(.openSettings(.account), class: "cell account") {
                span(.class("face"), .aria(.hidden, "true")) { Glyph.person.html }
                span(.class("what")) {
                    strong { reader.html(settings.account.map(Sentence.ofApp) ?? .text(.appleAccount)) }
                    small { reader.text(settings.account == nil ? .signInToUse : .appleAccount) }
                }
                Glyph.forward.html
            }
        }
        div(.class("cells")) {
            row(.passwords, tile: "dark", Glyph.key)
            row(.autoFill, tile: "blue", Glyph.pencil)
            if settings.appsUsingFaceID != nil { row(.faceID, tile: "green", Glyph.faceID) }
            row(.watch, tile: "dark", Glyph.watch)
            row(.language, tile: "gray", Glyph.globe)
        }
    }

    private func row(_ page: PhoneView.SettingsView.Page, tile: String, _ glyph: Glyph) -> HTML {
        actionButton(.openSettings(page), class: "cell") {
            span(.class("tile", "small", tile), .aria(.hidden, "true")) { glyph.html }
            span(.class("what")) { reader.text(page.title) }
            Glyph.forward.html
        }
    }

    @HTMLBuilder private var autoFill: HTML {
        div(.class("cells")) {
            actionButton(.setAutoFill(!settings.isAutoFillOn), class: "cell", isOn: settings.isAutoFillOn) {
                span(.class("what")) { reader.text(.autoFillPasswords) }
                toggle(settings.isAutoFillOn)
            }
        }
        p(.class("footnote")) { reader.text(.autoFillNote) }
        providers
    }

    @HTMLBuilder private var providers: HTML {
        if !settings.credentialProviders.isEmpty {
            p(.class("cells-title")) { reader.text(.autoFillFrom) }
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
            p(.class("footnote")) { reader.text(.providersNote) }
        }
    }

    private func toggle(_ isOn: Bool) -> HTML {
        span(.class("switch", isOn ? "on" : "off"), .aria(.hidden, "true")) { span {} }
    }

    @HTMLBuilder private var faceID: HTML {
        let apps = settings.appsUsingFaceID ?? []
        p(.class("cells-title")) { reader.text(.apps) }
        div(.class("cells")) {
            if apps.isEmpty { p(.class("cell empty")) { reader.text(.noFaceIDApps) } }
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
        p(.class("footnote")) { reader.text(.faceIDNote) }
    }

    @HTMLBuilder private var watch: HTML {
        div(.class("cells")) {
            for (action, title) in zip(settings.watchActions, watchTitles) {
                if let isOn = action.isOn {
                    actionButton(.setWatch(action.next), class: "cell", isOn: isOn) {
                        span(.class("what")) { reader.text(title) }
                        toggle(isOn)
                    }
                } else {
                    actionButton(.setWatch(action.next), class: action.next == nil ? "cell centred destructive" : "cell centred") {
                        reader.text(title)
                    }
                }
            }
        }
        p(.class("footnote")) { reader.text(.watchNote) }
    }

    /// The titles of the watch's controls, in their order.
    private var watchTitles: [PhoneText] {
        settings.watch == nil ? [.pairWatch] : [.watchOnWrist, .watchUnlocked, .watchNearby, .unpairWatch]
    }

    /// The languages in their own names.
    private var languages: HTML {
        div(.class("cells")) {
            for language in Language.offered {
                if let choice = PhoneView.Language(rawValue: language.tag) {
                    let isChosen = language == reader.language
                    actionButton(.setLanguage(choice), class: "cell", isChosen ? .aria(.current, "true") : nil) {
                        span(.class("what"), .lang(language.tag)) { bdi { language.endonym } }
                        if isChosen { Glyph.check.html }
                    }
                }
            }
        }
    }
}
