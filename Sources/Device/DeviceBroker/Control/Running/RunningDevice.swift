package import DeviceProtocol
package import PasswordHashing
package import Secrets

/// A device that is switched on, put together in its folder: keychain, simulated sensor, the owner's socket, the apps' sockets.
package final class RunningDevice: Sendable {
    package let device: Device
    package let folder: DeviceFolder
    package let desk: PromptDesk
    package let sensor: PromptSensor
    private let apps: AppSockets
    private let server: ControlServer

    /// Starts the device over an enclave that is open. Throws `unavailable` where its file or its sockets cannot be had.
    package init(
        folder: DeviceFolder, enclave: any Enclave, biometry: Mechanisms.BiometryKind, patience: Patience,
        passcodeCost: Argon2idParameters = .standard, random: any RandomBytes = SystemRandomBytes(),
        now: @escaping @Sendable () -> Double
    ) throws(DeviceRefusal) {
        self.folder = folder
        folder.removeOldSockets()
        let file = try KeychainFile.open(path: folder.keychain)
        let templates = SimulatedTemplates(file: file)
        sensor = PromptSensor(SimulatedSensor(kind: biometry, templates: biometry == .none ? [] : try templates.all()))
        device = try Device(
            file: file, enclave: enclave, sensor: sensor, passcodeCost: passcodeCost, random: random, now: now)
        desk = PromptDesk(sensor: sensor, patience: patience)
        device.presence.attach(desk)
        apps = AppSockets(broker: device.broker, folder: folder.path)
        let control = DeviceControl(device: device, sensor: sensor, templates: templates, apps: apps)
        server = try ControlServer(control: control, desk: desk, path: folder.controlSocket)
    }

    /// Opens a socket for the app. Throws as ``AppSockets/launch(_:)``.
    package func launch(_ app: App) throws(DeviceRefusal) -> LaunchedApp {
        try apps.launch(app)
    }

    /// Switches it off: nobody is asked any more, what is asked is interrupted, and the sockets are gone when it returns.
    package func stop() {
        device.presence.attach(nil)
        device.state.note(.beforeFirstUnlock)
        server.stop()
        apps.stop()
    }
}
