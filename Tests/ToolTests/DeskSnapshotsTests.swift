import Foundation
import FoundationNetworking
import TestKit
import Testing

@Suite("Snapshots on the desk of latchkey dev", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeskSnapshotsTests {
    @Test("accounts and phones return to the state of a snapshot, and later changes are gone")
    func story() async throws {
        let folder = try CommandFolder()
        let dev = try Development(in: folder)
        let said = dev.untilAnnounced()
        let password = try #require(said.firstMatch(of: /password +([a-z0-9-]{20})\n/)?.1)
        let address = try #require(said.firstMatch(of: /desk +(\S+)/)?.1)
        let session = URLSession(configuration: .ephemeral)
        _ = try await Self.open(String(address), by: session)

        try await Self.register("carol", at: dev, by: session)
        #expect(try folder.run("phone message Before").hasSuffix("= 0"))
        #expect(try folder.run("desk snapshots save with-carol --json") == #"{"name":"with-carol"}"# + "\n= 0")
        let again = dev.untilAnnounced()
        #expect(again.contains(password), "the password stays in sight")
        #expect(try folder.run("desk snapshots list").contains("with-carol"))
        #expect(try folder.mode(of: "data/snapshots/with-carol") == 0o700)
        #expect(try folder.mode(of: "data/snapshots/with-carol/accounts.sqlite") == 0o600)

        try await Self.register("dave", at: dev, by: session)
        #expect(try folder.run("phone message After").hasSuffix("= 0"))
        #expect(try folder.run("accounts list").contains("dave"))

        // The access of the browser stays, so its page is the desk.
        let desk = try await Self.open("http://localhost:\(dev.port)/", by: session)
        #expect(desk.contains("The snapshot with-carol was saved."))
        let token = try #require(desk.firstMatch(of: /name="form-token" value="([^"]+)"/)?.1)
        var request = URLRequest(url: try #require(URL(string: "http://localhost:\(dev.port)/dev/snapshots/with-carol/restore")))
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("form-token=\(token)".utf8)
        #expect((try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode == 200)
        _ = dev.untilAnnounced()

        let accounts = try folder.run("accounts list")
        #expect(accounts.contains("carol") && !accounts.contains("dave"), "\(accounts)")
        #expect(try folder.run("phone do passcode 2468").hasSuffix("= 0"))
        let messages = try folder.run("phone do messages")
        #expect(messages.contains("Before") && !messages.contains("After"), "\(messages)")
        #expect(try await Self.open("http://localhost:\(dev.port)/", by: session).contains("The snapshot with-carol was restored."))
        let log = try await Self.open("http://localhost:\(dev.port)/dev/log", by: session)
        #expect(log.contains("restored store: single-use codes deleted"))
        #expect(dev.stop() == 0)
    }

    @Test("the commands list, restore and delete, and reject what is missing, in use or malformed")
    func commands() throws {
        let folder = try CommandFolder()
        let dev = try Development(["--no-phones"], in: folder)
        _ = dev.untilAnnounced()
        #expect(try folder.run("desk snapshots list --json") == "[]\n= 0")
        #expect(try folder.run("desk snapshots save first") == "first\n= 0")
        let taken = try folder.run("desk snapshots save first")
        #expect(taken.contains("there is a snapshot first already") && taken.hasSuffix("= 2"), "\(taken)")
        #expect(try folder.run("desk snapshots restore other --yes").hasSuffix("= 2"))
        #expect(try folder.run("desk snapshots restore first").contains("--yes"), "it asks first")
        #expect(try folder.run("desk snapshots save ../first").hasSuffix("= 2"))

        // A snapshot with a link is rejected after everything has stopped. It changes nothing, and everything runs again.
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/data/snapshots/first/phones", withDestinationPath: "/")
        let failed = try folder.run("desk snapshots restore first --yes")
        #expect(failed.contains("neither a regular file nor a folder") && failed.hasSuffix("= 70"), "\(failed)")
        try FileManager.default.removeItem(atPath: folder.path + "/data/snapshots/first/phones")
        #expect(try folder.run("desk snapshots restore first --yes") == "first\n= 0")

        #expect(try folder.run("desk snapshots delete first --yes --json") == #"{"name":"first"}"# + "\n= 0")
        #expect(try folder.run("desk snapshots delete first --yes").hasSuffix("= 2"))
        #expect(try folder.run("desk snapshots list") == "= 0")
        #expect(dev.stop() == 0)
    }

    @Test("there are no snapshots of a store outside of the folder")
    func otherStore() throws {
        let folder = try CommandFolder()
        let dev = try Development(["--no-phones", "--set", "store.path=\(folder.path)/other.sqlite"], in: folder)
        _ = dev.untilAnnounced()
        let rejected = try folder.run("desk snapshots save first")
        #expect(rejected.contains("names a store outside of the folder") && rejected.hasSuffix("= 2"), "\(rejected)")
        #expect(dev.stop() == 0)
    }

    private static func register(_ name: String, at dev: Development, by session: URLSession) async throws {
        var request = URLRequest(url: try #require(URL(string: "http://localhost:\(dev.port)/v1/accounts")))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"username":"\#(name)","password":"velvet-otter 41 harbour"}"#.utf8)
        #expect((try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode == 201)
    }

    private static func open(_ address: String, by session: URLSession) async throws -> String {
        String(decoding: try await session.data(from: try #require(URL(string: address))).0, as: UTF8.self)
    }
}
