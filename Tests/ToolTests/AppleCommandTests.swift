import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey apple runs an emulator and operates it", .tags(.realParts), .timeLimit(.minutes(20)))
struct AppleCommandTests {
    @Test("a seeded emulator is extended with a team, an app, a website and a key, and signs a user in")
    func wholeWay() async throws {
        try await RunningEmulator.run { emulator in
            let accounts = try emulator.ask("accounts list")
            #expect(accounts.hasPrefix("ID    GIVEN-NAME  FAMILY-NAME  EMAIL "))
            #expect(accounts.contains(/\nanna  Anna +Lindqvist +anna@example.com +true +false\n/))
            #expect(try emulator.ask("teams add Two --id TWOTWOTWO2") == "TWOTWOTWO2\n= 0")
            #expect(try emulator.ask("apps add com.example.two --team TWOTWOTWO2") == "com.example.two\n= 0")
            #expect(
                try emulator.ask(
                    "services add two.web --primary com.example.two --domain two.example.com --return-url https://two.example.com/cb"
                )
                    == "two.web\n= 0")
            let key = try #require(
                try emulator.ask("keys add Key --primary com.example.two --out two.p8").split(separator: "\n").first)
            #expect(try emulator.folder.read(emulator.folder.path + "/two.p8").hasPrefix("-----BEGIN PRIVATE KEY-----"))
            #expect(try emulator.folder.mode(of: "two.p8") == 0o600)
            #expect(
                try emulator.ask("keys download \(key) --out again.p8").hasSuffix("= 2"), "a key can be downloaded only once")
            #expect(!emulator.folder.has("again.p8"))

            let url =
                "/auth/authorize?client_id=two.web&redirect_uri=https://two.example.com/cb&response_type=code&response_mode=form_post&scope=email&state=s"
            let fields = try emulator.ask("sign-in \(url) --as anna --hide-email")
            #expect(fields.hasPrefix("code      "))
            #expect(fields.contains("\nstate     s\n"))
            #expect(try emulator.ask("sign-in \(url) --as anna --cancel").hasPrefix("error     user_cancelled_authorize\n"))
            #expect(try emulator.ask("consents list").contains("\nanna     com.example.two  "))
            #expect(try emulator.ask("consents revoke anna com.example.two") == "= 0")
            #expect(try emulator.ask("consents list") == "= 0")
            #expect(try emulator.ask("log").contains("authorize"))
        }
    }

    @Test("a device signs in, and the app requests the state of its credential")
    func native() async throws {
        try await RunningEmulator.run { emulator in
            let credential = try emulator.ask(
                "native sign-in com.example.shop --as anna --state s --nonce n --scope name --scope email --hide-email --first-name Änni"
            )
            #expect(credential.contains("\nstate              s\n"))
            #expect(credential.contains("\ngivenName          Änni\n"))
            let user = try #require(credential.split(separator: "\n").first { $0.hasPrefix("user ") }?.split(separator: " ").last)
            #expect(try emulator.ask("native state com.example.shop \(user)") == "authorized\n= 0")
            #expect(try emulator.ask("native state com.example.shop \(user) --as ben") == "notFound\n= 0")
            #expect(try emulator.ask("consents revoke anna com.example.shop") == "= 0")
            #expect(try emulator.ask("native state com.example.shop \(user)") == "revoked\n= 0")
            #expect(try emulator.ask("native sign-in com.example.shop --as eve").hasSuffix("= 2"))
        }
    }

    @Test("a sender is allowed and removed, and mail to its relay address is listed with the account")
    func relay() async throws {
        try await RunningEmulator.run(["--relay-port", "0", "--demo-sender", "example.com"]) { emulator in
            let team = try #require(try emulator.ask("teams list").firstMatch(of: #/\n([A-Z0-9]{10}) .* example\.com\n/#)).1
            #expect(try emulator.ask("teams allow-sender \(team) help@example.org") == "= 0")
            #expect(try emulator.ask("teams list").contains("example.com help@example.org\n"))
            #expect(try emulator.ask("teams allow-sender \(team) help@example.org --remove") == "= 0")
            #expect(try !emulator.ask("teams list").contains("help@example.org"))

            _ = try emulator.ask("native sign-in com.example.shop --as anna --scope email --hide-email")
            let address = try #require(try emulator.ask("consents list").firstMatch(of: #/\S+@privaterelay\.appleid\.com/#)).output
            let port = try #require(emulator.relayPort)
            #expect(try emulator.ask("accounts mail anna") == "= 0")
            try emulator.folder.write(
                "mail: {transport: smtp, from: accounts@example.com, host: 127.0.0.1, port: \(port), security: loopback}\n"
                    + "site: {publicOrigin: https://accounts.example.com}\nkeys: {currentFile: key}\nstore: {path: s}\n",
                to: "latchkey.yaml", mode: 0o644)
            try emulator.folder.write(Sample.key + "\n", to: "key")
            #expect(try emulator.folder.run("mail test \(address) --config latchkey.yaml") == "accepted\n= 0")
            let mail = try emulator.ask("accounts mail anna")
            #expect(mail.contains(#/\n1 .* accounts_at_example_com_\S+@privaterelay\.appleid\.com +Test message\n/#), "\(mail)")
            #expect(try emulator.ask("accounts mail anna --json").contains("can send mail to this address"))
            #expect(try emulator.ask("accounts mail unknown").hasSuffix("= 1"))
        }
    }

    @Test(
        "a relay port out of range, and a sender that is malformed or without the demo, are wrong usage",
        arguments: [
            ("--relay-port 65536", "--relay-port must be 0 to 65535"),
            ("--seed-demo --demo-sender example", "an e-mail source must be"),
            ("--demo-sender example.com", "require --seed-demo"),
        ])
    func relayUsage(options: String, says: String) throws {
        let transcript = try CommandFolder().run("apple serve --port 0 --https-port 0 \(options)")
        #expect(transcript.contains(says) && transcript.hasSuffix("= 2"), "\(transcript)")
    }

    @Test("a change of an account keeps what it does not name")
    func accountChange() async throws {
        try await RunningEmulator.run { emulator in
            let change = "accounts change cora --no-under-age --organization EXAMPLEORG --real-user-unknown --json"
            let account = try JSONText.parse(Array(emulator.ask(change).dropLast("\n= 0".count).utf8)).root
            #expect(account["isUnderAge"]?.boolean == false && account["organization"]?.string == "EXAMPLEORG")
            #expect(account["realUserStatus"]?.number?.int == 1 && account["givenName"]?.string == "Cora")
            let again = try JSONText.parse(
                Array(emulator.ask("accounts change cora --under-age --no-real-user-unknown --json").dropLast("\n= 0".count).utf8)
            ).root
            #expect(again["isUnderAge"]?.boolean == true && again["organization"]?.string == "EXAMPLEORG")
            #expect(again["realUserStatus"]?.number?.int == 2)
        }
    }

    @Test("clock, faults, keys and settings can be printed and changed")
    func service() async throws {
        try await RunningEmulator.run { emulator in
            let clock = try emulator.ask("clock advance 2h")
            #expect(clock.hasSuffix("  7200\n= 0"))
            #expect(try emulator.ask("faults add token status 503 --count 2") == "1\n= 0")
            #expect(
                try emulator.ask("faults list") == """
                    ID  ENDPOINT  KIND    VALUE  REMAINING
                    1   token     status  503    2
                    = 0
                    """)
            #expect(try emulator.ask("faults remove --all") == "= 0")
            #expect(try emulator.ask("settings wireStyle=2019 listedKeys=1").contains("wireStyle=2019\n"))
            #expect(try emulator.ask("rotate-keys --way abrupt").contains(/true +true +2/))
        }
    }

    @Test(
        "bad input is an error message with exit code 2",
        arguments: [
            ("settings nope=1", "no setting is called nope"), ("settings nope", "nope does not have the form name=value"),
            ("faults add token explode", "no fault is called explode"), ("faults remove", "give a fault's number, or --all"),
            ("clock advance soon", "a duration must be a number followed by s, m, h or d"),
            ("teams add T --id short", "ten characters from A to Z and 0 to 9"),
            ("teams allow-sender TWOTWOTWO2 example", "an e-mail source must be a domain"),
        ])
    func rejected(line: String, says: String) async throws {
        try await RunningEmulator.run { emulator in
            let transcript = try emulator.ask(line)
            #expect(transcript.hasPrefix("! latchkey: "))
            #expect(transcript.contains(says), "\(transcript)")
            #expect(transcript.hasSuffix("= 2"))
        }
    }

    @Test("without an emulator the hint says how to start one")
    func noEmulator() throws {
        let folder = try CommandFolder()
        let transcript = try folder.run("apple accounts list --at http://127.0.0.1:1")
        #expect(transcript.contains("! latchkey: no emulator at http://127.0.0.1:1"))
        #expect(transcript.contains("hint: start one: latchkey apple serve"))
        #expect(transcript.hasSuffix("= 70"))
    }

    @Test("a demo whose key file exists, or whose return URL is rejected, is an error message with exit code 2, and the file stays")
    func rejectedDemo() throws {
        let folder = try CommandFolder()
        let key = folder.path + "/key.p8"
        try Data("a key".utf8).write(to: URL(filePath: key))
        for (options, says) in [
            ("--demo-key \(key)", "already exists"), ("--demo-return-url http://shop.example.com/", "the demo was not created: "),
        ] {
            let transcript = try folder.run("apple serve --port 0 --https-port 0 --seed-demo \(options)")
            #expect(transcript.hasPrefix("! latchkey: ") && transcript.contains(says), "\(transcript)")
            #expect(!transcript.contains("CommandFailure") && !transcript.contains("is running on"), "\(transcript)")
            #expect(transcript.hasSuffix("= 2"))
        }
        #expect(try String(contentsOfFile: key, encoding: .utf8) == "a key")
    }

    @Test("the emulator does not listen for other machines without --allow-others")
    func notLoopback() throws {
        let transcript = try CommandFolder().run("apple serve --host 0.0.0.0 --port 0 --https-port 0")
        #expect(transcript.contains("--allow-others permits other machines"))
        #expect(transcript.hasSuffix("= 2"))
    }
}

/// An emulator in a separate process, which runs while a test uses it.
struct RunningEmulator {
    let folder: CommandFolder
    let base: String
    /// The port of the private e-mail relay, if it runs.
    let relayPort: Int?

    /// Returns the transcript of `latchkey apple` with these words.
    func ask(_ line: String) throws -> String {
        try folder.run("apple \(line) --at \(base)")
    }

    /// - Parameter options: further options of `latchkey apple serve`.
    static func run(_ options: [String] = [], _ body: (RunningEmulator) async throws -> Void) async throws {
        let folder = try CommandFolder()
        let process = try CommandRun.process(
            ["apple", "serve", "--port", "0", "--https-port", "0", "--seed-demo", "--json"] + options, in: folder)
        let output = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await process.terminated {
            var line: [UInt8] = []
            while !line.contains(UInt8(ascii: "\n")), case let piece = output.fileHandleForReading.availableData, !piece.isEmpty {
                line += piece
            }
            let addresses = try JSONText.parse(line).root
            let base = try #require(addresses["baseURL"]?.string)
            try await body(RunningEmulator(folder: folder, base: base, relayPort: addresses["relayPort"]?.number?.int))
        }
    }
}
