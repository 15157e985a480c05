import ArgumentParser
import DeviceBroker

/// `latchkey device passcode`.
struct DevicePasscodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode", abstract: "Set, change or remove the device's passcode.",
        subcommands: [DevicePasscodeSetCommand.self, DevicePasscodeChangeCommand.self, DevicePasscodeRemoveCommand.self])
}

/// `latchkey device passcode set`.
struct DevicePasscodeSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "set", abstract: "Set the first passcode.")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.setPasscode(try PasscodeInput.readNew(passcode.passcodeFile)))
        Terminal().say("the passcode is set")
    }
}

/// `latchkey device passcode change`.
struct DevicePasscodeChangeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Put another passcode in the place of this one.")

    @OptionGroup var passcode: PasscodeOptions

    @Option(help: ArgumentHelp("A file with the new passcode, - for standard input.", valueName: "file"))
    var newPasscodeFile: String?

    @OptionGroup var device: DeviceOptions

    func validate() throws {
        if passcode.passcodeFile == "-", newPasscodeFile == "-" {
            throw ValidationError("standard input holds one passcode, not two")
        }
    }

    func run() throws {
        guard StandardStream.isInputInteractive || (passcode.passcodeFile != nil && newPasscodeFile != nil) else {
            throw CommandFailure(.usage, "both passcodes are needed", hint: "give --passcode-file and --new-passcode-file")
        }
        try device.ask(.changePasscode(from: try passcode.read(), to: try PasscodeInput.readNew(newPasscodeFile)))
        Terminal().say("the passcode is changed")
    }
}

/// `latchkey device passcode remove`.
struct DevicePasscodeRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove the passcode, and with it the items that exist only beside one.")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.removePasscode(try passcode.read()))
        Terminal().say("the passcode is removed")
    }
}
