import DiskFaults
import Foundation
import Testing

extension FleetTests {
    @Suite("A server whose disk fails", .enabled(if: DiskFault.isAvailable, "strace is not here, or may not trace"))
    struct FailingDiskTests {
        @Test("does not know whether a change it could not confirm is there, says so, and goes on when the disk is well")
        func failingDisk() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-failing-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let server = try LoneServer(store: folder.appending(path: "accounts.sqlite").path)
            defer { withExtendedLifetime(server) {} }
            let member = server.member
            try await FleetClient.use { client in
                try await member.start()
                let anna = try await client.register("anna", at: member).text("session", "token")
                let program = try #require(member.processID)
                let fault = try await DiskFault(.failure, of: [program], log: folder.appending(path: "fault"))
                #expect(try await client.register("ben", at: member).status == 503)
                #expect(try await client.status(of: anna, at: member) == 200)
                await fault.end()
                #expect(server.words.contains("outcomeUnknown"))

                let carl = try await client.register("carl", at: member).text("session", "token")
                await member.kill()
                try await member.start()
                for token in [anna, carl] { #expect(try await client.status(of: token, at: member) == 200) }
                // All of it or nothing: the name is free, or its owner signs in.
                let again = try await client.register("ben", at: member).status
                #expect(again == 201 || again == 409)
                #expect(try await client.signIn("ben", at: member).status == 201)
                await member.kill()
            }
        }
    }
}
