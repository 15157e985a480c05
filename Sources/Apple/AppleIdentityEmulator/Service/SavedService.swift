public import FoundationEssentials

/// The whole state of a service as a file holds it: JSON with a version and a warning. Private keys included; for tests only.
public struct SavedService: Sendable {
    /// The version that is written; others are refused.
    public static let version = 1
    /// Bytes that a file may have.
    public static let byteLimit = 64 * 1_024 * 1_024
    static let warning =
        "State of a test double of Sign in with Apple. It holds private keys and tokens: for tests only, never for real users."

    let state: ServiceState

    init(state: ServiceState) {
        self.state = state
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
        guard version == Self.version else {
            throw EmulatorRefusal(.malformed, "the state has version \(version); this program reads \(Self.version)")
        }
        do {
            state = try JSONDecoder().decode(Envelope.self, from: json).state
        } catch {
            throw EmulatorRefusal(.malformed, "the saved state cannot be read: \(error)")
        }
        if let fault = state.settings.fault { throw EmulatorRefusal(.malformed, fault) }
    }

    /// The file's contents, the same bytes for the same state.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return try encoder.encode(Envelope(version: Self.version, warning: Self.warning, state: state))
    }

    private struct Version: Decodable { let version: Int }

    private struct Envelope: Codable {
        let version: Int
        let warning: String
        let state: ServiceState
    }
}
