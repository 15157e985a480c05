import DeviceProtocol
import Secrets

/// An app as it stands in the keychain's file.
struct InstalledApp: WireValue, Sendable {
    let app: App
    /// Whose programs alone it is; absent: those of the broker's user.
    let user: UInt32?

    init(app: App, user: UInt32?) {
        self.app = app
        self.user = user
    }

    init(from reader: inout WireReader) throws(WireError) {
        app = try reader.value()
        user = try reader.optional { (reader) throws(WireError) in try reader.number() }
    }

    func write(to writer: inout WireWriter) {
        writer.value(app)
        writer.optional(user) { $0.number($1) }
    }
}

/// The apps that a device knows. One whose record does not open is to be launched anew.
typealias InstalledApps = AppRecords<InstalledApp>

extension InstalledApps {
    /// Throws `unavailable` where the enclave does not give the device's secret.
    init(file: KeychainFile, enclave: any Enclave, random: any RandomBytes) throws(DeviceRefusal) {
        try self.init(
            in: "installed_apps", content: KeyPurpose("device-installed-apps"), names: KeyPurpose("device-installed-app-names"),
            file: file, enclave: enclave, random: random)
    }
}
