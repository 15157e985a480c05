/// An app whose screens are values: what stands in the place of UIKit where there is none.
///
/// The device shows its screen whenever `screenChanged` was called, and sends events. Everything happens on the main actor, as in UIKit.
@MainActor
public protocol ScreenApp: ScreenController, Sendable {
    /// Launches the app: `application(_:didFinishLaunchingWithOptions:)`.
    init(launch: AppLaunch)
}

/// What an app is launched with.
public struct AppLaunch: Hashable, Codable, Sendable {
    /// What whoever installed the app wants it to know, such as the address of its backend under `server`.
    public var settings: [String: String]

    /// A launch.
    public init(settings: [String: String] = [:]) {
        self.settings = settings
    }
}
