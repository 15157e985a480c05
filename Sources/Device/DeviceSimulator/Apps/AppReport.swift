public import DeviceScreens

/// What a running app tells the device.
public enum AppReport: Hashable, Codable, Sendable {
    /// What it shows from now on.
    case screen(AppScreen)

    /// It has handled as many events as that, counted from its launch. Screens that it showed while it handled them were reported before.
    ///
    /// An app that never says so works, but the device fills nothing into it: it must know that the app has seen `willResignActive`, and
    /// what it made of it.
    case handled(events: Int)

    /// The process has ended; nothing follows. With a failure it was not by ``AppProcess/terminate()``, and the text says why to the person.
    case ended(failure: String?)
}
