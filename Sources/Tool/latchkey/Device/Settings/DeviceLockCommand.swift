import ArgumentParser
import DeviceBroker
import DeviceProtocol
import Secrets

/// `latchkey device lock`.
struct DeviceLockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "lock", abstract: "Lock the device.")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.lock)
        Terminal().say("locked")
    }
}

/// `latchkey device unlock`.
struct DeviceUnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Unlock the device by its passcode.",
        discussion: "By biometry it is unlocked with `latchkey device sensor matched`.")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(ControlRequest.unlock, passcode)
        Terminal().say("unlocked")
    }
}

/// `latchkey device reset-lockout`.
struct DeviceResetLockoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-lockout", abstract: "Let biometry be tried again, for the passcode.")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(ControlRequest.resetLockout, passcode)
        Terminal().say("biometry can be tried again")
    }
}

/// `latchkey device restart`.
struct DeviceRestartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "restart", abstract: "As switching the device off and on.")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.restart)
        Terminal().say("restarted")
    }
}

extension DeviceOptions {
    /// Asks for something that the passcode opens, and says where passcodes are not looked at for a while.
    fileprivate func ask(_ request: (SecretBytes) -> ControlRequest, _ passcode: PasscodeOptions) throws {
        let link = try link()
        do {
            try link.perform(request(try passcode.read()))
        } catch let refusal as DeviceRefusal {
            guard refusal == .authentication(.authenticationFailed), case .status(let status)? = try? link.perform(.status),
                status.passcodeWait > 0
            else { throw CommandFailure(refused: refusal) }
            throw CommandFailure(
                .negative, "the passcode was not the right one, or was not looked at: too many were wrong",
                hint: "try again in \(status.passcodeWait) seconds")
        }
    }
}
