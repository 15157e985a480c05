/// A message of the device to an app in a separate process: one JSON value per line, on the app's standard input. The first
/// message is the launch.
package enum AppInput: Hashable, Codable, Sendable {
    case launch(AppLaunch)
    case event(AppEvent)
    /// The value of `traceparent` for the app's requests, see ``ScreenTracing``.
    case trace(String)
}

/// A message of an app in a separate process to its device: one JSON value per line, on the original standard output.
package enum AppOutput: Hashable, Codable, Sendable {
    /// The new screen.
    case screen(AppScreen)
    /// The number of events that the app has handled since its launch. The screens that it showed for them precede this message.
    case handled(events: Int)
}
