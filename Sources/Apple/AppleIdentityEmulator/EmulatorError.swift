/// Why the emulator did not start, or refused an operation of its console or its own interface.
public struct EmulatorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong. The raw values are stable and meant for programs.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        /// A value breaks a rule; the reason says which.
        public static let malformed = Code("malformed")
        /// No such thing.
        public static let unknown = Code("unknown")
        /// The identifier is taken.
        public static let exists = Code("exists")
        /// A cap is reached.
        public static let limit = Code("limit")
        /// The thing is not in a state that allows it.
        public static let notAllowed = Code("not-allowed")
        /// The address is not this machine's, and other machines were not allowed.
        public static let notLoopback = Code("not-loopback")
        /// Something listens there already, or the address is not this machine's.
        public static let address = Code("address")
        /// The state file cannot be read or written, or is not one of this emulator.
        public static let state = Code("state")
        /// The certificate folder cannot be used.
        public static let certificates = Code("certificates")
    }

    /// What is wrong.
    public let code: Code

    /// What was refused and why, in one sentence.
    public let reason: String

    /// The reason.
    public var description: String { reason }

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
