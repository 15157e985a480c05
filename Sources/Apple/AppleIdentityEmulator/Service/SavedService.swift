public import FoundationEssentials
import PrivateFiles
import ServiceLifecycle

/// The saved state of a service: JSON with a version and a warning. It contains private keys; for tests only.
public struct SavedService: Sendable {
    /// The version that is written and read. Others are rejected.
    public static let version = 4
    /// The maximum size of a file, in bytes.
    public static let byteLimit = 64 * 1_024 * 1_024
    static let warning =
        "State of a test double of Sign in with Apple. It contains private keys and tokens: for tests only, never for real users."

    /// The offset of the service's clock, in seconds. Restore with a clock that has the same offset, which decides when codes and
    /// tokens expire.
    public let clockOffset: Double

    let state: ServiceState

    init(state: ServiceState, clockOffset: Double) {
        self.state = state
        self.clockOffset = clockOffset
    }

    /// Parses a saved state.
    ///
    /// - Throws: ``EmulatorError/Code/malformed`` if it is too large, malformed, or of an unsupported version.
    public init(json: Data) throws(EmulatorError) {
        guard json.count <= Self.byteLimit else {
            throw EmulatorError(.malformed, "the saved state has more than \(Self.byteLimit) bytes")
        }
        guard let version = try? JSONDecoder().decode(Version.self, from: json).version else {
            throw EmulatorError(.malformed, "this is not a saved state of the emulator")
        }
        guard version == Self.version else {
            throw EmulatorError(
                .malformed, "the saved state has the unsupported version \(version); this program reads version \(Self.version)")
        }
        let envelope: Envelope
        do {
            envelope = try JSONDecoder().decode(Envelope.self, from: json)
        } catch {
            throw EmulatorError(.malformed, "the saved state is malformed: \(error)")
        }
        guard envelope.clockOffset.magnitude <= EmulatedClock.farthestMove else {
            throw EmulatorError(.malformed, "clockOffset of the saved state is out of range")
        }
        if let fault = envelope.state.settings.fault { throw EmulatorError(.malformed, fault) }
        state = envelope.state
        clockOffset = envelope.clockOffset
    }

    /// Returns the file's contents. Equal states have equal bytes.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return try encoder.encode(Envelope(version: Self.version, warning: Self.warning, clockOffset: clockOffset, state: state))
    }

    private struct Version: Decodable { let version: Int }

    private struct Envelope: Codable {
        let version: Int
        let warning: String
        let clockOffset: Double
        let state: ServiceState
    }
}

extension SavedService {
    /// Reads a state file.
    ///
    /// - Throws: ``EmulatorError`` if the file cannot be read, or the errors of ``init(json:)``.
    public init(contentsOf path: String) throws(EmulatorError) {
        let json: Data
        do {
            json = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw EmulatorError(.unknown, "the state file \(path) cannot be read")
        }
        try self.init(json: json)
    }

    /// Replaces the state file atomically, readable only by its owner (0600): writes and syncs a new file, then renames it.
    ///
    /// - Throws: ``EmulatorError/Code/notAllowed`` if the folder does not permit it. The old file is then unchanged.
    public func write(to path: String) throws(EmulatorError) {
        let bytes: Data
        do { bytes = try json() } catch { throw EmulatorError(.malformed, "the state cannot be written as JSON") }
        do throws(PrivateFile.Failure) {
            try PrivateFile.replace(path, with: bytes)
        } catch {
            throw EmulatorError(.notAllowed, "the state file \(error)")
        }
    }
}

/// Reads and writes the file with the service's state.
struct StateFile: Sendable {
    let path: String

    /// Returns the state of an earlier run; nil if the file does not exist.
    ///
    /// - Throws: ``EmulatorError`` if the file cannot be read. A new state never overwrites it.
    func load() throws -> SavedService? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do throws(EmulatorError) {
            return try SavedService(contentsOf: path)
        } catch {
            throw EmulatorError(.state, "\(path): \(error.reason)")
        }
    }
}

/// Saves the state after changes, checked twice a second, and at the end. A kill loses at most half a second.
struct StateSaver: Service {
    let file: StateFile
    let service: AppleService

    static let interval = Duration.milliseconds(500)

    func run() async throws {
        let first = try save(unless: nil)
        let last = await cancelWhenGracefulShutdown {
            var last = first
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                // A full disk must not stop the emulator. The save at the end reports the error.
                last = (try? save(unless: last)) ?? last
            }
            return last
        }
        _ = try save(unless: last)
    }

    private func save(unless last: Data?) throws -> Data {
        let saved = service.saved()
        let json = try saved.json()
        guard json != last else { return json }
        do throws(EmulatorError) {
            try saved.write(to: file.path)
        } catch {
            throw EmulatorError(.state, error.reason)
        }
        return json
    }
}
