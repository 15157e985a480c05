import CSystemd
import CTSS2  // An optimized build finds `pollfd` in this module, whose headers include <poll.h>.
import Glibc
import Synchronization

/// A connection to the system bus (D-Bus Specification 0.41), for the thread that created it. Together with ``BusMessage``, this is
/// the only code that calls sd-bus.
///
/// It uses no callbacks: calls wait for their replies with a timeout, and signals that arrive meanwhile are queued.
final class SystemBus {
    /// A method of an object.
    struct Method {
        let destination: String
        let path: String
        let interface: String
        let member: String
    }

    static let name = "org.freedesktop.DBus"

    private let bus: OpaquePointer
    private var signals: [BusMessage] = []

    /// Connects to the given address, or to the machine's system bus. Throws `disconnected` if that fails.
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
        // Not flushed, since that may wait for a bus that no longer reads.
        sd_bus_close(bus)
        sd_bus_unref(bus)
    }

    /// Calls a method with string arguments, and waits for the reply.
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
                if let name = message.errorName { throw .rejected(name: name) }
                return message
            }
            // A reply to an abandoned call is discarded.
            if message.answered == nil { signals.append(message) }
        }
    }

    /// Returns the next message that is not a reply. Throws `interrupted` once the interruption is raised.
    func signal(until deadline: ContinuousClock.Instant, unless interruption: BusInterruption) throws(BusError) -> BusMessage {
        if !signals.isEmpty { return signals.removeFirst() }
        while true {
            let message = try next(until: deadline, unless: interruption)
            if message.answered == nil { return message }
        }
    }

    /// Subscribes to the signals that match the rule.
    func watch(_ rule: String, until deadline: ContinuousClock.Instant) throws(BusError) {
        _ = try call(Self.method("AddMatch"), [rule], until: deadline)
    }

    /// Returns the unique name of the current owner of a name.
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

/// A received message.
final class BusMessage {
    private let message: OpaquePointer

    /// Takes ownership of the reference.
    init(owning message: OpaquePointer) {
        self.message = message
    }

    deinit {
        sd_bus_message_unref(message)
    }

    /// The sender's unique name, which the bus sets.
    var sender: String? { sd_bus_message_get_sender(message).map { String(cString: $0) } }

    func isSignal(_ interface: String, _ member: String) -> Bool {
        sd_bus_message_is_signal(message, interface, member) > 0
    }

    var path: String? { sd_bus_message_get_path(message).map { String(cString: $0) } }

    /// The number of the call that this message replies to.
    var answered: UInt64? {
        var cookie: UInt64 = 0
        return sd_bus_message_get_reply_cookie(message, &cookie) >= 0 ? cookie : nil
    }

    /// The name of the error, or nil if the message is not an error.
    var errorName: String? {
        guard sd_bus_message_is_method_error(message, nil) > 0, let error = sd_bus_message_get_error(message)?.pointee else {
            return nil
        }
        return error.name.map { String(cString: $0) }
    }

    /// Reads the next argument. Throws `malformed` if it has another type.
    func string() throws(BusError) -> String { try text(of: "s") }

    func objectPath() throws(BusError) -> String { try text(of: "o") }

    func flag() throws(BusError) -> Bool {
        var value: Int32 = 0
        guard sd_bus_message_read_basic(message, Self.code("b"), &value) > 0 else { throw .malformed }
        return value != 0
    }

    /// Reads a list of at most `limit` strings.
    func strings(atMost limit: Int) throws(BusError) -> [String] {
        guard sd_bus_message_enter_container(message, Self.code("a"), "s") > 0 else { throw .malformed }
        var strings: [String] = []
        while let string = try optionalText(of: "s") {
            guard strings.count < limit else { throw .malformed }
            strings.append(string)
        }
        guard sd_bus_message_exit_container(message) >= 0 else { throw .malformed }
        return strings
    }

    /// Reads a string in a variant, the form of properties.
    func variantString() throws(BusError) -> String {
        guard sd_bus_message_enter_container(message, Self.code("v"), "s") > 0 else { throw .malformed }
        let value = try string()
        guard sd_bus_message_exit_container(message) >= 0 else { throw .malformed }
        return value
    }

    private func text(of type: Unicode.Scalar) throws(BusError) -> String {
        guard let text = try optionalText(of: type) else { throw .malformed }
        return text
    }

    private func optionalText(of type: Unicode.Scalar) throws(BusError) -> String? {
        var text: UnsafePointer<CChar>?
        let status = sd_bus_message_read_basic(message, Self.code(type), &text)
        guard status >= 0 else { throw .malformed }
        return status == 0 ? nil : text.map { String(cString: $0) }
    }

    private static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}

/// Interrupts a polling thread: a pair of sockets, one of which becomes readable when the interruption is raised.
final class BusInterruption: Sendable {
    let descriptor: Int32
    private let writing: Int32
    private let isOver = Mutex(false)

    /// Creates an interruption. Throws `disconnected` if a socket pair cannot be created.
    init() throws(BusError) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .disconnected }
        (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    var isRaised: Bool { isOver.withLock { $0 } }

    func raise() {
        isOver.withLock { isOver in
            guard !isOver else { return }
            isOver = true
            var byte: UInt8 = 1
            _ = write(writing, &byte, 1)
        }
    }
}

/// The reason why a call over the system bus failed.
enum BusError: Error, Hashable {
    /// The bus is unreachable or has closed the connection.
    case disconnected
    /// No reply arrived in time.
    case timedOut
    /// The caller interrupted the call.
    case interrupted
    /// The reply is an error with this D-Bus name.
    case rejected(name: String)
    /// The reply, or a call of this process, is malformed.
    case malformed
}
