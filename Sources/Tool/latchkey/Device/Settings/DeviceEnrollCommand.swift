import ArgumentParser
import DeviceBroker

/// `latchkey device enroll`.
struct DeviceEnrollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll", abstract: "Enrol a finger or face.",
        discussion: "Items and keys that are bound to the set of those enrolled before can never be opened again.")

    @Argument(help: "What it is called.")
    var name: TemplateName

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.enrol(name))
        Terminal().say("enrolled \(name.rawValue.quotedWords)")
    }
}

/// `latchkey device unenroll`.
struct DeviceUnenrollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unenroll", abstract: "Remove a finger or face.",
        discussion: "Items and keys that are bound to the set of those enrolled before can never be opened again.")

    @Argument(help: "What it is called.")
    var name: TemplateName

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.remove(name))
        Terminal().say("removed \(name.rawValue.quotedWords)")
    }
}

extension TemplateName: ExpressibleByArgument {}
