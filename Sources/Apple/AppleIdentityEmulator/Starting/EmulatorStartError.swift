/// Why an emulator did not start.
public struct EmulatorStartError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// The address is not this machine's, and nobody said that it may be.
        case notLoopback = "not-loopback"
        /// Something listens there already, or the address is not this machine's at all.
        case address
        /// The state file cannot be read or written, or is not one of this emulator.
        case state
        /// The certificate folder cannot be used.
        case certificates
    }

    /// What failed.
    public let code: Code
    /// One sentence, with what to do.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Code and message.
    public var description: String { "\(code.rawValue): \(message)" }
}
