import Foundation
import FoundationNetworking
import ReservedPorts
import TestKit
import Testing

@Suite("latchkey dev and serve", .tags(.realParts), .timeLimit(.minutes(20)))
struct ServingTests {
    @Test("serve without a configuration names the keys to set")
    func serveWithoutConfiguration() throws {
        let run = try CommandFolder().run("serve")
        for key in ["site.publicOrigin", "keys.currentFile", "store.path"] { #expect(run.contains("! latchkey: \(key): ")) }
        #expect(run.hasSuffix("= 3"))
    }

    @Test("serve on an address that this machine does not have names the key to set, and ends with 5")
    func foreignAddress() throws {
        let folder = try CommandFolder()
        try folder.write(Sample.key + "\n", to: "master.key")
        let configuration = """
            site:
              publicOrigin: https://accounts.example.com
              name: Example
            listener:
              host: 192.0.2.1
            store:
              path: accounts.sqlite
            keys:
              currentFile: master.key
            trustedProxies: [192.0.2.2]
            """
        try folder.write(configuration, to: "latchkey.yaml", mode: 0o644)
        let run = try folder.run("serve --config latchkey.yaml")
        #expect(run.contains("does not have the address of 192.0.2.1:8080") && run.contains("listener.host"), "\(run)")
        #expect(run.hasSuffix("= 5"))
    }

    @Test("dev keeps its data private, reports a port in use, and ends with 0 after SIGTERM")
    func dev() throws {
        let folder = try CommandFolder()
        // A production store in the environment, which development must ignore.
        let dev = try Development(in: folder, environment: ["LATCHKEY_STORE_PATH": folder.path + "/production.sqlite"])
        let said = dev.untilReady()
        #expect(said.contains("http://localhost:\(dev.port)") && said.contains("demo@example.com"))
        #expect(try folder.mode(of: "data") == 0o700)
        #expect(!folder.has("production.sqlite"))
        #expect(try folder.mode(of: "data/master.key") == 0o600)
        #expect(try folder.mode(of: "data/accounts.sqlite") == 0o600)
        #expect(try folder.run("accounts show demo@example.com --store data/accounts.sqlite").hasSuffix("= 0"))

        let second = try folder.run("dev --port \(dev.port)")
        #expect(second.contains("is in use") && second.contains("--port") && second.hasSuffix("= 5"))

        #expect(dev.stop() == 0)
    }

    @Test("dev shows its mail to the user who started it, and mail open prints a new address")
    func mailbox() async throws {
        let folder = try CommandFolder()
        let dev = try Development(["--no-phones"], in: folder)
        let printed = try #require(dev.untilAnnounced().firstMatch(of: /mail +(http:\S+)/)).1
        let origin = "http://localhost:\(dev.port)"
        #expect(printed.hasPrefix("\(origin)/dev/mail?token="))
        let opened = try folder.run("mail open --at \(origin)")
        #expect(opened.hasPrefix("\(origin)/dev/mail?token=") && opened.hasSuffix("= 0"))

        let session = URLSession(configuration: .ephemeral)
        let page = try #require(URL(string: "\(origin)/dev/mail"))
        let (_, rejected) = try await session.data(from: page)
        #expect((rejected as? HTTPURLResponse)?.statusCode == 401)
        // The session keeps the cookie that the address sets.
        let (data, _) = try await session.data(from: try #require(URL(string: String(opened.dropLast(4)))))
        #expect(String(decoding: data, as: UTF8.self).contains("No mail yet."))
        #expect(dev.stop() == 0)
    }

    @Test(
        "a line of the log has the identifier of its request",
        arguments: [("text", #"request=ID "#), ("json", #""request":"ID""#)])
    func log(format: String, field: String) async throws {
        let folder = try CommandFolder()
        let dev = try Development(["--log", "--set", "log.level=debug", "--set", "log.format=\(format)"], in: folder)
        _ = dev.untilReady()
        let page = try #require(URL(string: "http://127.0.0.1:\(dev.port)/health/live"))
        let (_, response) = try await URLSession.shared.data(from: page)
        let id = try #require((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Request-Id"))
        #expect(dev.stop() == 0)
        let lines = try folder.read(folder.path + "/log").split(separator: "\n")
        let field = field.replacing("ID", with: id)
        #expect(lines.contains { $0.contains(field) && $0.contains("/health/live") }, "\(lines.suffix(5))")
    }
}
