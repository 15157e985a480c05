import DeviceBroker
import DeviceServices
import HardwareSecurityKeys
import Secrets

/// The code of HardwareSecurityKeys.docc. Compiled only, because it needs a physical key.
enum QuickStart {
    static func create(_ order: SecurityKeyCreation, pin: SecretBytes?) throws -> SecurityKeyCredential {
        // In Sources/Device/HardwareSecurityKeys/HardwareSecurityKeys.docc/HardwareSecurityKeys.md
        let key = HardwareSecurityKey(.only)
        let credential = try key.create(order, pin: pin, until: PromptCancellationToken())
        // End
        return credential
    }
}
