import DeviceScreens

/// An app that converts the text of its two fields to capitals.
@MainActor
final class CapitalsApp: ScreenApp {
    private(set) var screen = CapitalsApp.fields([:]) {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private var texts: [String: String] = [:]

    init(launch: AppLaunch) {}

    func receive(_ event: AppEvent) {
        guard case .changed(let field, let text) = event else { return }
        texts[field] = text.uppercased()
        screen = Self.fields(texts)
    }

    private static func fields(_ texts: [String: String]) -> AppScreen {
        AppScreen(
            title: "Capitals",
            elements: ["name", "town"].map { name in
                .field(AppTextField(name, label: name, text: texts[name] ?? ""))
            })
    }
}
