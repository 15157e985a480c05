import ArgumentParser
import DeviceProtocol

/// When an item can be read, and who must be asked before.
struct ProtectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When it can be read: when-unlocked, after-first-unlock, always, each also with -this-device-only, or when-passcode-set.",
            valueName: "class"))
    var accessible = Accessibility.whenUnlocked

    @Option(
        help: ArgumentHelp(
            "What must be shown before it is read: user-presence, biometry-any, biometry-current-set or device-passcode; may be given several times.",
            valueName: "constraint"))
    var constraint: [AccessConstraint] = []

    @Flag(help: "One of the constraints suffices.")
    var anyConstraint = false

    @Flag(help: "It stands behind a password of its own as well, which the device asks for when it is added and read.")
    var appPassword = false

    /// Throws for what excludes each other.
    func accessControl() throws -> AccessControl {
        let control = AccessControl(
            accessibility: accessible, constraints: Set(constraint), combination: anyConstraint ? .any : .all,
            needsApplicationPassword: appPassword)
        guard let control else {
            throw CommandFailure(
                .usage, "these constraints exclude each other",
                hint: "user-presence stands alone, biometry is of one kind, and --any-constraint needs two")
        }
        return control
    }
}

extension Accessibility: ExpressibleByArgument {
    /// Takes the words of the command alone.
    public init?(argument: String) {
        guard let value = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = value
    }

    /// What the command calls it.
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

    /// The word, for the help.
    public var defaultValueDescription: String { word }

    /// The words, where another one was given.
    public static var allValueStrings: [String] { allCases.map(\.word) }
}

extension AccessConstraint: ExpressibleByArgument {
    /// Takes the words of the command alone.
    public init?(argument: String) {
        guard let value = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = value
    }

    /// What the command calls it.
    var word: String {
        switch self {
        case .userPresence: "user-presence"
        case .biometryAny: "biometry-any"
        case .biometryCurrentSet: "biometry-current-set"
        case .devicePasscode: "device-passcode"
        case .companion: "companion"
        }
    }

    /// The words, where another one was given.
    public static var allValueStrings: [String] { allCases.map(\.word) }
}
