public import FoundationEssentials

/// The whole state of a service as a file holds it: JSON with a version and a warning. Private keys included; for tests only.
public struct SavedService: Sendable {
    /// The version that is written. Version 1, which says nothing of the clock, and 2, without passwords, are read too; others are refused.
    public static let version = 3
    /// Bytes that a file may have.
    public static let byteLimit = 64 * 1_024 * 1_024
    static let warning =
        "State of a test double of Sign in with Apple. It holds private keys and tokens: for tests only, never for real users."

    /// By how many seconds the service's clock was moved. Restore with a clock that is moved by as much: codes and tokens end by it.
    public let clockOffset: Double

    let state: ServiceState

    init(state: ServiceState, clockOffset: Double) {
        self.state = state
        self.clockOffset = clockOffset
    }

    /// Reads a saved file.
    ///
    /// - Throws: ``EmulatorRefusal/Code/malformed`` when it is too large, no such file, or of another version.
    public init(json: Data) throws(EmulatorRefusal) {
        guard json.count <= Self.byteLimit else {
            throw EmulatorRefusal(.malformed, "the state has more than \(Self.byteLimit) bytes")
        }
        guard let version = try? JSONDecoder().decode(Version.self, from: json).version else {
            throw EmulatorRefusal(.malformed, "this is no saved state of the emulator")
        }
        guard (1...Self.version).contains(version) else {
            throw EmulatorRefusal(.malformed, "the state has version \(version); this program reads 1 to \(Self.version)")
        }
        let envelope: Envelope
        do {
            envelope = try JSONDecoder().decode(Envelope.self, from: json)
        } catch {
            throw EmulatorRefusal(.malformed, "the saved state cannot be read: \(error)")
        }
        guard let offset = version == 1 ? 0 : envelope.clockOffset, offset.magnitude <= EmulatedClock.farthestMove else {
            throw EmulatorRefusal(.malformed, "the state's clockOffset is missing, or beyond what a clock can be moved by")
        }
        if let fault = envelope.state.settings.fault { throw EmulatorRefusal(.malformed, fault) }
        state = envelope.state
        clockOffset = offset
    }

    /// The file's contents, the same bytes for the same state.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return try encoder.encode(Envelope(version: Self.version, warning: Self.warning, clockOffset: clockOffset, state: state))
    }

    private struct Version: Decodable { let version: Int }

    private struct Envelope: Codable {
        let version: Int
        let warning: String
        /// Nil in version 1.
        let clockOffset: Double?
        let state: ServiceState
    }
}
