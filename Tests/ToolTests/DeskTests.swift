import Foundation
import FoundationNetworking
import TestKit
import Testing

@Suite("The desk of latchkey dev", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeskTests {
    @Test("the terminal has at most ten lines, with the password, and the log is on the desk")
    func terminal() async throws {
        let folder = try CommandFolder()
        let dev = try Development(["--no-phones"], in: folder)
        let said = dev.untilAnnounced()
        #expect(said.split(separator: "\n", omittingEmptySubsequences: false).count <= 11, "\(said)")
        let password = try #require(said.firstMatch(of: /password +([a-z0-9-]{20})\n/)?.1)
        let address = try #require(said.firstMatch(of: /desk +(\S+)/)?.1)
        #expect(address.hasPrefix("http://localhost:\(dev.port)/?token="))

        let session = URLSession(configuration: .ephemeral)
        #expect(try await Self.open("http://localhost:\(dev.port)/", by: session).status == 401)
        let desk = try await Self.open(String(address), by: session)
        #expect(desk.status == 200 && desk.text.contains(password) && desk.text.contains("Running"))
        #expect(desk.text.contains("Off, because of --no-phones"))
        let log = try await Self.open("http://localhost:\(dev.port)/dev/log", by: session)
        #expect(log.text.contains("event=account-created"))
        let apple = try await Self.open("http://localhost:\(dev.port)/dev/open/apple", by: session)
        #expect(apple.status == 200, "the desk opens the emulator")

        let opened = try folder.run("desk open")
        #expect(opened.hasPrefix("http://localhost:\(dev.port)/?token=") && opened.hasSuffix("= 0"))

        // The demo account has no trace: the command creates it without a request.
        #expect(try folder.run("desk export-traces").hasSuffix("= 2"))
        let trace = """
            {"format":"latchkey-traces","version":1,"traces":[{"id":"4bf92f3577b34da6a3ce929d0e0e4736","dropped":0,"spans":[
            {"id":"00f067aa0ba902b7","lane":"phone","kind":"tap","start":1,"end":2,"outcome":"succeeded","attributes":{"button":"go"},
            "checks":[]}]}]}
            """
        try folder.write(trace, to: "traces.json")
        let timeline = "http://localhost:\(dev.port)/dev/timeline/opened"
        #expect(try folder.run("desk open-traces traces.json") == "\(timeline)\n= 0")
        #expect(try folder.run("desk open-traces traces.json --json") == #"{"traces":1,"address":"\#(timeline)"}"# + "\n= 0")
        #expect(try await Self.open(timeline, by: session).text.contains("The user acts: go"))
        try folder.write(trace.replacing("\"tap\"", with: "\"trap\""), to: "traces.json")
        let rejected = try folder.run("desk open-traces traces.json")
        #expect(rejected.contains("/traces/0/spans/0/kind: must be a kind of step") && rejected.hasSuffix("= 2"))
        #expect(dev.stop() == 0)
        #expect(try !folder.read(folder.path + "/log").contains("audit event recorded"))
    }

    @Test("the password of the demo account is kept with the folder")
    func password() throws {
        let folder = try CommandFolder()
        var passwords: Set<String> = []
        for _ in 0..<2 {
            let dev = try Development(["--no-phones"], in: folder)
            let said = dev.untilAnnounced()
            passwords.insert(String(try #require(said.firstMatch(of: /password +([a-z0-9-]{20})\n/)?.1)))
            #expect(dev.stop() == 0)
        }
        #expect(passwords.count == 1)
        #expect(try folder.mode(of: "data/demo-password") == 0o600)
    }

    @Test("commands find the only running instance, and an explicit address precedes it")
    func instance() throws {
        let folder = try CommandFolder()
        let dev = try Development(["--no-phones", "--set", "site.name=Orchard"], in: folder)
        _ = dev.untilAnnounced()
        #expect(try folder.run("apple services list --json").contains("Orchard"), "Apple's sheet names the server as its pages do")
        let file = "run/latchkey/dev-\(dev.port).json"
        #expect(try folder.mode(of: file) == 0o600)
        #expect(try folder.run("apple accounts list").contains("anna@example.com"))
        let accounts = try folder.run("accounts list")
        #expect(accounts.contains("demo@example.com"))
        #expect(accounts.contains("! latchkey: using the store of the running `latchkey dev` at http://localhost:\(dev.port)"))
        #expect(try folder.run("mail open").hasPrefix("http://localhost:\(dev.port)/dev/mail?token="))
        let phone = try folder.run("phone show")
        #expect(phone.contains("has no phones") && phone.hasSuffix("= 2"), "\(phone)")

        let explicit = try folder.run("apple accounts list --at http://127.0.0.1:1")
        #expect(explicit.contains("no emulator at http://127.0.0.1:1") && explicit.hasSuffix("= 70"))
        let store = try folder.run("accounts list --store none.sqlite")
        #expect(store.contains("no store at") && !store.contains("demo@example.com"))

        // A folder that another user can enter may name foreign servers.
        let run = folder.path + "/run/latchkey"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: run)
        #expect(try folder.run("accounts list").contains("missing store"))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: run)
        #expect(dev.stop() == 0)
        #expect(!folder.has(file))
        #expect(try folder.run("accounts list").contains("missing store"))
    }

    @Test("with two running instances, a command requires an address")
    func severalInstances() throws {
        let folder = try CommandFolder()
        let first = try Development(["--no-phones"], in: folder)
        _ = first.untilAnnounced()
        let second = try Development(["--no-phones", "--data", "other"], in: folder)
        _ = second.untilAnnounced()
        let run = try folder.run("apple accounts list")
        #expect(run.contains("several `latchkey dev` are running") && run.contains("--at") && run.hasSuffix("= 2"), "\(run)")
        #expect(try folder.run("apple accounts list --at \(second.apple)").hasSuffix("= 0"))
        #expect(second.stop() == 0)
        #expect(try folder.run("apple accounts list").hasSuffix("= 0"))
        #expect(first.stop() == 0)
    }

    @Test(
        "the file of a process that is gone is reported and removed; a process that took its identifier is not that process",
        arguments: [Int32.max, getpid()])
    func staleFile(process: Int32) throws {
        let folder = try CommandFolder()
        let file = try folder.write(
            #"""
            {"apple":"http://127.0.0.1:1","key":"k","process":\#(process),"server":"http://localhost:8080","started":"0","store":"s"}
            """#, to: "run/latchkey/dev-8080.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path + "/run/latchkey")
        let run = try folder.run("accounts list")
        #expect(
            run.contains("the `latchkey dev` at http://localhost:8080 is no longer running") && run.contains("missing store"),
            "\(run)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("starting over deletes accounts and keeps the password, the key and the browser's access")
    func startOver() async throws {
        let folder = try CommandFolder()
        let dev = try Development(["--no-phones"], in: folder)
        let said = dev.untilAnnounced()
        let password = try #require(said.firstMatch(of: /password +([a-z0-9-]{20})\n/)?.1)
        let address = try #require(said.firstMatch(of: /desk +(\S+)/)?.1)
        let key = try folder.read(folder.path + "/data/master.key")
        let session = URLSession(configuration: .ephemeral)
        let desk = try await Self.open(String(address), by: session)
        let token = try #require(desk.text.firstMatch(of: /name="form-token" value="([^"]+)"/)?.1)

        var registration = URLRequest(url: try #require(URL(string: "http://localhost:\(dev.port)/v1/accounts")))
        registration.httpMethod = "POST"
        registration.setValue("application/json", forHTTPHeaderField: "Content-Type")
        registration.httpBody = Data(#"{"username":"carol","password":"velvet-otter 41 harbour"}"#.utf8)
        _ = try await session.data(for: registration)
        #expect(try folder.run("accounts list").contains("carol"))

        var request = URLRequest(url: try #require(URL(string: "http://localhost:\(dev.port)/dev/start-over")))
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("form-token=\(token)".utf8)
        #expect((try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode == 200)

        let again = dev.untilAnnounced()
        #expect(again.contains(password))
        #expect(try await Self.open("http://localhost:\(dev.port)/", by: session).status == 200)
        let accounts = try folder.run("accounts list")
        #expect(accounts.contains("demo@example.com") && !accounts.contains("carol"), "\(accounts)")
        #expect(try folder.read(folder.path + "/data/master.key") == key)
        #expect(dev.stop() == 0)
    }

    private static func open(_ address: String, by session: URLSession) async throws -> (status: Int?, text: String) {
        let (data, response) = try await session.data(from: try #require(URL(string: address)))
        return ((response as? HTTPURLResponse)?.statusCode, String(decoding: data, as: UTF8.self))
    }
}
