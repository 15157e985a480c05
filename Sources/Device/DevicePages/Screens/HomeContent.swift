import DeviceSimulator
import Markup
import Texts

/// The home screen: the installed apps and Mail, and the other apps of the system below them.
struct HomeContent {
    let apps: [PhoneView.AppIcon]
    let reader: ReaderFormat

    var html: HTML {
        HTML {
            ul(.class("apps"), .role(.list)) {
                for app in apps {
                    li(.data("key", app.id)) {
                        actionButton(.open(app: app.id), class: "app", .data("app", app.id)) {
                            AppTile(app).html
                            span(.class("label")) { bdi { app.name } }
                        }
                        if app.isRunning {
                            actionButton(.quit(app: app.id), class: "quit", spoken: reader.text(.quitApp(app: app.name))) {
                                Glyph.close.html
                            }
                        }
                    }
                }
                li(.data("key", "mail")) {
                    actionButton(.openMail, class: "app") {
                        span(.class("tile", "blue"), .aria(.hidden, "true")) { Glyph.envelope.html }
                        span(.class("label")) { reader.text(.mail) }
                    }
                }
            }
            div(.class("dock")) {
                actionButton(.openSettings(.root), class: "app") {
                    span(.class("tile", "gray"), .aria(.hidden, "true")) { Glyph.gear.html }
                    span(.class("label")) { reader.text(.settings) }
                }
                actionButton(.openSettings(.passwords), class: "app") {
                    span(.class("tile", "dark"), .aria(.hidden, "true")) { Glyph.key.html }
                    span(.class("label")) { reader.text(.passwords) }
                }
                actionButton(.open(app: PhoneView.browser), class: "app") {
                    span(.class("tile", "blue"), .aria(.hidden, "true")) { Glyph.compass.html }
                    span(.class("label")) { reader.text(.browser) }
                }
                actionButton(.openMessages, class: "app") {
                    span(.class("tile", "green"), .aria(.hidden, "true")) { Glyph.message.html }
                    span(.class("label")) { reader.text(.messages) }
                }
            }
        }
    }
}

/// The icon of an app: its first letter on one of eight backgrounds. The same app always has the same background.
struct AppTile {
    let name: String
    let id: String

    init(_ icon: PhoneView.AppIcon) {
        name = icon.name
        id = icon.id
    }

    /// Creates the icon of an app of which only the identifier is known.
    init(id: String) {
        self.id = id
        name = String(id.split(separator: ".").last ?? "?")
    }

    var html: HTML {
        span(.class("tile", "hue-\(hue)"), .aria(.hidden, "true")) { String(name.prefix(1)).uppercased() }
    }

    /// The hash that selects the background: FNV-1a of the last part of the identifier, which is equal with and without a team ID.
    /// `Hasher` would give a different value in each process.
    private var hue: UInt64 {
        (id.split(separator: ".").last ?? "").lowercased().utf8.reduce(0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        } >> 32 & 7
    }
}

/// An app that has not shown a screen yet, or has ended.
struct LaunchingContent {
    let icon: PhoneView.AppIcon
    /// The reason why the app ended, for its developer; nil while it starts.
    let failure: String?
    let reader: ReaderFormat

    var html: HTML {
        div(.class("launching", failure == nil ? "under-way" : "ended")) {
            AppTile(icon).html
            p(.class("name")) { bdi { icon.id == PhoneView.browser ? reader.text(.browser) : icon.name } }
            if let failure {
                p(.class("failure"), .lang("en"), .role(.alert)) { bdi { failure } }
                actionButton(.open(app: icon.id), class: "plain") { reader.text(.openAgain) }
            }
        }
    }
}

/// The lock screen.
struct LockedContent {
    let lock: PhoneView.LockScreen
    let pagePhone: PagePhone

    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        div(.class("locked")) {
            span(.class("padlock"), .aria(.hidden, "true")) { Glyph.lock.html }
            p(.class("day")) { clock(.weekday) }
            p(.class("clock")) { clock(.clock) }
            p(.class("ask")) { reader.text(asked) }
            if lock.takesPasscode { PasscodeEntry(pagePhone: pagePhone).html }
        }
    }

    private func clock(_ style: DateStyle) -> HTML {
        time(.datetime(pagePhone.view.time.machine)) { reader.date(pagePhone.view.time.seconds, style) }
    }

    private var asked: PhoneText {
        guard lock.takesBiometry else { return .enterThePasscode }
        switch pagePhone.view.biometry {
        case .none: return .enterThePasscode
        case .touchID: return .touchOrPasscode
        case .faceID, .opticID: return .lookOrPasscode
        }
    }
}
