import FoundationEssentials
import ServiceLifecycle

/// The file in which the service's state is kept.
struct StateKeeper: Sendable {
    let path: String

    /// The state of an earlier run; nil where there is no file yet.
    ///
    /// - Throws: ``EmulatorStartError`` where the file is there and cannot be read: it is never overwritten by a fresh state.
    func kept() throws -> SavedService? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do throws(EmulatorRefusal) {
            return try SavedService(contentsOf: path)
        } catch {
            throw EmulatorStartError(.state, "\(path): \(error.message)")
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
        do throws(EmulatorRefusal) {
            try saved.write(to: keeper.path)
        } catch {
            throw EmulatorStartError(.state, error.message)
        }
        return json
    }
}
