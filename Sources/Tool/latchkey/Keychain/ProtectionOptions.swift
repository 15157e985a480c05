import ArgumentParser
import DeviceProtocol

/// The protection of an item: when it can be read, and what its access requires.
struct ProtectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When it can be read: when-unlocked, after-first-unlock, always, each also with -this-device-only, or when-passcode-set.",
            valueName: "class"))
    var accessible = Accessibility.whenUnlocked

    @Option(
        help: ArgumentHelp(
            "What access requires: user-presence, biometry-any, biometry-current-set or device-passcode; may be repeated.",
            valueName: "constraint"))
    var constraint: [AccessConstraint] = []

    @Flag(help: "Require only one of the constraints.")
    var anyConstraint = false

    @Flag(help: "Protect it with a separate password too, which the device asks for when it is added and read.")
    var appPassword = false

    /// Returns the access control. Throws a ``CommandFailure`` for constraints that exclude each other.
    func accessControl() throws -> AccessControl {
        let control = AccessControl(
            accessibility: accessible, constraints: Set(constraint), combination: anyConstraint ? .any : .all,
            needsApplicationPassword: appPassword)
        guard let control else {
            throw CommandFailure(
                .usage, "these constraints cannot be combined",
                hint: "give user-presence alone, one kind of biometry, and --any-constraint only with two constraints")
        }
        return control
    }
}

extension Accessibility: ExpressibleByArgument {
    /// Parses the name that this command uses.
    public init?(argument: String) {
        guard let value = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = value
    }

    /// The name that this command uses.
    var word: String {
        switch self {
        case .whenUnlocked: "when-unlocked"
        case .afterFirstUnlock: "after-first-unlock"
        case .always: "always"
        case .whenPasscodeSetThisDeviceOnly: "when-passcode-set"
        case .whenUnlockedThisDeviceOnly: "when-unlocked-this-device-only"
        case .afterFirstUnlockThisDeviceOnly: "after-first-unlock-this-device-only"
        case .alwaysThisDeviceOnly: "always-this-device-only"
        }
    }

    /// The name of the default, for the help.
    public var defaultValueDescription: String { word }

    /// The accepted names, for the error message.
    public static var allValueStrings: [String] { allCases.map(\.word) }
}

extension AccessConstraint: ExpressibleByArgument {
    /// Parses the name that this command uses.
    public init?(argument: String) {
        guard let value = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = value
    }

    /// The name that this command uses.
    var word: String {
        switch self {
        case .userPresence: "user-presence"
        case .biometryAny: "biometry-any"
        case .biometryCurrentSet: "biometry-current-set"
        case .devicePasscode: "device-passcode"
        case .companion: "companion"
        }
    }

    /// The accepted names, for the error message.
    public static var allValueStrings: [String] { allCases.map(\.word) }
}
