/// The fingerprint reader that fprintd calls the default one, over one connection to the bus. Its errors are said by ``SensorObstacle``.
///
/// Source: the D-Bus interfaces `net.reactivated.Fprint.Manager` and `net.reactivated.Fprint.Device` of fprintd 1.94.
struct FprintdReader {
    static let service = "net.reactivated.Fprint"

    private static let manager = "/net/reactivated/Fprint/Manager"
    private static let deviceInterface = service + ".Device"
    /// A person has ten.
    private static let mostFingers = 100

    /// The object that stands for the reader.
    let path: String
    private let bus: SystemBus

    /// Finds the reader. Starts fprintd, where the bus can.
    init(_ bus: SystemBus, until deadline: ContinuousClock.Instant) throws(BusError) {
        let find = SystemBus.Method(
            destination: Self.service, path: Self.manager, interface: Self.service + ".Manager", member: "GetDefaultDevice")
        path = try bus.call(find, until: deadline).objectPath()
        self.bus = bus
    }

    /// The fingers of this process's user; none is no error.
    func enrolled(until deadline: ContinuousClock.Instant) throws(BusError) -> EnrolledSet {
        let read = SystemBus.Method(
            destination: Self.service, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get")
        let sensor = try bus.call(read, [Self.deviceInterface, "name"], until: deadline).variantString()
        do throws(BusError) {
            let names = try call("ListEnrolledFingers", [""], until: deadline).strings(atMost: Self.mostFingers)
            return EnrolledSet(sensor: sensor, names: names)
        } catch .refused(name: Self.service + ".Error.NoEnrolledPrints") {
            return EnrolledSet(sensor: sensor, names: [])
        }
    }

    /// Takes the reader for this process's user. While it is held nobody else can verify, enrol or remove fingers with it.
    func claim(until deadline: ContinuousClock.Instant) throws(BusError) {
        _ = try call("Claim", [""], until: deadline)
    }

    func release(until deadline: ContinuousClock.Instant) throws(BusError) {
        _ = try call("Release", until: deadline)
    }

    /// Begins to look for any of the enrolled fingers.
    func startVerifying(until deadline: ContinuousClock.Instant) throws(BusError) {
        _ = try call("VerifyStart", ["any"], until: deadline)
    }

    func stopVerifying(until deadline: ContinuousClock.Instant) throws(BusError) {
        _ = try call("VerifyStop", until: deadline)
    }

    /// The signals of verifying are delivered from now on, and those of fprintd's end. Gives fprintd's unique name, which alone is to be believed:
    /// any program can send a signal of any content to this connection.
    func watch(until deadline: ContinuousClock.Instant) throws(BusError) -> String {
        try bus.watch(
            "type='signal',sender='\(Self.service)',path='\(path)',interface='\(Self.deviceInterface)',member='VerifyStatus'",
            until: deadline)
        try bus.watch(
            "type='signal',sender='\(SystemBus.name)',interface='\(SystemBus.name)',member='NameOwnerChanged',"
                + "arg0='\(Self.service)'", until: deadline)
        return try bus.owner(of: Self.service, until: deadline)
    }

    /// The next thing that fprintd, of that unique name, says.
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
        /// Whoever spoke for fprintd does so no more.
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
    /// What an error on the bus means for the sensor.
    init(_ error: BusError) {
        switch error {
        case .disconnected: self = .noBus
        case .timedOut, .interrupted: self = .silent
        case .malformed: self = .failed
        case .refused(let name): self = Self.names[name] ?? .failed
        }
    }

    private static let names: [String: SensorObstacle] = [
        "net.reactivated.Fprint.Error.NoSuchDevice": .noReader,
        "net.reactivated.Fprint.Error.AlreadyInUse": .inUse,
        "net.reactivated.Fprint.Error.PermissionDenied": .denied,
        "net.reactivated.Fprint.Error.NoEnrolledPrints": .nobodyEnrolled,
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

/// What fprintd's results come to, one after the other. It calls nobody.
struct FprintdVerification: Hashable {
    /// How often it may be begun again for one person: a reader that wants that without end is broken.
    static let restartLimit = 20

    enum Step: Hashable {
        /// fprintd looks on.
        case wait
        /// fprintd has stopped looking, and is to begin again.
        case restart
        case end(SensorReport, SensorObstacle? = nil)
    }

    private var restarts = 0

    /// Only `verify-no-match` is a stranger: a finger that was put down badly is looked at again, and a reader that failed is no person.
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
        // What later versions say on the way is no end.
        default: return isDone ? .end(.lost, .failed) : .wait
        }
    }
}
