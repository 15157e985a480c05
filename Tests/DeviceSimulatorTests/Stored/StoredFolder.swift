import Foundation

/// A folder for a stored device, deleted with the object.
final class StoredFolder {
    let path = FileManager.default.temporaryDirectory.path + "/stored-device-\(UUID().uuidString)"

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    func write(_ bytes: Data, to name: String) throws {
        try bytes.write(to: URL(fileURLWithPath: path + "/" + name))
    }

    func bytes(of name: String) -> Data? {
        FileManager.default.contents(atPath: path + "/" + name)
    }
}

/// The stopped clock of a simulated device. Its release shows that the device has released its files.
final class Leash: Sendable {
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private let end: AsyncStream<Never>.Continuation

    private init(_ end: AsyncStream<Never>.Continuation) {
        self.end = end
    }

    deinit {
        end.finish()
    }

    /// Uses a leash, and returns when it was released.
    static func untilReleased<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: (Leash) async throws -> Value
    ) async throws -> Value {
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        let value = try await body(Leash(end))
        for await _ in ends {}
        return value
    }
}
