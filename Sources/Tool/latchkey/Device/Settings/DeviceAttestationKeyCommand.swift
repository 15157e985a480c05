import ArgumentParser
import DeviceBroker
import DeviceProtocol
import JSONText

/// `latchkey device attestation-key`.
struct DeviceAttestationKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attestation-key",
        abstract: "Print the name of the key by which the TPM states that keys were made inside it.",
        discussion: """
            An operator who trusts this machine's TPM puts the name under secondFactors.attestationKeys. It stays the same until the TPM's \
            endorsement seed is changed. A software enclave has none: exit code 1. With --json: {"attestationKey"}.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .attestationKey(let name) = try device.ask(.attestationKey) else { throw CommandFailure.unexpectedAnswer }
        let text = name.text
        let terminal = Terminal()
        if output.json {
            terminal.result(["attestationKey": .string(text)])
        } else {
            terminal.result(text)
        }
    }
}
