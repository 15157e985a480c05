package import DeviceProtocol
package import PasswordHashing
package import Secrets

/// The sensor of a device.
package enum SensorChoice: Sendable {
    /// A simulated sensor of this kind.
    case simulated(Mechanisms.BiometryKind)
    /// A real sensor, whose reports cannot be simulated.
    case attached(any BiometricSensor)
}

/// A running device in its folder: keychain, sensor, the owner's control socket and the apps' sockets.
package final class RunningDevice: Sendable {
    package let device: Device
    package let folder: DeviceFolder
    package let promptQueue: PromptQueue
    /// The simulated sensor. Nil with a real sensor.
    package let sensor: PromptSensor?
    private let apps: AppSockets
    private let server: ControlServer

    /// Starts the device with a simulated sensor; see
    /// ``init(folder:enclave:sensor:passcodeVerifier:timeout:passcodeCost:random:now:)``.
    package convenience init(
        folder: DeviceFolder, enclave: any Enclave, biometry: Mechanisms.BiometryKind, timeout: PromptTimeout,
        passcodeCost: Argon2idParameters = .standard, hardening: Set<HardeningMeasure> = [], now: @escaping @Sendable () -> Double
    ) throws(DeviceError) {
        try self.init(
            folder: folder, enclave: enclave, sensor: .simulated(biometry), timeout: timeout, passcodeCost: passcodeCost,
            hardening: hardening, now: now)
    }

    /// Starts the device with an open enclave and the sockets of its installed apps. Throws `unavailable` if its file or a socket
    /// cannot be opened.
    ///
    /// - Parameters:
    ///   - appSockets: the folder for the sockets of other users' apps, which those users can enter.
    ///   - hardening: the measures that protect this process, for the device's status.
    package init(
        folder: DeviceFolder, enclave: any Enclave, sensor choice: SensorChoice, passcodeVerifier: (any PasscodeVerifier)? = nil,
        timeout: PromptTimeout, passcodeCost: Argon2idParameters = .standard, quota: KeychainQuota = .standard,
        appSockets: String? = nil, random: any RandomBytes = SystemRandomBytes(), hardening: Set<HardeningMeasure> = [],
        now: @escaping @Sendable () -> Double
    ) throws(DeviceError) {
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
        promptQueue = PromptQueue(sensor: sensor, timeout: timeout)
        device.presence.attach(promptQueue)
        apps = try AppSockets(
            broker: device.broker, folder: folder.path,
            sharedFolder: try appSockets.map { (path) throws(DeviceError) in try SharedFolder(path: path) },
            installed: InstalledApps(file: file, enclave: enclave, random: random))
        let control = DeviceControl(device: device, sensor: sensor, templates: templates, apps: apps, hardening: hardening)
        server = try ControlServer(ControlRequestHandler(control: control, prompts: promptQueue), path: folder.controlSocket)
    }

    /// Launches an app. Throws the errors of ``AppSockets/launch(_:user:)``.
    package func launch(_ app: App, user: UInt32? = nil) throws(DeviceError) -> LaunchedApp {
        try apps.launch(app, user: user)
    }

    /// Installs an app. Throws the errors of ``AppSockets/install(_:)``.
    package func install(_ app: App) throws(DeviceError) -> LaunchedApp {
        try apps.install(app)
    }

    /// The installed apps, sorted by identifier.
    package var installed: [LaunchedApp] { apps.all }

    /// Turns the device off: interrupts its prompts, closes its sockets and checkpoints the keychain's log. Throws `unavailable` if
    /// the checkpoint fails, after everything else is done.
    package func stop() throws(DeviceError) {
        device.presence.attach(nil)
        device.state.note(.beforeFirstUnlock)
        server.stop()
        apps.stop()
        try device.stop()
    }
}
