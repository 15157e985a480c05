import DeviceScreens
package import DeviceSimulator
package import Markup
package import Texts

/// A phone with its surroundings: the part of the page that is drawn again after each change.
package struct PhonePanel {
    private let pagePhone: PagePhone

    package init(_ pagePhone: PagePhone) {
        self.pagePhone = pagePhone
    }

    private var view: PhoneView { pagePhone.view }
    private var reader: ReaderFormat { pagePhone.reader }

    package var html: HTML {
        section(
            .class("stand"), .id("phone-\(pagePhone.number)"), .aria(.label, view.device), .lang(reader.language.tag),
            .dir(reader.language.direction == .rightToLeft ? .rightToLeft : .leftToRight),
            .data("live", PagePath.live(pagePhone.number).text), .data("version", String(view.version)),
            doneSteps.map { .data("tour", $0) }
        ) {
            h2(.class("name")) {
                span { bdi { view.device } }
                a(.class("button again"), .href(.local(PagePath.devices))) { reader.text(.reload) }
            }
            form(
                .class("phone"), .id(pagePhone.id("form")), .method(.post), .action(PagePath.phone(pagePhone.number)),
                .autocomplete(.off)
            ) {
                // Without script, Return presses the first button. It must only submit the typed text.
                composingButton(.fields, class: "visually-hidden", spoken: reader.text(.enterText), .tabindex(-1)) {
                    reader.text(.enterText)
                }
                span(.class("edge"), .aria(.hidden, "true")) {}
                // The script fills this when the connection is lost or an action of this phone is rejected. Drawings do not
                // change it.
                div(.class("stand-notice")) { p(.role(.alert), .hidden) {} }
                div(.class("screen", ground), .tabindex(-1)) { screen }
            }
            if case .settings(let settings) = view.content, settings.page == .importCredentials {
                ImportPage.outerForm(of: pagePhone)
            }
            PhoneControls(pagePhone: pagePhone).html
        }
    }

    /// The steps of the tour that have happened, separated by spaces; nil without a tour.
    private var doneSteps: String? {
        guard let tour = pagePhone.tour else { return nil }
        return TourStep.allCases.filter { tour.contains($0) }.map(\.rawValue).joined(separator: " ")
    }

    @HTMLBuilder private var screen: HTML {
        p(.class("visually-hidden"), .role(.status)) { ScreenDescription(pagePhone).text }
        statusBar
        div(.class("content"), .data("key", contentKey), isCovered ? .inert : nil) { content }
        if let keyboard = view.keyboard { KeyboardView(keyboard, pagePhone: pagePhone, isCovered: isCovered).html }
        if let alert = appAlert { AlertPanel(alert: alert, pagePhone: pagePhone).veiled }
        if let message = view.banner { Banner(message: message, reader: reader).html }
        if let mail = view.mailBanner { Banner(mail: mail, reader: reader).html }
        if let notification = view.notification { NotificationBanner(notification: notification, reader: reader).html }
        OverlayStack(pagePhone: pagePhone).html
        if !isLocked { homeBar }
    }

    /// Whether an overlay blocks the screen, as every overlay except a banner does.
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
        case .messages, .mail: "paper"
        }
    }

    /// The identity of the screen's content. A different screen is a new element, which appears with an animation.
    private var contentKey: String {
        switch view.content {
        case .locked: "locked"
        case .home: "home"
        case .app(let icon, let screen): "app \(icon.id) \(screen.title)"
        case .launching(let icon, _): "app \(icon.id)"
        case .settings(let settings): "settings \(settings.page.rawValue) \(settings.recommendation?.recommendation.id ?? "")"
        case .extensionSheet(let sheet): "extension \(sheet.number) \(sheet.screen?.title ?? "")"
        case .messages: "messages"
        case .mail(let mail): mail.open.map { "mail \($0.mail.id)" } ?? "mail"
        }
    }

    @HTMLBuilder private var content: HTML {
        switch view.content {
        case .locked(let lock): LockedContent(lock: lock, pagePhone: pagePhone).html
        case .home(let apps): HomeContent(apps: apps, reader: reader).html
        case .app(let icon, let screen): AppContent(screen, of: icon.id, pagePhone: pagePhone).html
        case .launching(let icon, let failure): LaunchingContent(icon: icon, failure: failure, reader: reader).html
        case .settings(let settings): SettingsContent(settings: settings, pagePhone: pagePhone).html
        case .extensionSheet(let sheet): ExtensionContent(sheet: sheet, pagePhone: pagePhone).html
        case .messages(let messages): MessagesContent(messages: messages, reader: reader).html
        case .mail(let mail): MailContent(mail: mail, reader: reader).html
        }
    }

    private var statusBar: HTML {
        div(.class("status-bar")) {
            time(.datetime(view.time.machine)) { reader.date(view.time.seconds, .clock) }
            span(.class("island"), .aria(.hidden, "true")) {}
            span(.class("signs")) {
                span(.class("visually-hidden")) { reader.text(view.isOnline ? .online : .noNetwork) }
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
        actionButton(.home, class: "home-bar", spoken: reader.text(.home), shortcut: .home) { span(.aria(.hidden, "true")) {} }
    }
}

/// One phone on the page, with its number and passcode.
package struct PagePhone: Sendable {
    /// The number of the phone, counted from 1, in addresses and identifiers.
    package let number: Int
    package let view: PhoneView
    /// The passcode that the page shows to the user; nil to hide it.
    package let passcode: String?
    /// The language of the system.
    package let reader: ReaderFormat
    /// The steps of the tour that have happened; nil without a tour. The phone can be erased if there is a tour.
    let tour: Set<TourStep>?

    package init(
        number: Int, view: PhoneView, passcode: String? = nil, reader: ReaderFormat = .english, tour: Set<TourStep>? = nil
    ) {
        self.number = number
        self.view = view
        self.passcode = passcode
        self.reader = reader
        self.tour = tour
    }

    /// Returns an identifier that is unique on the page.
    func id(_ name: String) -> String { "phone-\(number)-\(name)" }
}
