/// An error of starting the emulator, or of an operation of its console or admin interface.
public struct EmulatorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of error. Raw values are stable, so that programs can rely on them.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        /// A value violates a rule; the reason names it.
        public static let malformed = Code("malformed")
        /// The object does not exist.
        public static let unknown = Code("unknown")
        /// The identifier is already taken.
        public static let exists = Code("exists")
        /// A limit is reached.
        public static let limit = Code("limit")
        /// The state of the object does not allow the operation.
        public static let notAllowed = Code("not-allowed")
        /// The address is not a loopback address, and other machines are not allowed.
        public static let notLoopback = Code("not-loopback")
        /// The address is in use, or does not belong to this machine.
        public static let address = Code("address")
        /// The state file cannot be read or written, or is malformed.
        public static let state = Code("state")
        /// The certificate folder cannot be used.
        public static let certificates = Code("certificates")
    }

    /// The kind of error.
    public let code: Code

    /// The description of the error, in one sentence.
    public let reason: String

    /// The input that is at fault, if it is one alone.
    let input: Input?

    /// The reason.
    public var description: String { reason }

    init(_ code: Code, _ reason: String, at input: Input? = nil) {
        self.code = code
        self.reason = reason
        self.input = input
    }

    /// An input of an operation. Forms show the error next to its field.
    enum Input: Sendable, Hashable {
        case identifier, primary, name, domains, returnURLs, notificationURL, source, kind, endpoint, value, count, time, seconds
        case personName, address, password
    }
}
