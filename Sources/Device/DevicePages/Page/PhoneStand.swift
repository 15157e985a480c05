import DeviceScreens
package import DeviceSimulator
package import Markup

/// One phone with what is around it: the part of the page that is drawn anew after each change.
package struct PhoneStand {
    private let stand: Stand

    package init(_ stand: Stand) {
        self.stand = stand
    }

    private var view: PhoneView { stand.view }

    package var html: HTML {
        section(
            .class("stand"), .id("phone-\(stand.number)"), .aria(.label, view.device),
            .data("live", PagePath.live(stand.number).text), .data("version", String(view.version))
        ) {
            h2(.class("name")) {
                span { view.device }
                a(.class("button again"), .href(.local(PagePath.devices))) { "Look again" }
            }
            form(
                .class("phone"), .id(stand.id("form")), .method(.post), .action(PagePath.phone(stand.number)), .autocomplete(.off)
            ) {
                // The first button is what Return presses where no script runs: it must do nothing else than tell what was typed.
                composingButton(.fields, class: "visually-hidden", spoken: "Type this", .tabindex(-1)) { "Type this" }
                span(.class("edge"), .aria(.hidden, "true")) {}
                div(.class("screen", ground), .tabindex(-1)) { screen }
            }
            Surroundings(stand: stand).html
        }
    }

    @HTMLBuilder private var screen: HTML {
        p(.class("visually-hidden"), .role(.status)) { ScreenDescription(view).text }
        statusBar
        div(.class("content"), .data("key", contentKey), isCovered ? .inert : nil) { content }
        if let keyboard = view.keyboard { KeyboardView(keyboard, view: view, isCovered: isCovered).html }
        if let alert = appAlert { AlertPanel(alert: alert, stand: stand).veiled }
        if let message = view.banner { Banner(message: message).html }
        OverlayStack(stand: stand).html
        if !isLocked { homeBar }
    }

    /// A banner leaves the screen usable; all else that lies over it does not.
    private var isCovered: Bool { !view.overlays.isEmpty || appAlert != nil }

    private var appAlert: AppAlert? {
        view.appScreen?.alert
    }

    private var isLocked: Bool {
        if case .locked = view.content { true } else { false }
    }

    private var ground: String {
        switch view.content {
        case .locked, .home: "wallpaper"
        case .app, .launching, .extensionSheet: "in-app"
        case .settings: "grouped"
        case .messages: "paper"
        }
    }

    /// What belongs to another screen is another element, so that it comes in anew.
    private var contentKey: String {
        switch view.content {
        case .locked: "locked"
        case .home: "home"
        case .app(let icon, let screen): "app \(icon.id) \(screen.title)"
        case .launching(let icon, _): "app \(icon.id)"
        case .settings(let settings): "settings \(settings.page.rawValue) \(settings.recommendation?.recommendation.id ?? "")"
        case .extensionSheet(let sheet): "extension \(sheet.number) \(sheet.screen?.title ?? "")"
        case .messages: "messages"
        }
    }

    @HTMLBuilder private var content: HTML {
        switch view.content {
        case .locked(let lock): LockedContent(lock: lock, stand: stand).html
        case .home(let apps): HomeContent(apps: apps).html
        case .app(let icon, let screen): AppContent(screen, of: icon.id, stand: stand).html
        case .launching(let icon, let failure): LaunchingContent(icon: icon, failure: failure).html
        case .settings(let settings): SettingsContent(settings: settings, stand: stand).html
        case .extensionSheet(let sheet): ExtensionContent(sheet: sheet, stand: stand).html
        case .messages(let messages): MessagesContent(messages: messages).html
        }
    }

    private var statusBar: HTML {
        div(.class("status-bar")) {
            time(.datetime(ClockText(date: view.time).machine)) { ClockText(date: view.time).time }
            span(.class("island"), .aria(.hidden, "true")) {}
            span(.class("signs")) {
                span(.class("visually-hidden")) { view.isOnline ? "Online" : "No network" }
                if view.isOnline {
                    Glyph.signal.html
                    Glyph.wireless.html
                } else {
                    Glyph.noNetwork.html
                }
                Glyph.battery.html
            }
        }
    }

    private var homeBar: HTML {
        actionButton(.home, class: "home-bar", spoken: "Home") { span(.aria(.hidden, "true")) {} }
    }
}

/// One phone on the page: what it shows, and what the page says of it.
package struct Stand: Sendable {
    /// Counted from 1; addresses and ids have it.
    package let number: Int
    package let view: PhoneView
    /// Shown to whoever tries the device out; nil: the page does not tell.
    package let passcode: String?

    package init(number: Int, view: PhoneView, passcode: String? = nil) {
        self.number = number
        self.view = view
        self.passcode = passcode
    }

    /// An id on the page that no other phone has.
    func id(_ name: String) -> String { "phone-\(number)-\(name)" }
}
