/// fprintd's default fingerprint reader, over one connection to the bus. Errors are converted to ``SensorObstacle``.
///
/// Source: the D-Bus interfaces `net.reactivated.Fprint.Manager` and `net.reactivated.Fprint.Device` of fprintd 1.94.
struct FprintdReader {
    static let service = "net.reactivated.Fprint"

    private static let manager = "/net/reactivated/Fprint/Manager"
    private static let deviceInterface = service + ".Device"
    /// The maximum number of fingers in a response, above the ten fingers of one user.
    private static let mostFingers = 100

    /// The path of the reader's object.
    let path: String
    private let bus: SystemBus

    /// Finds the reader. Starts fprintd if the bus can activate it.
    init(_ bus: SystemBus, until deadline: ContinuousClock.Instant) throws(BusError) {
        let find = SystemBus.Method(
            destination: Self.service, path: Self.manager, interface: Self.service + ".Manager", member: "GetDefaultDevice")
        path = try bus.call(find, until: deadline).objectPath()
        self.bus = bus
    }

    /// Returns the enrolled fingers of this process's user, which may be none.
    func enrolled(until deadline: ContinuousClock.Instant) throws(BusError) -> EnrolledSet {
        let read = SystemBus.Method(
            destination: Self.service, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get")
        let sensor = try bus.call(read, [Self.deviceInterface, "name"], until: deadline).variantString()
        do throws(BusError) {
            let names = try call("ListEnrolledFingers", [""], until: deadline).strings(atMost: Self.mostFingers)
            return EnrolledSet(sensor: sensor, names: names)
        } catch .rejected(name: Self.service + ".Error.NoEnrolledPrints") {
            return EnrolledSet(sensor: sensor, names: [])
        }
    }

    /// Claims the reader for this process's user. Until it is released, other programs cannot verify, enrol or remove fingers with
    /// it.
    func claim(until deadline: ContinuousClock.Instant) throws(BusError) {
        _ = try call("Claim", [""], until: deadline)
    }

    func release(until deadline: ContinuousClock.Instant) throws(BusError) {
        _ = try call("Release", until: deadline)
    }

    /// Starts to verify against all enrolled fingers.
    func startVerifying(until deadline: ContinuousClock.Instant) throws(BusError) {
        _ = try call("VerifyStart", ["any"], until: deadline)
    }

    func stopVerifying(until deadline: ContinuousClock.Instant) throws(BusError) {
        _ = try call("VerifyStop", until: deadline)
    }

    /// Subscribes to verification signals and to the end of fprintd. Returns fprintd's unique name, the only trusted sender: any
    /// program can send signals with any content to this connection.
    func watch(until deadline: ContinuousClock.Instant) throws(BusError) -> String {
        try bus.watch(
            "type='signal',sender='\(Self.service)',path='\(path)',interface='\(Self.deviceInterface)',member='VerifyStatus'",
            until: deadline)
        try bus.watch(
            "type='signal',sender='\(SystemBus.name)',interface='\(SystemBus.name)',member='NameOwnerChanged',"
                + "arg0='\(Self.service)'", until: deadline)
        return try bus.owner(of: Self.service, until: deadline)
    }

    /// Returns the next notice of the fprintd with this unique name.
    func notice(
        from owner: String, until deadline: ContinuousClock.Instant, unless interruption: BusInterruption
    ) throws(BusError) -> Notice {
        while true {
            let signal = try bus.signal(until: deadline, unless: interruption)
            switch signal.sender {
            case owner where signal.path == path && signal.isSignal(Self.deviceInterface, "VerifyStatus"):
                return .verifying(result: try signal.string(), isDone: try signal.flag())
            case SystemBus.name where signal.isSignal(SystemBus.name, "NameOwnerChanged"):
                if try signal.string() == Self.service { return .ended }
            default: continue
            }
        }
    }

    enum Notice: Hashable {
        case verifying(result: String, isDone: Bool)
        /// The owner of fprintd's name has disconnected from the bus.
        case ended
    }

    private func call(
        _ member: String, _ arguments: [String] = [], until deadline: ContinuousClock.Instant
    ) throws(BusError) -> BusMessage {
        let method = SystemBus.Method(destination: Self.service, path: path, interface: Self.deviceInterface, member: member)
        return try bus.call(method, arguments, until: deadline)
    }
}

extension SensorObstacle {
    /// Converts an error of the bus.
    init(_ error: BusError) {
        switch error {
        case .disconnected: self = .noBus
        case .timedOut, .interrupted: self = .silent
        case .malformed: self = .failed
        case .rejected(let name): self = Self.names[name] ?? .failed
        }
    }

    private static let names: [String: SensorObstacle] = [
        "net.reactivated.Fprint.Error.NoSuchDevice": .noReader,
        "net.reactivated.Fprint.Error.AlreadyInUse": .inUse,
        "net.reactivated.Fprint.Error.PermissionDenied": .denied,
        "net.reactivated.Fprint.Error.NoEnrolledPrints": .noEnrolment,
        "org.freedesktop.DBus.Error.AccessDenied": .denied,
        "org.freedesktop.DBus.Error.ServiceUnknown": .noService,
        "org.freedesktop.DBus.Error.NameHasNoOwner": .noService,
        "org.freedesktop.DBus.Error.Spawn.ServiceNotFound": .noService,
        "org.freedesktop.DBus.Error.Spawn.ChildExited": .noService,
        "org.freedesktop.DBus.Error.Spawn.ExecFailed": .noService,
        "org.freedesktop.DBus.Error.Spawn.Failed": .noService,
        "org.freedesktop.DBus.Error.UnknownObject": .unplugged,
        "org.freedesktop.DBus.Error.UnknownMethod": .unplugged,
        "org.freedesktop.DBus.Error.NoReply": .stopped,
        "org.freedesktop.DBus.Error.Timeout": .silent,
        "org.freedesktop.DBus.Error.TimedOut": .silent,
        "org.freedesktop.systemd1.NoSuchUnit": .noService,
    ]
}

/// A state machine for fprintd's results. It has no side effects.
struct FprintdVerification: Hashable {
    /// The maximum number of restarts for one user. A reader that exceeds it is broken.
    static let restartLimit = 20

    enum Step: Hashable {
        /// The verification continues.
        case wait
        /// fprintd has stopped the verification, which must be restarted.
        case restart
        case end(SensorReport, SensorObstacle? = nil)
    }

    private var restarts = 0

    /// Returns the step that follows a result. Only `verify-no-match` counts as a failed match. A badly placed finger leads to
    /// another scan, and an error of the reader is not an attempt.
    mutating func receive(_ result: String, isDone: Bool) -> Step {
        switch result {
        case "verify-match": return .end(.matched)
        case "verify-no-match": return .end(.notMatched)
        case "verify-disconnected": return .end(.lost, .unplugged)
        case "verify-unknown-error": return .end(.lost, .failed)
        case "verify-retry-scan", "verify-swipe-too-short", "verify-finger-not-centered", "verify-remove-and-retry",
            "verify-too-fast":
            guard isDone else { return .wait }
            restarts += 1
            return restarts <= Self.restartLimit ? .restart : .end(.lost, .failed)
        // Unknown results of later versions do not end the verification, unless it is done.
        default: return isDone ? .end(.lost, .failed) : .wait
        }
    }
}
