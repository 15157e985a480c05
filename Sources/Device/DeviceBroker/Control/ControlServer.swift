package import DeviceProtocol
import Synchronization

/// The owner's connection to a broker.
package typealias ControlLink = OwnerLink<ControlRequest>

/// The server of the broker's control socket.
package typealias ControlServer = OwnerServer<ControlRequestHandler>

/// The request handler of the broker's control socket.
package struct ControlRequestHandler: OwnerRequestHandler {
    private let control: DeviceControl
    private let prompts: PromptQueue

    package init(control: DeviceControl, prompts: PromptQueue) {
        self.control = control
        self.prompts = prompts
    }

    package func open() -> ScreenConnection { prompts.open() }
    package func isWaiting(_ screen: ScreenConnection) -> Bool { prompts.isWaiting(screen) }
    package func leave(_ screen: ScreenConnection) { prompts.leave(screen) }

    package func perform(
        _ request: ControlRequest, from screen: ScreenConnection, send: @escaping @Sendable (ControlAnswer) -> Void
    ) throws(DeviceError) {
        switch request {
        case .nextPrompt: prompts.take(as: screen) { send(.prompt($0)) }
        case .watchPrompt(let number): prompts.watch(number, as: screen) { send(.promptOver) }
        case .answerPrompt(let number, let reply):
            try prompts.answer(number, reply, by: screen)
            send(.done)
        case let other: send(try control.perform(other))
        }
    }
}

/// The owner's operations on a device, except for prompts.
package final class DeviceControl: Sendable {
    /// The maximum number of enrolled fingers or faces.
    package static let templateLimit = 100

    private let device: Device
    /// The simulated sensor. Nil with a real sensor.
    private let sensor: PromptSensor?
    private let templates: SimulatedTemplates
    private let apps: AppSockets
    private let hardening: Set<HardeningMeasure>
    /// The lock that serializes enrolments.
    private let enrolment = Mutex(())

    init(
        device: Device, sensor: PromptSensor?, templates: SimulatedTemplates, apps: AppSockets,
        hardening: Set<HardeningMeasure>
    ) {
        self.device = device
        self.sensor = sensor
        self.templates = templates
        self.apps = apps
        self.hardening = hardening
    }

    /// Performs a request, and blocks until it is done. Throws `badRequest` for requests about prompts, which require a connection.
    package func perform(_ request: ControlRequest) throws(DeviceError) -> ControlAnswer {
        switch request {
        case .status: return .status(status)
        case .setPasscode(let passcode): try device.setPasscode(passcode)
        case .changePasscode(let old, let new): try device.changePasscode(from: old, to: new)
        case .removePasscode(let passcode): try device.removePasscode(passcode)
        case .enrol(let name): try enrol(name)
        case .remove(let name): try remove(name)
        case .lock: try lock()
        case .unlock(let passcode): try device.unlock(passcode: passcode)
        case .see(let report): try see(report)
        case .restart: try device.restart()
        case .resetLockout(let passcode): try device.resetLockout(passcode: passcode)
        case .launch(let app, let user): return .launched(try apps.launch(app, user: user))
        case .uninstall(let identifier): try apps.uninstall(identifier)
        case .audit(let limit): return .audit(try device.audit.entries(atMost: min(Int(limit), AuditTrail.limit)))
        case .attestationKey: return .attestationKey(try device.attestationKey())
        case .faceConsents: return .faceConsents(try device.presence.faceConsents())
        case .setFaceConsent(let consent): try device.presence.setFaceConsent(consent)
        case .nextPrompt, .watchPrompt, .answerPrompt: throw .badRequest("a prompt request requires a connection")
        }
        return .done
    }

    private var status: DeviceStatus {
        let state = device.state
        let enclave = device.enclaveDescription
        let sensorState = device.presence.sensorState
        return DeviceStatus(
            phase: state.phase, mechanisms: device.presence.mechanisms(sensorState), templates: templates(sensorState),
            biometricFailures: UInt8(clamping: state.biometricFailures.count),
            passcodeWait: UInt32(clamping: Int(state.passcodeFailures.wait(now: state.now()).rounded(.up))),
            enclave: String(enclave.model.prefix(200)), isHardwareBacked: enclave.isHardwareBacked, apps: apps.all,
            sensorObstacle: obstacle(sensorState), brokerHardening: hardening, enclaveHardening: enclave.hardening)
    }

    private func templates(_ sensorState: SensorState) -> [TemplateName] {
        var names = sensor?.simulated.templates.sorted() ?? []
        if case .usable(_, .observed(let set)) = sensorState { names = set.names }
        return names.prefix(Self.templateLimit).compactMap(TemplateName.init(rawValue:))
    }

    private func obstacle(_ sensorState: SensorState) -> String? {
        if case .unusable(let obstacle) = sensorState { obstacle.rawValue } else { nil }
    }

    /// Returns the simulated sensor. Throws `badRequest` if the sensor is real.
    private func simulatedSensor() throws(DeviceError) -> PromptSensor {
        guard let sensor else {
            throw .badRequest(
                "the device has a real sensor, which cannot be simulated. Enrol fingers with fprintd-enroll.")
        }
        return sensor
    }

    /// Enrols a finger or face. Invalidates the current set before it stores the finger. If the broker ends in between, bound items
    /// are unreadable although the set did not change. A new finger cannot open an old item.
    private func enrol(_ name: TemplateName) throws(DeviceError) {
        let sensor = try simulatedSensor()
        try enrolment.withLock { (_) throws(DeviceError) in
            guard sensor.kind != .none else { throw .authentication(.biometryNotAvailable) }
            guard !sensor.simulated.templates.contains(name.rawValue) else { throw .item(.duplicate) }
            guard sensor.simulated.templates.count < Self.templateLimit else {
                throw .badRequest("\(Self.templateLimit) fingers or faces are already enrolled")
            }
            try device.enrolmentChanged()
            try templates.insert(name)
            _ = sensor.simulated.enrol(name.rawValue)
        }
    }

    private func remove(_ name: TemplateName) throws(DeviceError) {
        let sensor = try simulatedSensor()
        try enrolment.withLock { (_) throws(DeviceError) in
            guard sensor.simulated.templates.contains(name.rawValue) else { throw .item(.notFound) }
            try device.enrolmentChanged()
            try templates.delete(name)
            _ = sensor.simulated.remove(name.rawValue)
        }
    }

    private func lock() throws(DeviceError) {
        guard device.passcodes.isSet else { throw .item(.passcodeNotSet) }
        device.lock()
    }

    private func see(_ report: SensorReport) throws(DeviceError) {
        let sensor = try simulatedSensor()
        guard sensor.kind != .none else { throw .authentication(.biometryNotAvailable) }
        if !sensor.isWatched, device.state.phase != .unlocked {
            try device.unlock(sensor: report)
        } else {
            sensor.simulated.see(report)
        }
    }
}
