import DiskFaults
import Foundation
import Testing

extension FleetTests {
    @Suite("A server with a slow disk", .enabled(if: SlowDisk.isAvailable, "strace is missing or may not trace"))
    struct SlowDiskTests {
        @Test("acknowledges nothing before it is on disk, batches waiting changes, and still checks sessions")
        func slowDisk() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-slow-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let disk = SlowDisk(log: folder.appending(path: "synced").path)
            let server = try StandaloneServer(store: folder.appending(path: "accounts.sqlite").path, under: disk.prefix)
            defer { withExtendedLifetime(server) {} }
            let member = server.member
            try await FleetClient.use { client in
                try await member.start()
                let token = try await client.register("anna", at: member).text("session", "token")
                let before = disk.count
                let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                    for number in 0..<16 {
                        group.addTask {
                            try await client.register("person\(number)", at: member, from: "192.0.2.\(number + 2)").text(
                                "session", "token")
                        }
                    }
                    for _ in 0..<20 { #expect(try await client.status(of: token, at: member) == 200) }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let synced = disk.count - before
                #expect(synced > 0 && synced < tokens.count, "\(synced) times for \(tokens.count) accounts")

                // Stopped during a wait: every acknowledged change exists.
                async let unfinished = try? client.register("berta", at: member, from: "192.0.2.99")
                try await disk.waits(after: before + synced)
                await member.kill()
                _ = await unfinished
                try await member.start()
                for each in tokens + [token] { #expect(try await client.status(of: each, at: member) == 200) }
                await member.kill()
            }
        }
    }
}
