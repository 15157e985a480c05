import ArgumentParser
import DeviceBroker
import DeviceProtocol
import Foundation

struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "A device with keychain, enclave, passcode and sensor, for apps on this machine.",
        discussion: """
            `run` runs it; the others speak to one that runs, in the folder that --state or LATCHKEY_DEVICE_STATE names. Passcodes are \
            never arguments: they are typed without being shown, or come from a file.
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

/// Which running device is meant.
struct DeviceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The device's folder; without it, the one that LATCHKEY_DEVICE_STATE names.", valueName: "folder"))
    var state: String?

    func folder() throws -> String {
        guard let folder = state ?? ProcessInfo.processInfo.environment[Self.variable], !folder.isEmpty else {
            throw CommandFailure(
                .usage, "no device is named",
                hint: "name its folder with --state or in \(Self.variable); latchkey device run --state FOLDER starts one there")
        }
        return folder
    }

    /// A connection to its broker.
    func link() throws -> ControlLink {
        let path = DeviceFolder.controlSocket(in: try folder())
        do {
            return try ControlLink(path: path)
        } catch {
            throw CommandFailure(.failure, Words.of(error), hint: "start it: latchkey device run --state \(try folder().harmless)")
        }
    }

    /// Asks the device for one thing. Throws a ``CommandFailure`` for what it refuses.
    @discardableResult
    func ask(_ request: ControlRequest) throws -> ControlAnswer {
        let link = try link()
        do {
            return try link.perform(request)
        } catch {
            throw CommandFailure(refused: error)
        }
    }

    static let variable = "LATCHKEY_DEVICE_STATE"
}

extension CommandFailure {
    /// What the command says of a device's refusal, and how it ends: with 1 where the answer is no, with 2 where the request was no good, and
    /// with 70 where the device, or what it rests on, is not there.
    init(refused refusal: DeviceRefusal) {
        switch refusal {
        case .authentication(let failure): self.init(.negative, Words.of(refusal), hint: Words.hint(failure))
        case .item(let reason): self.init(.negative, Words.of(refusal), hint: Words.hint(reason))
        case .badRequest: self.init(.usage, Words.of(refusal))
        case .unavailable: self.init(.failure, Words.of(refusal))
        }
    }

    /// The device and this command are of different versions.
    static let unexpectedAnswer = CommandFailure(
        .failure, "the device answers something else than it was asked", hint: "run both from one version of latchkey")
}

/// Refusals in words.
enum Words {
    static func of(_ refusal: DeviceRefusal) -> String {
        switch refusal {
        case .authentication(let failure): words(failure)
        case .item(let refusal): words(refusal)
        case .badRequest(let reason), .unavailable(let reason): reason.harmless
        }
    }

    private static func words(_ failure: AuthenticationFailure) -> String {
        switch failure {
        case .authenticationFailed: "the passcode, or what the sensor saw, was not the right one"
        case .userCancel: "the person at the device cancelled"
        case .userFallback: "the person at the device chose the passcode, which does not suffice here"
        case .systemCancel: "the question was interrupted: nobody took it in time, or the device was locked or switched off"
        case .passcodeNotSet: "the device has no passcode"
        case .biometryNotAvailable: "the device has no sensor that can be used"
        case .biometryNotEnrolled: "no finger or face is enrolled"
        case .biometryLockout: "biometry is locked after too many failures"
        case .appCancel: "the question was taken back"
        case .invalidContext: "the authentication context is not open"
        case .companionNotAvailable: "the device has no paired watch nearby"
        case .notInteractive: "somebody would have to be asked, and nobody can be"
        }
    }

    private static func words(_ refusal: ItemRefusal) -> String {
        switch refusal {
        case .duplicate: "there is one already"
        case .notFound: "there is none"
        case .interactionNotAllowed: "the device is locked"
        case .missingEntitlement: "the app is not in that access group"
        case .noSuchAttribute: "items of that class have no such attribute"
        case .readOnlyAttribute: "only the device sets that attribute"
        case .tooLarge: "it is too large"
        case .passcodeNotSet: "the device has no passcode"
        case .operationNotPermitted: "the key does not do that"
        case .notDecodable: "it can no longer be opened: the enrolled fingers or faces changed, or the store was damaged"
        case .invalidKey: "the public key is no point of the curve"
        case .applicationPassword: "it is under a password of the app, which is wrong or was not given"
        case .quotaExceeded:
            "the keychain holds as much of the access group as it takes: delete what is not needed, or start the device with a greater --keychain-items or --keychain-size"
        case .notAttestable: "the enclave states nothing of its keys: a TPM's does"
        }
    }

    static func hint(_ failure: AuthenticationFailure) -> String? {
        switch failure {
        case .systemCancel: "show and answer what the device asks: latchkey device prompts"
        case .passcodeNotSet: "set one: latchkey device passcode set"
        case .biometryNotEnrolled: "enrol one: latchkey device enroll NAME"
        case .biometryLockout: "give the passcode: latchkey device reset-lockout"
        default: nil
        }
    }

    static func hint(_ refusal: ItemRefusal) -> String? {
        switch refusal {
        case .interactionNotAllowed: "unlock it: latchkey device unlock"
        case .passcodeNotSet: "set one: latchkey device passcode set"
        default: nil
        }
    }
}
