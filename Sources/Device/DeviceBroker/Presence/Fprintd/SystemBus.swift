import CSystemd
import Glibc

/// A connection to the system bus (D-Bus Specification 0.41), for the one thread that made it. The only code that calls sd-bus, with ``BusMessage``.
///
/// Nothing is called back: calls wait for their answers with a time limit, and what comes meanwhile waits in line.
final class SystemBus {
    /// One method of one object.
    struct Method {
        let destination: String
        let path: String
        let interface: String
        let member: String
    }

    static let name = "org.freedesktop.DBus"

    private let bus: OpaquePointer
    private var signals: [BusMessage] = []

    /// Connects, to the machine's system bus where no address is given. Throws `disconnected` where that cannot be.
    init(address: String?) throws(BusError) {
        var bus: OpaquePointer?
        if let address {
            guard sd_bus_new(&bus) >= 0, let new = bus else { throw .disconnected }
            guard sd_bus_set_address(new, address) >= 0, sd_bus_set_bus_client(new, 1) >= 0, sd_bus_start(new) >= 0 else {
                sd_bus_unref(new)
                throw .disconnected
            }
        } else {
            guard sd_bus_open_system(&bus) >= 0 else { throw .disconnected }
        }
        guard let bus else { throw .disconnected }
        self.bus = bus
    }

    deinit {
        // Not flushed: that may wait for a bus that reads no more.
        sd_bus_close(bus)
        sd_bus_unref(bus)
    }

    /// Calls a method whose arguments are texts, and waits for the answer.
    func call(_ method: Method, _ arguments: [String] = [], until deadline: ContinuousClock.Instant) throws(BusError) -> BusMessage
    {
        var call: OpaquePointer?
        guard
            sd_bus_message_new_method_call(
                bus, &call, method.destination, method.path, method.interface, method.member) >= 0, let call
        else { throw .malformed }
        defer { sd_bus_message_unref(call) }
        for argument in arguments {
            guard sd_bus_message_append_basic(call, CChar(UInt8(ascii: "s")), argument) >= 0 else { throw .malformed }
        }
        var cookie: UInt64 = 0
        guard sd_bus_send(bus, call, &cookie) >= 0 else { throw .disconnected }
        while true {
            let message = try next(until: deadline)
            if message.answered == cookie {
                if let name = message.errorName { throw .refused(name: name) }
                return message
            }
            // An answer to a call that was given up is for nobody.
            if message.answered == nil { signals.append(message) }
        }
    }

    /// The next message that answers no call. Throws `interrupted` from the moment on that the interruption is raised.
    func signal(until deadline: ContinuousClock.Instant, unless interruption: BusInterruption) throws(BusError) -> BusMessage {
        if !signals.isEmpty { return signals.removeFirst() }
        while true {
            let message = try next(until: deadline, unless: interruption)
            if message.answered == nil { return message }
        }
    }

    /// From now on signals that the rule describes are delivered.
    func watch(_ rule: String, until deadline: ContinuousClock.Instant) throws(BusError) {
        _ = try call(Self.method("AddMatch"), [rule], until: deadline)
    }

    /// The unique name of who owns a name now.
    func owner(of name: String, until deadline: ContinuousClock.Instant) throws(BusError) -> String {
        try call(Self.method("GetNameOwner"), [name], until: deadline).string()
    }

    private static func method(_ member: String) -> Method {
        Method(destination: name, path: "/org/freedesktop/DBus", interface: name, member: member)
    }

    private func next(
        until deadline: ContinuousClock.Instant, unless interruption: BusInterruption? = nil
    ) throws(BusError) -> BusMessage {
        while true {
            var message: OpaquePointer?
            let status = sd_bus_process(bus, &message)
            guard status >= 0 else { throw .disconnected }
            if let message {
                let message = BusMessage(owning: message)
                if message.isSignal("org.freedesktop.DBus.Local", "Disconnected") { throw .disconnected }
                return message
            }
            if status == 0 { try wait(until: deadline, unless: interruption) }
        }
    }

    private func wait(until deadline: ContinuousClock.Instant, unless interruption: BusInterruption?) throws(BusError) {
        if interruption?.isRaised == true { throw .interrupted }
        let left = deadline - ContinuousClock.now
        guard left > .zero else { throw .timedOut }
        let events = sd_bus_get_events(bus)
        guard events >= 0 else { throw .disconnected }
        var places = [
            pollfd(fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: events), revents: 0),
            pollfd(fd: interruption?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = left / .milliseconds(1)
        _ = poll(&places, nfds_t(places.count), Int32(clamping: Int(min(milliseconds.rounded(.up), 60_000))))
    }
}
