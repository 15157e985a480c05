import DeviceBroker
import DeviceProtocol
import OpenLocalAuthentication

extension DeviceSimulator {
    /// The name of the key by which the device's TPM states that keys were made in it: 34 bytes, for a server's list. Throws
    /// `errSecUnimplemented` for a device without a TPM.
    public var attestationKey: [UInt8] {
        get throws {
            do throws(DeviceRefusal) {
                return try device.attestationKey().bytes
            } catch {
                throw error.appError
            }
        }
    }
}
