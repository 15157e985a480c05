import DeviceSimulator

/// The app or page that an address such as `/device?app=juice` opens on the first phone of the page.
enum DeepLink: Hashable, Sendable {
    /// An app, with its name.
    case opens(PhoneAction, app: Sentence)
    /// No app has this name.
    case unknown(app: String)

    /// Finds an app.
    ///
    /// - Parameters:
    ///   - name: The name of an app, its identifier, or the last part of the identifier, in any case. The apps of the system are
    ///     `mail`, `messages`, `settings`, `passwords` and `browser`.
    ///   - apps: The installed apps. They precede those of the system.
    init(_ name: String, among apps: [PhoneView.AppIcon]) {
        let wanted = name.lowercased()
        let found = apps.first { app in
            let lastPart = app.id.split(separator: ".").last ?? ""
            return [app.name, app.id, String(lastPart)].contains { $0.lowercased() == wanted }
        }
        self =
            if let found {
                .opens(.open(app: found.id), app: .ofApp(found.name))
            } else if let system = Self.system[wanted] {
                .opens(system.action, app: .text(system.name))
            } else {
                .unknown(app: String(name.prefix(Self.longestName)))
            }
    }

    private static let system: [String: (action: PhoneAction, name: PhoneText)] = [
        "mail": (.openMail, .mail), "messages": (.openMessages, .messages), "settings": (.openSettings(.root), .settings),
        "passwords": (.openSettings(.passwords), .passwords), "browser": (.open(app: PhoneView.browser), .browser),
    ]

    private static let longestName = 100
}
