import ArgumentParser
import DeviceBroker

/// `latchkey device sensor`.
struct DeviceSensorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensor", abstract: "Let the simulated sensor see something.",
        discussion: """
            For the prompt that waits; without one, for the lock screen of a locked device; else for the next prompt, whichever app's it \
            is. Exits with 1 where the lock screen did not open.
            """)

    @Argument(help: "What it sees: matched, not-matched, timed-out or lost.")
    var report: SensorReport

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.see(report))
    }
}

extension SensorReport: ExpressibleByArgument {}
