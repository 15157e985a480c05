package import DeviceProtocol
package import PasswordHashing
package import Secrets

/// Which sensor a device has.
package enum SensorChoice: Sendable {
    /// One of ours, which sees what it is told to.
    case simulated(Mechanisms.BiometryKind)
    /// A real one: nobody can report for it.
    case attached(any BiometricSensor)
}

/// A device that is switched on, put together in its folder: keychain, sensor, the owner's socket, the apps' sockets.
package final class RunningDevice: Sendable {
    package let device: Device
    package let folder: DeviceFolder
    package let desk: PromptDesk
    /// Nothing with a real sensor.
    package let sensor: PromptSensor?
    private let apps: AppSockets
    private let server: ControlServer

    /// Starts the device with a simulated sensor; see ``init(folder:enclave:sensor:passcodeVerifier:patience:passcodeCost:random:now:)``.
    package convenience init(
        folder: DeviceFolder, enclave: any Enclave, biometry: Mechanisms.BiometryKind, patience: Patience,
        passcodeCost: Argon2idParameters = .standard, hardening: Set<HardeningMeasure> = [], now: @escaping @Sendable () -> Double
    ) throws(DeviceRefusal) {
        try self.init(
            folder: folder, enclave: enclave, sensor: .simulated(biometry), patience: patience, passcodeCost: passcodeCost,
            hardening: hardening, now: now)
    }

    /// Starts the device over an enclave that is open, with the sockets of its installed apps. Throws `unavailable` where its file or its
    /// sockets cannot be had.
    ///
    /// - Parameters:
    ///   - appSockets: the folder for sockets of apps with users of their own, which those users can enter.
    ///   - hardening: the measures that hold for this process, for the device's status.
    package init(
        folder: DeviceFolder, enclave: any Enclave, sensor choice: SensorChoice, passcodeVerifier: (any PasscodeVerifier)? = nil,
        patience: Patience, passcodeCost: Argon2idParameters = .standard, quota: KeychainQuota = .standard,
        appSockets: String? = nil, random: any RandomBytes = SystemRandomBytes(), hardening: Set<HardeningMeasure> = [],
        now: @escaping @Sendable () -> Double
    ) throws(DeviceRefusal) {
        self.folder = folder
        folder.removeOldSockets()
        let file = try KeychainFile.open(path: folder.keychain)
        let templates = SimulatedTemplates(file: file)
        let used: any BiometricSensor
        switch choice {
        case .simulated(let kind):
            let simulated = PromptSensor(SimulatedSensor(kind: kind, templates: kind == .none ? [] : try templates.all()))
            (sensor, used) = (simulated, simulated)
        case .attached(let real): (sensor, used) = (nil, real)
        }
        device = try Device(
            file: file, enclave: enclave, sensor: used, passcodeVerifier: passcodeVerifier, passcodeCost: passcodeCost,
            quota: quota, random: random, now: now)
        desk = PromptDesk(sensor: sensor, patience: patience)
        device.presence.attach(desk)
        apps = try AppSockets(
            broker: device.broker, folder: folder.path,
            sharedFolder: try appSockets.map { (path) throws(DeviceRefusal) in try SharedFolder(path: path) },
            installed: InstalledApps(file: file, enclave: enclave, random: random))
        let control = DeviceControl(device: device, sensor: sensor, templates: templates, apps: apps, hardening: hardening)
        server = try ControlServer(ControlDesk(control: control, prompts: desk), path: folder.controlSocket)
    }

    /// Opens a socket for the app. Throws as ``AppSockets/launch(_:user:)``.
    package func launch(_ app: App, user: UInt32? = nil) throws(DeviceRefusal) -> LaunchedApp {
        try apps.launch(app, user: user)
    }

    /// Opens a socket for the app as its owner describes it at the start. Throws as ``AppSockets/install(_:)``.
    package func install(_ app: App) throws(DeviceRefusal) -> LaunchedApp {
        try apps.install(app)
    }

    /// The apps that are installed, by identifier.
    package var installed: [LaunchedApp] { apps.all }

    /// Switches it off: nobody is asked any more, what is asked is interrupted, the sockets are gone when it returns, and the keychain's log is empty. Throws
    /// `unavailable` where that cannot be emptied; everything else is done then.
    package func stop() throws(DeviceRefusal) {
        device.presence.attach(nil)
        device.state.note(.beforeFirstUnlock)
        server.stop()
        apps.stop()
        try device.stop()
    }
}
