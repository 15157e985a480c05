import DeviceBroker
import DeviceProtocol
import DeviceScreens
import Foundation
import Synchronization
import Testing

@testable import DeviceSimulator

/// A user of an app that runs on a device, in this process or in a separate one: reads, presses, types.
final class AppUser: Sendable {
    private struct State {
        var screen: AppScreen?
        var handled = 0
        var sent = 0
        var end: AppReport?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>
    private let process: Mutex<(any AppProcess)?>

    private let seen: @Sendable (AppScreen) -> Void

    /// Launches the app.
    ///
    /// - Parameter seen: called with every screen.
    init(
        _ program: any AppProgram, on device: DeviceSimulator, settings: [String: String] = [:], language: String = "en",
        seen: @escaping @Sendable (AppScreen) -> Void = { _ in }
    ) {
        self.seen = seen
        state = Mutex(State())
        process = Mutex(nil)
        let appEnvironment = AppEnvironment(
            identifier: device.ownApp.identifier.rawValue, information: [:], language: language, app: device.ownApp,
            broker: device.device.broker)
        let started = program.launch(AppLaunch(settings: settings), in: appEnvironment) { [weak self] in self?.take($0) }
        process.withLock { $0 = started }
    }

    deinit {
        process.withLock { $0 }?.terminate()
    }

    /// The app's current screen.
    var screen: AppScreen? { state.withLock(\.screen) }

    /// The end of the app; nil while it runs.
    var end: AppReport? { state.withLock(\.end) }

    /// Returns when the app shows such a screen and has handled all events. Fails if the app ends before.
    @discardableResult
    func shows(_ condition: (AppScreen) -> Bool) async throws -> AppScreen {
        while true {
            let (screen, isQuiet, end) = state.withLock { ($0.screen, $0.handled >= $0.sent, $0.end) }
            if let screen, isQuiet, condition(screen) { return screen }
            try #require(end == nil, "the app ended: \(String(describing: end)), with \(String(describing: screen))")
            await changes(after: screen, isQuiet)
        }
    }

    /// Waits for the screen with a title.
    @discardableResult
    func shows(_ title: String) async throws -> AppScreen {
        try await shows { $0.title == title && $0.alert == nil }
    }

    /// Returns when the app has ended.
    func ended() async -> AppReport {
        while true {
            if let end { return end }
            let (screen, isQuiet) = state.withLock { ($0.screen, $0.handled >= $0.sent) }
            await changes(after: screen, isQuiet)
        }
    }

    func send(_ event: AppEvent) {
        state.withLock { $0.sent += 1 }
        process.withLock { $0 }?.send(event)
    }

    /// Presses the button with this title.
    func press(_ title: String) throws {
        let button = try #require(screen?.buttons.first { $0.title == title }, "no button \(title)")
        try #require(button.isEnabled, "the button \(title) is disabled")
        send(.pressed(button: button.id))
    }

    /// Types into the field with this label, and returns when the app has handled it.
    func type(_ text: String, into label: String) async throws {
        let field = try #require(screen?.fields.first { $0.label == label }, "no field \(label)")
        send(.changed(field: field.id, text: text))
        try await shows { $0.fields.contains { $0.id == field.id && $0.text == text } }
    }

    /// Sends the position of the user's last action, as a device that records does.
    func follow(traceparent: String) {
        process.withLock { $0 }?.follow(traceparent: traceparent)
    }

    /// Swipes the app away.
    func quit() async {
        process.withLock { $0 }?.terminate()
        _ = await ended()
    }

    private func changes(after screen: AppScreen?, _ wasQuiet: Bool) async {
        await withCheckedContinuation { continuation in
            let isOther = state.withLock { state in
                if state.screen != screen || (state.handled >= state.sent) != wasQuiet || state.end != nil { return true }
                state.waiting.append(continuation)
                return false
            }
            if isOther { continuation.resume() }
        }
    }

    private func take(_ report: AppReport) {
        if case .screen(let screen) = report { seen(screen) }
        let waiting = state.withLock { state in
            switch report {
            case .screen(let screen): state.screen = screen
            case .handled(let events): state.handled = events
            case .ended: state.end = report
            }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension AppScreen {
    var buttons: [AppButton] {
        elements.compactMap { if case .button(let button) = $0 { button } else { nil } }
    }

    var fields: [AppTextField] {
        elements.compactMap { if case .field(let field) = $0 { field } else { nil } }
    }

    var texts: [String] {
        elements.compactMap { if case .text(let text) = $0 { text.text } else { nil } }
    }

    /// The text of an error label.
    var failure: String? {
        for case .text(let text) in elements where text.style == .error { return text.text }
        return nil
    }
}
