import Foundation
import FoundationNetworking
import TestKit
import Testing

@Suite("Access to the servers of latchkey dev", .tags(.realParts), .timeLimit(.minutes(20)))
struct PhoneAccessTests {
    @Test(
        "the user who started them has access by the printed address, a further one and the bearer token; another user gets 401")
    func users() async throws {
        let folder = try CommandFolder()
        let dev = try Development(in: folder)
        let said = dev.untilAnnounced()
        let phones = try #require(said.firstMatch(of: /phones +(\S+)/)?.1)
        let apple = try #require(said.firstMatch(of: /Apple +(\S+)/)?.1)
        #expect(phones.hasPrefix("\(dev.phones)/device?token=") && apple.hasPrefix("\(dev.apple)/?token="))

        // Another user, without cookie and bearer token.
        for address in [
            "\(dev.phones)/device", "\(dev.phones)/device/api/phones", "\(dev.apple)/", "\(dev.apple)/account",
            "\(dev.apple)/console", "\(dev.apple)/emulator/accounts",
        ] {
            #expect(try await Browser().visit(address) == 401, "\(address)")
        }
        #expect(try await Browser().visit("\(dev.apple)/auth/keys") == 200)

        // One browser: the address of either server opens both.
        for address in [phones, apple] {
            let browser = Browser()
            #expect(try await browser.visit(String(address)) == 200)
            #expect(try await browser.visit("\(dev.phones)/device") == 200)
            #expect(try await browser.visit("\(dev.apple)/console") == 200)
            #expect(try await Browser().visit(String(address)) == 401, "a second browser with the same address")
        }

        // The user's commands find the bearer token.
        for port in [dev.port + 1, dev.port + 2] { #expect(try folder.mode(of: "run/latchkey/bearer-\(port)") == 0o600) }
        #expect(try folder.mode(of: "run/latchkey") == 0o700)
        #expect(try folder.run("phone show --at \(dev.phones)").hasSuffix("= 0"))
        #expect(try folder.run("apple accounts list --at \(dev.apple)").contains("anna@example.com"))
        for line in ["phone open --at \(dev.phones)", "apple open --at \(dev.apple)"] {
            let run = try CommandRun(line.split(separator: " ").map(String.init), in: folder)
            let address = run.output.trimmingCharacters(in: .newlines)
            #expect(run.status == 0)
            #expect(try await Browser().visit(address) == 200)
            #expect(try await Browser().visit(address) == 401)
        }

        // Another user's commands do not find it.
        let others = ["XDG_RUNTIME_DIR": folder.path + "/others"]
        for line in ["phone show --at \(dev.phones)", "phone open --at \(dev.phones)", "apple accounts list --at \(dev.apple)"] {
            let run = try folder.run(line, environment: others)
            #expect(run.contains("only the user who started it") && run.hasSuffix("= 2"), "\(run)")
        }

        // Another process that has since used one of the ports has its own file there, which stays.
        let other = try folder.write(String(repeating: "A", count: 43), to: "run/latchkey/bearer-\(dev.port + 1)")
        #expect(dev.stop() == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/run/latchkey") == [
                (other as NSString).lastPathComponent
            ])
    }

    @Test("an app's server sends a message to a phone")
    func message() async throws {
        let folder = try CommandFolder()
        let dev = try Development(in: folder)
        try #require(dev.untilAnnounced().contains("passcode"), "the apps of the phones are not built")
        func post(_ path: String, _ body: String, token: String? = nil) async throws -> (Data, Int?) {
            var request = URLRequest(url: try #require(URL(string: "http://localhost:\(dev.port + 3)/api/\(path)")))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
            request.httpBody = Data(body.utf8)
            let (data, response) = try await URLSession.shared.data(for: request)
            return (data, (response as? HTTPURLResponse)?.statusCode)
        }
        let (answer, _) = try await post("user", #"{"username":"anna","password":"velvet-otter 41 harbour"}"#)
        let token = try #require(String(decoding: answer, as: UTF8.self).firstMatch(of: /"token":"([^"]+)"/)?.1)
        #expect(try await post("code", "{}", token: String(token)).1 == 204)
        let shown = try folder.run("phone show --at \(dev.phones)")
        #expect(shown.contains("is your Motivation code"), "\(shown)")
        #expect(dev.stop() == 0)
    }

    @Test("a folder for bearer tokens that other users can enter is rejected")
    func openFolder() throws {
        let folder = try CommandFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/run/latchkey", withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/run/latchkey")
        let run = try folder.run("dev --port 1")
        #expect(run.contains("! latchkey: DIR/run/latchkey must be a folder that you own and only you can enter"), "\(run)")
    }

    @Test("open without a server is an error that names latchkey dev")
    func noServer() throws {
        let run = try CommandFolder().run("phone open --at http://127.0.0.1:1")
        #expect(run.contains("no server at http://127.0.0.1:1") && run.contains("latchkey dev") && run.hasSuffix("= 70"))
    }
}

/// A browser with separate cookies.
private struct Browser {
    private let session = URLSession(configuration: .ephemeral)

    /// Follows an address and returns the status of the final page.
    func visit(_ address: String) async throws -> Int? {
        let url = try #require(URL(string: address))
        return (try await session.data(from: url).1 as? HTTPURLResponse)?.statusCode
    }
}
