import DeviceProtocol
import PasswordHashing
import Secrets

extension MasterKey {
    /// The key that an app's own password makes, slowly. Throws `unavailable` where there is not enough memory for that.
    init(applicationPassword: SecretBytes, salt: [UInt8]) throws(DeviceRefusal) {
        guard let bytes = try? PasswordKey.derive(from: applicationPassword, salt: salt, parameters: .standard),
            let key = MasterKey(bytes)
        else {
            throw .unavailable("there is not enough memory to derive a key from the app's password")
        }
        self = key
    }
}
