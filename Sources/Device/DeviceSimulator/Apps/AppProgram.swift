package import DeviceBroker
public import DeviceScreens

/// The program of an installed app, which launches its processes.
public protocol AppProgram: Sendable {
    /// Launches the app without waiting for it. The caller waits for the end of the app's last process first.
    ///
    /// - Parameters:
    ///   - launch: The launch parameters.
    ///   - appEnvironment: The identity of the process, and its connection to the device.
    ///   - report: Receives the reports of the process in order, from any thread, possibly during this call. The last report is
    ///     ``AppReport/ended(failure:)``; it is the only one if the process cannot be started.
    func launch(
        _ launch: AppLaunch, in appEnvironment: AppEnvironment, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess
}

/// A running app, in this process or a separate one.
///
/// The methods do not block: events for a slow app are queued.
public protocol AppProcess: AnyObject, Sendable {
    /// Sends an event. Events arrive in order; after the end of the process they are dropped.
    func send(_ event: AppEvent)

    /// Sends the value of the header field `traceparent` for the app's requests, before an event. The default does nothing.
    func follow(traceparent: String)

    /// Ends the process immediately, as swiping the app away does. The app cannot prevent it. ``AppReport/ended(failure:)``
    /// follows once.
    func terminate()
}

extension AppProcess {
    /// Does nothing.
    public func follow(traceparent: String) {}
}

/// A report of a running app to the device.
public enum AppReport: Hashable, Codable, Sendable {
    /// The new screen.
    case screen(AppScreen)

    /// The number of events that the app has handled since its launch. The screens that it showed for them were reported before.
    ///
    /// An app that never reports this works, but AutoFill does not fill its fields: the device must know that the app has handled
    /// `willResignActive`, and how it responded.
    case handled(events: Int)

    /// The process has ended; this is the last report. A failure means that it ended without ``AppProcess/terminate()``; the text
    /// explains it to the user.
    case ended(failure: String?)
}

/// The identity of an app's process, and its connection to the device.
public struct AppEnvironment: Sendable {
    /// The application identifier.
    public let identifier: String
    /// The values of the app's Info.plist.
    public let information: [String: String]
    /// The language of the device, as a BCP 47 tag.
    public let language: String

    /// The app as the broker knows it.
    package let app: App
    /// The broker that answers the app's calls: over a socket for a separate process, by messages within this one.
    package let broker: Broker
}

/// An app that is installed on a phone.
public struct PhoneApp: Sendable {
    /// The application identifier: a team, a dot, and a bundle identifier.
    public let identifier: String
    /// The name below its icon.
    public var name: String
    /// The entitlement `com.apple.developer.associated-domains`: `webcredentials:example.com` and other services.
    public var associatedDomains: [String]
    /// Whether `?mode=developer` is permitted.
    public var isSignedForDevelopment: Bool
    /// The app's access groups in Apple's order: the entitlement `keychain-access-groups`, the application identifier, the app
    /// groups. New items go to the first group. The application identifier is appended if it is missing.
    public var accessGroups: [String]
    /// The values of its Info.plist. Without `NSFaceIDUsageDescription`, the app must not use Face ID.
    public var information: [String: String]
    /// The values of its Info.plist in other languages, by BCP 47 tag, as `InfoPlist.strings` has them: `["de":
    /// ["NSFaceIDUsageDescription": "…"]]`. A prompt shows the value in the language of the phone, or that of ``information``.
    public var localizedInformation: [String: [String: String]]
    /// The launch settings.
    public var settings: [String: String]
    /// The program of the app.
    public let program: any AppProgram
    /// The app's account modification extension; nil without one.
    public var upgradeExtension: PhoneExtension?
    /// The app's credential provider extension; nil without one.
    public var credentialProvider: PhoneCredentialProvider?

    /// Creates an app.
    public init(
        _ identifier: String, name: String, associatedDomains: [String] = [], isSignedForDevelopment: Bool = true,
        accessGroups: [String] = [],
        information: [String: String] = [:], localizedInformation: [String: [String: String]] = [:],
        settings: [String: String] = [:], program: any AppProgram,
        upgradeExtension: PhoneExtension? = nil, credentialProvider: PhoneCredentialProvider? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.associatedDomains = associatedDomains
        self.isSignedForDevelopment = isSignedForDevelopment
        self.accessGroups = accessGroups
        self.information = information
        self.localizedInformation = localizedInformation
        self.settings = settings
        self.program = program
        self.upgradeExtension = upgradeExtension
        self.credentialProvider = credentialProvider
    }
}

extension PhoneApp {
    /// The reason to use Face ID in other languages, by BCP 47 tag.
    var faceReasons: [String: String] { localizedInformation.compactMapValues { $0["NSFaceIDUsageDescription"] } }
}
