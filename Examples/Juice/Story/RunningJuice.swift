import DeviceScreens
import DeviceSimulator
import JuiceApp

/// The app on a simulated device in this process.
@MainActor
final class RunningJuice {
    private let device: DeviceSimulator
    private let app: JuiceApp
    private let changes: AsyncStream<Void>

    /// Launches the app, and returns when its launch check led to the screen with this title.
    static func launch(on device: DeviceSimulator, shows title: String) async -> RunningJuice {
        let app = RunningJuice(device)
        await app.shows { $0.title == title }
        return app
    }

    private init(_ device: DeviceSimulator) {
        self.device = device
        app = device.run { JuiceApp(launch: AppLaunch()) }
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        app.screenChanged = { continuation.yield() }
    }

    var screen: AppScreen { app.screen }

    /// Waits until the screen meets a condition.
    func shows(_ condition: (AppScreen) -> Bool) async {
        var changes = changes.makeAsyncIterator()
        while !condition(screen) { _ = await changes.next(isolation: MainActor.shared) }
    }

    func press(_ title: String) {
        for case .button(let button) in screen.elements where button.title == title {
            device.run { app.receive(.pressed(button: button.id)) }
        }
    }
}

extension AppScreen {
    /// The texts of the screen's labels.
    var texts: [String] {
        elements.compactMap { element in
            if case .text(let text) = element { text.text } else { nil }
        }
    }
}
