package import DeviceBroker

/// Whom the process of an app stands for, and its way to the device.
public struct AppSurroundings: Sendable {
    /// The application identifier.
    public let identifier: String
    /// What the app's Info.plist says.
    public let information: [String: String]

    /// The app as the broker knows it.
    package let app: App
    /// What answers the app's calls: of a process of its own by a socket that is this app's, in this process by messages.
    package let broker: Broker
}
