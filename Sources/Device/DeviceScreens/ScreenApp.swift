/// An app whose screens are values: what stands in the place of UIKit where there is none.
///
/// The device shows ``screen`` whenever ``screenChanged`` was called, and sends events. Everything happens on the main actor, as in UIKit.
@MainActor
public protocol ScreenApp: AnyObject, Sendable {
    /// Launches the app: `application(_:didFinishLaunchingWithOptions:)`.
    init(launch: AppLaunch)

    /// What it shows now.
    var screen: AppScreen { get }

    /// Called by the app after each change of ``screen``. The device sets it before the first event.
    var screenChanged: @MainActor @Sendable () -> Void { get set }

    func receive(_ event: AppEvent)
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
