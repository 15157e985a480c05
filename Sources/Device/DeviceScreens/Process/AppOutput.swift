/// What such an app tells the device: a JSON value a line, on what was its standard output.
package enum AppOutput: Hashable, Codable, Sendable {
    /// What it shows from now on.
    case screen(AppScreen)
    /// It has handled so many events since its launch. What it showed while it did came before this.
    case handled(events: Int)
}
