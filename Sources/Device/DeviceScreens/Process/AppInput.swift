/// A message of the device to an app in a separate process: one JSON value per line, on the app's standard input. The first
/// message is the launch.
package enum AppInput: Hashable, Codable, Sendable {
    case launch(AppLaunch)
    case event(AppEvent)
    /// The value of `traceparent` for the app's requests, see ``ScreenTracing``.
    case trace(String)
}
