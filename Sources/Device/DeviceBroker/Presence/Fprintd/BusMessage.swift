import CSystemd

/// A message that came over the bus.
final class BusMessage {
    private let message: OpaquePointer

    /// Takes over the reference.
    init(owning message: OpaquePointer) {
        self.message = message
    }

    deinit {
        sd_bus_message_unref(message)
    }

    /// The unique name of who sent it, which the bus itself puts in.
    var sender: String? { sd_bus_message_get_sender(message).map { String(cString: $0) } }

    func isSignal(_ interface: String, _ member: String) -> Bool {
        sd_bus_message_is_signal(message, interface, member) > 0
    }

    var path: String? { sd_bus_message_get_path(message).map { String(cString: $0) } }

    /// The number of the call that it answers.
    var answered: UInt64? {
        var cookie: UInt64 = 0
        return sd_bus_message_get_reply_cookie(message, &cookie) >= 0 ? cookie : nil
    }

    /// The name of the error that it is; nothing where it is none.
    var errorName: String? {
        guard sd_bus_message_is_method_error(message, nil) > 0, let error = sd_bus_message_get_error(message)?.pointee else {
            return nil
        }
        return error.name.map { String(cString: $0) }
    }

    /// The next argument. Throws `malformed` where it is of another type.
    func string() throws(BusError) -> String { try text(of: "s") }

    func objectPath() throws(BusError) -> String { try text(of: "o") }

    func flag() throws(BusError) -> Bool {
        var value: Int32 = 0
        guard sd_bus_message_read_basic(message, Self.code("b"), &value) > 0 else { throw .malformed }
        return value != 0
    }

    /// A list of at most `limit` texts.
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

    /// A text in a variant, as properties are given.
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
