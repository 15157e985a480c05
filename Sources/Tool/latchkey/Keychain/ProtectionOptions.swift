import ArgumentParser
import DeviceProtocol

/// The protection of an item: when it can be read, and what its access requires.
struct ProtectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When it can be read; \(Accessibility.whenUnlocked.word) if omitted.", valueName: "class"))
    var accessible: Accessibility?

    @Option(
        help: ArgumentHelp(
            "What access requires; may be repeated. `companion` is a paired watch.", valueName: "constraint"))
    var constraint: [AccessConstraint] = []

    @Flag(help: "Require only one of the constraints.")
    var anyConstraint = false

    @Flag(help: "Protect it with a separate password too, which the device asks for when it is added and read.")
    var appPassword = false

    /// Returns the access control. Throws a ``CommandFailure`` for constraints that exclude each other.
    func accessControl() throws -> AccessControl {
        let control = AccessControl(
            accessibility: accessible ?? .whenUnlocked, constraints: Set(constraint), combination: anyConstraint ? .any : .all,
            needsApplicationPassword: appPassword)
        guard let control else {
            throw CommandFailure(
                .usage, "these constraints cannot be combined",
                hint: "give user-presence alone, one kind of biometry, and --any-constraint only with two constraints")
        }
        return control
    }
}

extension Accessibility: ArgumentWord {
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
}

extension AccessConstraint: ArgumentWord {
    var word: String {
        switch self {
        case .userPresence: "user-presence"
        case .biometryAny: "biometry-any"
        case .biometryCurrentSet: "biometry-current-set"
        case .devicePasscode: "device-passcode"
        case .companion: "companion"
        }
    }
}
