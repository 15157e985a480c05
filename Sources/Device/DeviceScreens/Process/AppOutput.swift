/// A message of an app in a separate process to its device: one JSON value per line, on the original standard output.
package enum AppOutput: Hashable, Codable, Sendable {
    /// The new screen.
    case screen(AppScreen)
    /// The number of events that the app has handled since its launch. The screens that it showed for them precede this message.
    case handled(events: Int)
}
