/// Why an operation of the console or of the emulator's own interface was refused.
public struct EmulatorRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of refusal, for programs.
    public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// A value breaks a rule; the message says which.
        case malformed
        /// No such thing.
        case unknown
        /// The identifier is taken.
        case exists
        /// A cap is reached.
        case limit
        /// The thing is not in a state that allows it.
        case notAllowed = "not-allowed"
    }

    /// The kind of refusal.
    public let code: Code
    /// One sentence: what was refused and why.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Kind and sentence.
    public var description: String { "\(code.rawValue): \(message)" }
}
