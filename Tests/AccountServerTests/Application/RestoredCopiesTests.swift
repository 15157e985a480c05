import AccountStoreSQLite
import Accounts
import Foundation
import Logging
import ServiceLifecycle
import Testing

@testable import AccountServer

@Suite("A restored store of an application that mounts the server", .timeLimit(.minutes(5)))
struct RestoredCopiesTests {
    @Test("the services prepare the store when they start, and log it once")
    func service() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "restored-\(UUID().uuidString)").path
        let original = try SQLiteAccountStore.inMemory()
        try await ServerBench(storage: AccountStorage(original)).run { client in _ = try await client.register() }
        try await original.backup(to: path)
        let restored = try SQLiteAccountStore.open(path: path)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }

        let bench = try ServerBench(storage: AccountStorage(restored))
        #expect(bench.system.services.contains { $0 is RestoredCopies })
        let log = Log()
        let copies = RestoredCopies(accounts: bench.system.service, now: { ServerBench.start }, logger: log.logger)
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [copies], logger: Log().logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            await log.waitForLine()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        try await copies.prepare()
        #expect(log.lines.map(\.level) == [.warning])
        #expect(log.lines.allSatisfy { $0.text.hasPrefix("restored store: single-use codes deleted") })
        try await restored.close()
    }
}
