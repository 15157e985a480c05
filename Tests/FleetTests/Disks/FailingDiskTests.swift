import DiskFaults
import Foundation
import Testing

extension FleetTests {
    @Suite("A server with a failing disk", .enabled(if: DiskFault.isAvailable, "strace is missing or may not trace"))
    struct FailingDiskTests {
        @Test("reports an unknown outcome for a change that it could not confirm, and works again when the disk does")
        func failingDisk() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-failing-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let server = try StandaloneServer(store: folder.appending(path: "accounts.sqlite").path)
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
                // The change is complete or absent: the name is free, or its owner can sign in.
                let again = try await client.register("ben", at: member).status
                #expect(again == 201 || again == 409)
                #expect(try await client.signIn("ben", at: member).status == 201)
                await member.kill()
            }
        }
    }
}
