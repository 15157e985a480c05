public import FoundationEssentials
import PrivateFiles
import ServiceLifecycle

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
    /// - Throws: ``EmulatorError/Code/malformed`` when it is too large, no such file, or of another version.
    public init(json: Data) throws(EmulatorError) {
        guard json.count <= Self.byteLimit else {
            throw EmulatorError(.malformed, "the state has more than \(Self.byteLimit) bytes")
        }
        guard let version = try? JSONDecoder().decode(Version.self, from: json).version else {
            throw EmulatorError(.malformed, "this is no saved state of the emulator")
        }
        guard (1...Self.version).contains(version) else {
            throw EmulatorError(.malformed, "the state has version \(version); this program reads 1 to \(Self.version)")
        }
        let envelope: Envelope
        do {
            envelope = try JSONDecoder().decode(Envelope.self, from: json)
        } catch {
            throw EmulatorError(.malformed, "the saved state cannot be read: \(error)")
        }
        guard let offset = version == 1 ? 0 : envelope.clockOffset, offset.magnitude <= EmulatedClock.farthestMove else {
            throw EmulatorError(.malformed, "the state's clockOffset is missing, or beyond what a clock can be moved by")
        }
        if let fault = envelope.state.settings.fault { throw EmulatorError(.malformed, fault) }
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

extension SavedService {
    /// Reads a state file.
    ///
    /// - Throws: when it cannot be read, or as ``init(json:)`` does.
    public init(contentsOf path: String) throws(EmulatorError) {
        let json: Data
        do {
            json = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw EmulatorError(.unknown, "the state file \(path) cannot be read")
        }
        try self.init(json: json)
    }

    /// Writes the state file whole, readable by its owner alone (0600): a new file beside it is filled, synced and renamed over it.
    ///
    /// - Throws: ``EmulatorError/Code/notAllowed`` when the folder does not allow it; the old file stands then.
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

/// The file in which the service's state is kept.
struct StateKeeper: Sendable {
    let path: String

    /// The state of an earlier run; nil where there is no file yet.
    ///
    /// - Throws: ``EmulatorError`` where the file is there and cannot be read: it is never overwritten by a fresh state.
    func kept() throws -> SavedService? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do throws(EmulatorError) {
            return try SavedService(contentsOf: path)
        } catch {
            throw EmulatorError(.state, "\(path): \(error.reason)")
        }
    }
}

/// Writes the state whenever it changed, looked at twice a second, and once more at the end. A kill loses half a second at most.
struct StateKeeping: Service {
    let keeper: StateKeeper
    let service: AppleService

    static let interval = Duration.milliseconds(500)

    func run() async throws {
        let first = try save(unless: nil)
        let last = await cancelWhenGracefulShutdown {
            var last = first
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                // A full disk must not end the emulator; the save at the end reports it.
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
            try saved.write(to: keeper.path)
        } catch {
            throw EmulatorError(.state, error.reason)
        }
        return json
    }
}
