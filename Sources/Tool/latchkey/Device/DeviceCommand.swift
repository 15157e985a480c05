import ArgumentParser
import DeviceBroker
import DeviceProtocol
import Foundation

struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "Run and manage a device with keychain, enclave, passcode and sensor.",
        discussion: """
            `run` runs a device for apps on this machine. The other commands contact a running one, by the folder that --state or \
            LATCHKEY_DEVICE_STATE names. A passcode is never an argument: it is typed without being shown, or comes from a file.

            Exits with 1 for a negative result, such as a wrong passcode; with 2 for a rejected request; with 70 if no device runs.
            """,
        subcommands: [
            DeviceRunCommand.self, DeviceStatusCommand.self, DevicePromptsCommand.self, DeviceLaunchCommand.self,
            DeviceUninstallCommand.self, DevicePasscodeCommand.self, DeviceEnrollCommand.self, DeviceUnenrollCommand.self,
            DeviceFaceIDCommand.self,
            DeviceLockCommand.self,
            DeviceUnlockCommand.self, DeviceResetLockoutCommand.self, DeviceRestartCommand.self, DeviceSensorCommand.self,
            DeviceAuditCommand.self, DeviceAttestationKeyCommand.self, DeviceAccountCommand.self, DeviceAssociateCommand.self,
            DeviceUpgradesCommand.self,
            EnclaveProcessCommand.self,
        ])
}

/// The running device that a command contacts.
struct DeviceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The device's folder; the one in LATCHKEY_DEVICE_STATE if omitted.", valueName: "folder"))
    var state: String?

    func folder() throws -> String {
        guard let folder = state ?? ProcessInfo.processInfo.environment[Self.variable], !folder.isEmpty else {
            throw CommandFailure(
                .usage, "missing folder of the device",
                hint: "name it with --state or in \(Self.variable); `latchkey device run --state FOLDER` starts a device")
        }
        return folder
    }

    /// Opens a link to the device's broker.
    func link() throws -> ControlLink {
        let path = DeviceFolder.controlSocket(in: try folder())
        do {
            return try ControlLink(path: path)
        } catch {
            throw CommandFailure(
                .failure, DeviceErrorText.of(error), hint: "start it: latchkey device run --state \(try folder().sanitized)")
        }
    }

    /// Sends a request to the device. Throws a ``CommandFailure`` if the device rejects it.
    @discardableResult
    func ask(_ request: ControlRequest) throws -> ControlAnswer {
        let link = try link()
        do {
            return try link.perform(request)
        } catch {
            throw CommandFailure(rejected: error)
        }
    }

    static let variable = "LATCHKEY_DEVICE_STATE"
}

extension CommandFailure {
    /// Creates the failure for a device's rejection. The exit code is 1 for a negative result, 2 for an invalid request, and 70 if
    /// the device or a part of it is unavailable.
    init(rejected rejection: DeviceError) {
        switch rejection {
        case .authentication(let failure): self.init(.negative, DeviceErrorText.of(rejection), hint: DeviceErrorText.hint(failure))
        case .item(let reason): self.init(.negative, DeviceErrorText.of(rejection), hint: DeviceErrorText.hint(reason))
        case .badRequest: self.init(.usage, DeviceErrorText.of(rejection))
        case .unavailable: self.init(.failure, DeviceErrorText.of(rejection))
        }
    }

    /// The failure for a response of another type than requested: device and command have different versions.
    static let unexpectedAnswer = CommandFailure(
        .failure, "unexpected response from the device", hint: "run device and command from one version of latchkey")
}

/// The messages and hints for rejections of a device.
enum DeviceErrorText {
    static func of(_ rejection: DeviceError) -> String {
        switch rejection {
        case .authentication(let failure): words(failure)
        case .item(let rejection): words(rejection)
        case .badRequest(let reason), .unavailable(let reason): reason.sanitized
        }
    }

    private static func words(_ failure: AuthenticationFailure) -> String {
        switch failure {
        case .authenticationFailed: "authentication failed: wrong passcode, or the sensor did not recognize the finger or face"
        case .userCancel: "the user cancelled"
        case .userFallback: "the user chose the passcode, which is not sufficient here"
        case .systemCancel: "the prompt was interrupted: it timed out, or the device was locked or turned off"
        case .passcodeNotSet: "the device has no passcode"
        case .biometryNotAvailable: "the device has no usable sensor"
        case .biometryNotEnrolled: "no finger or face is enrolled"
        case .biometryLockout: "biometry is locked after too many failures"
        case .appCancel: "the app cancelled the prompt"
        case .invalidContext: "the authentication context is not open"
        case .companionNotAvailable: "the device has no paired watch nearby"
        case .notInteractive: "user interaction is required but not allowed"
        }
    }

    private static func words(_ rejection: ItemError) -> String {
        switch rejection {
        case .duplicate: "the item already exists"
        case .notFound: "no matching item"
        case .interactionNotAllowed: "the device is locked"
        case .missingEntitlement: "the app is not in that access group"
        case .noSuchAttribute: "items of that class have no such attribute"
        case .readOnlyAttribute: "only the device sets that attribute"
        case .tooLarge: "the value is too large"
        case .passcodeNotSet: "the device has no passcode"
        case .operationNotPermitted: "the key does not permit the operation"
        case .notDecodable: "the item cannot be opened: the enrolled fingers or faces changed, or the store is damaged"
        case .invalidKey: "the public key is not a point on the curve"
        case .applicationPassword: "the item's app password is wrong or missing"
        case .quotaExceeded:
            "the quota of the access group is exceeded: delete items, or start the device with a larger --keychain-items or --keychain-size"
        case .notAttestable: "the enclave cannot attest keys; a TPM can"
        }
    }

    static func hint(_ failure: AuthenticationFailure) -> String? {
        switch failure {
        case .systemCancel: "show and answer prompts: latchkey device prompts"
        case .passcodeNotSet: "set one: latchkey device passcode set"
        case .biometryNotEnrolled: "enrol one: latchkey device enroll NAME"
        case .biometryLockout: "give the passcode: latchkey device reset-lockout"
        default: nil
        }
    }

    static func hint(_ rejection: ItemError) -> String? {
        switch rejection {
        case .interactionNotAllowed: "unlock it: latchkey device unlock"
        case .passcodeNotSet: "set one: latchkey device passcode set"
        default: nil
        }
    }
}
