package import DeviceProtocol

/// A device as its owner sees it.
package struct DeviceStatus: Hashable, Sendable {
    package let phase: LockPhase
    package let mechanisms: Mechanisms
    /// The names of the enrolled fingers or faces.
    package let templates: [TemplateName]
    package let biometricFailures: UInt8
    /// Seconds until a passcode is looked at again.
    package let passcodeWait: UInt32
    /// What keeps the keys, in its own words.
    package let enclave: String
    package let isHardwareBacked: Bool
    /// The apps that have a socket, by identifier.
    package let apps: [LaunchedApp]
    /// Why the sensor cannot be used, where that is so though the device should have one.
    package let sensorObstacle: String?
    /// What keeps others out of the memory of the broker's process.
    package let brokerHardening: Set<HardeningMeasure>
    /// The same for the process of a software enclave; none with a TPM.
    package let enclaveHardening: Set<HardeningMeasure>

    package init(
        phase: LockPhase, mechanisms: Mechanisms, templates: [TemplateName], biometricFailures: UInt8, passcodeWait: UInt32,
        enclave: String, isHardwareBacked: Bool, apps: [LaunchedApp], sensorObstacle: String? = nil,
        brokerHardening: Set<HardeningMeasure> = [], enclaveHardening: Set<HardeningMeasure> = []
    ) {
        self.phase = phase
        self.mechanisms = mechanisms
        self.templates = templates
        self.biometricFailures = biometricFailures
        self.passcodeWait = passcodeWait
        self.enclave = enclave
        self.isHardwareBacked = isHardwareBacked
        self.apps = apps
        self.sensorObstacle = sensorObstacle
        self.brokerHardening = brokerHardening
        self.enclaveHardening = enclaveHardening
    }
}

extension DeviceStatus: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        phase = try reader.value()
        mechanisms = try reader.value()
        templates = try reader.list(atMost: DeviceControl.templateLimit)
        biometricFailures = try reader.number()
        passcodeWait = try reader.number()
        enclave = try reader.text(atMost: Self.longestText)
        isHardwareBacked = try reader.flag()
        apps = try reader.list(atMost: AppSockets.limit)
        sensorObstacle = try reader.optional { (reader) throws(WireError) in try reader.text(atMost: Self.longestText) }
        brokerHardening = try reader.hardening()
        enclaveHardening = try reader.hardening()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(phase)
        writer.value(mechanisms)
        writer.list(templates)
        writer.number(biometricFailures)
        writer.number(passcodeWait)
        writer.text(enclave)
        writer.flag(isHardwareBacked)
        writer.list(apps)
        writer.optional(sensorObstacle) { $0.text($1) }
        writer.hardening(brokerHardening)
        writer.hardening(enclaveHardening)
    }

    private static let longestText = 1_024
}

extension LockPhase: WireValue {}
