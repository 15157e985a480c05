package import DeviceBroker
public import DeviceScreens

/// An app that is installed and can be launched: what makes processes.
public protocol AppProgram: Sendable {
    /// Launches the app, and does not wait for it. Called once the last process of the app has ended.
    ///
    /// - Parameters:
    ///   - launch: What the app is launched with.
    ///   - surroundings: Whom the process stands for, and its way to the device.
    ///   - report: Takes what the process does, in order, from any thread, during this call too. The last report is
    ///     ``AppReport/ended(failure:)``; a process that cannot be started reports that alone.
    func launch(
        _ launch: AppLaunch, in surroundings: AppSurroundings, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess
}

/// A running app, as the device has it in hand: in this process, or in one of its own.
///
/// Neither call blocks: whoever is slow to read has events waiting for it.
public protocol AppProcess: AnyObject, Sendable {
    /// Sends an event. Events arrive in the order in which they were sent; after the end of the process they are dropped.
    func send(_ event: AppEvent)

    /// Ends the process, as a person does who swipes the app away: it is not asked, and may be in the middle of anything.
    /// ``AppReport/ended(failure:)`` follows, once.
    func terminate()
}

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

/// An app as it is installed on a phone.
public struct PhoneApp: Sendable {
    /// The application identifier: a team, a dot, and a bundle identifier.
    public let identifier: String
    /// What stands below its icon.
    public var name: String
    /// The entitlement `com.apple.developer.associated-domains`: `webcredentials:example.com`, and what else there is.
    public var associatedDomains: [String]
    /// Whether `?mode=developer` may have an effect.
    public var isSignedForDevelopment: Bool
    /// The app's access groups in Apple's order: the entitlement `keychain-access-groups`, the application identifier, the app groups. New items go
    /// to the first. The application identifier follows them where it is not among them.
    public var accessGroups: [String]
    /// What its Info.plist says. Without `NSFaceIDUsageDescription` the app may not use Face ID.
    public var information: [String: String]
    /// What it is launched with.
    public var settings: [String: String]
    /// What is run.
    public let program: any AppProgram
    /// Its extension that makes accounts safer; nil: it has none.
    public var upgradeExtension: PhoneExtension?
    /// Its extension that provides credentials to AutoFill; nil: it has none.
    public var credentialProvider: PhoneCredentialProvider?

    /// An app.
    public init(
        _ identifier: String, name: String, associatedDomains: [String] = [], isSignedForDevelopment: Bool = true,
        accessGroups: [String] = [],
        information: [String: String] = [:], settings: [String: String] = [:], program: any AppProgram,
        upgradeExtension: PhoneExtension? = nil, credentialProvider: PhoneCredentialProvider? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.associatedDomains = associatedDomains
        self.isSignedForDevelopment = isSignedForDevelopment
        self.accessGroups = accessGroups
        self.information = information
        self.settings = settings
        self.program = program
        self.upgradeExtension = upgradeExtension
        self.credentialProvider = credentialProvider
    }
}
