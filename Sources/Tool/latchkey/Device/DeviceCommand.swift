import ArgumentParser

/// `latchkey device`.
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
