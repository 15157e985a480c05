/// What a device tells an app that runs as a process of its own: a JSON value a line, on the app's standard input. The first is the launch.
package enum AppInput: Hashable, Codable, Sendable {
    case launch(AppLaunch)
    case event(AppEvent)
}
