import Traces

/// An app in the process that was launched for it: handles the device's messages in order, and reports the app's screen.
@MainActor
final class HostedApp {
    private let output: AppOutputLines
    private let make: @MainActor (AppLaunch) -> any ScreenApp
    private var app: (any ScreenApp)?
    private var shown: AppScreen?
    private var handled = 0

    init(output: AppOutputLines, make: @escaping @MainActor (AppLaunch) -> any ScreenApp) {
        self.output = output
        self.make = make
    }

    func take(_ input: AppInput) {
        switch input {
        case .launch(let launch) where app == nil:
            let app = make(launch)
            app.screenChanged = { [weak self] in self?.show() }
            self.app = app
            show()
        case .launch: break
        case .trace(let traceparent):
            FollowedTrace.ofProcess.follow(traceparent)
            (app as? any ScreenTracing)?.follow(traceparent: traceparent)
        case .event(let event):
            app?.take(event)
            show()
            handled += 1
            output.send(.handled(events: handled))
        }
    }

    /// Sends the screen if it has changed.
    private func show() {
        guard let screen = app?.screen, screen != shown else { return }
        shown = screen
        output.send(.screen(screen))
    }
}
