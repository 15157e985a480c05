import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey keychain", .tags(.realParts), .timeLimit(.minutes(20)))
struct KeychainCommandTests {
    private static let secret = "s3cret-Välue"

    let folder: CommandFolder
    let device: DeviceProcess

    init() throws {
        folder = try CommandFolder()
        device = try DeviceProcess(in: folder)
        try device.setUp()
    }

    @Test("items can be added, listed, printed and deleted")
    func journey() throws {
        let reference = try add("--account alice --service notes --label My")
        let rows = try device.run("keychain list").split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.first == ["REFERENCE", "CLASS", "GROUP", "ACCOUNT", "SERVICE", "LABEL", "ACCESSIBLE", "CONSTRAINTS"])
        #expect(
            rows.dropFirst() == [
                [reference, "generic-password", DeviceProcess.app, "alice", "notes", "My", "when-unlocked", "-"], ["=", "0"],
            ])
        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched"], on: device)
        #expect(try device.run("keychain get --account alice") == "\(Self.secret)\n= 0")
        #expect(try device.run("keychain get --reference \(reference)") == "\(Self.secret)\n= 0")
        withExtendedLifetime(letting) {}
        #expect(
            try device.run("keychain add --account alice --service notes", input: "x")
                == "! latchkey: the item already exists\n= 1")
        #expect(try device.run("keychain get --account bob") == "! latchkey: no matching item\n= 1")
        #expect(try device.run("keychain delete --account alice") == "! latchkey: deleted\n= 0")
        #expect(try device.run("keychain delete --account alice") == "! latchkey: no matching item\n= 1")
        #expect(try device.run("keychain list") == "= 0")
    }

    @Test("get prints a secret only after the owner has confirmed, and nothing otherwise")
    func prompting() throws {
        _ = try add("--account alice --constraint user-presence")
        let rejecting = try BackgroundRun(["device", "prompts", "--cancel", "--once"], on: device)
        #expect(try device.run("keychain get --account alice") == "! latchkey: the user cancelled\n= 1")
        #expect(try rejecting.end().contains("read-item  fingerprint  \"\"  cancel"))

        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched", "--once", "--jsonl"], on: device)
        #expect(try device.run("keychain get --account alice --reason why") == "\(Self.secret)\n= 0")
        let prompt = try #require(try letting.end().split(separator: "\n").first { $0.hasPrefix("{") })
        let root = try JSONText.parse(prompt.utf8).root
        #expect(root["app"]?.string == DeviceProcess.app && root["purpose"]?.string == "read-item")
        #expect(root["reason"]?.string == "why" && root["answer"]?.string == "matched")
        let audit = try device.run("device audit --jsonl")
        #expect(audit.contains(#""outcome":"matched""#) && audit.contains(#""outcome":"cancelled; failed -2""#))
    }

    @Test("get prompts even for an item that an app can read without a prompt")
    func unguarded() throws {
        _ = try add("--account alice")
        let rejecting = try BackgroundRun(["device", "prompts", "--cancel", "--once"], on: device)
        #expect(try device.run("keychain get --account alice") == "! latchkey: the user cancelled\n= 1")
        #expect(try rejecting.end().contains("evaluate  fingerprint  \"to print the secret of an item\"  cancel"))
        // One prompt, not two, for an item whose access control requires one.
        _ = try add("--account bob --constraint user-presence")
        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched", "--once"], on: device)
        #expect(try device.run("keychain get --account bob") == "\(Self.secret)\n= 0")
        withExtendedLifetime(letting) {}
    }

    @Test("get prints no secret on a device without a passcode")
    func noPasscode() throws {
        let device = try DeviceProcess(in: try CommandFolder())
        #expect(try device.run("keychain add --account alice", input: "hush").hasSuffix("= 0"))
        #expect(
            try device.run("keychain get --account alice") == """
                ! latchkey: the device has no passcode
                !   hint: set one: latchkey device passcode set
                = 1
                """)
    }

    @Test("the fallback asks for the passcode, and a wrong one is rejected")
    func passcode() throws {
        _ = try add("--account alice --constraint user-presence")
        try folder.write("2468\n", to: "right")
        try folder.write("0000\n", to: "wrong")
        let wrong = try BackgroundRun(["device", "prompts", "--fallback", "--passcode-file", "wrong"], on: device)
        #expect(
            try device.run("keychain get --account alice") == """
                ! latchkey: authentication failed: wrong passcode, or the sensor did not recognize the finger or face
                = 1
                """)
        kill(wrong.processID, SIGKILL)
        _ = try wrong.end()
        let right = try BackgroundRun(["device", "prompts", "--fallback", "--passcode-file", "right"], on: device)
        #expect(try device.run("keychain get --account alice") == "\(Self.secret)\n= 0")
        withExtendedLifetime(right) {}
    }

    @Test("an item can require a separate password, which the device asks for")
    func appPassword() throws {
        try folder.write("opens it\n", to: "right")
        try folder.write("another\n", to: "wrong")
        let adding = try BackgroundRun(["device", "prompts", "--sensor", "matched", "--app-password-file", "right"], on: device)
        _ = try add("--account alice --app-password")
        #expect(try device.run("keychain get --account alice") == "\(Self.secret)\n= 0")
        kill(adding.processID, SIGKILL)
        _ = try adding.end()
        let wrong = try BackgroundRun(
            ["device", "prompts", "--sensor", "matched", "--app-password-file", "wrong", "--jsonl"], on: device)
        #expect(
            try device.run("keychain get --account alice")
                == "! latchkey: the item's app password is wrong or missing\n= 1")
        kill(wrong.processID, SIGKILL)
        #expect(try wrong.end().contains(#""question":"app-password""#))
    }

    @Test("no list, file, message or argument contains a secret")
    func secrecy() throws {
        _ = try add("--account alice --constraint biometry-any")
        for form in ["", "--json", "--jsonl"] {
            let list = try device.run("keychain list \(form)")
            #expect(list.contains("alice") && !list.contains("s3cret"))
        }
        #expect(!device.errors.contains("s3cret") && !device.errors.contains("2468"))
        #expect(!(try device.run("device audit --json")).contains("s3cret"))
        let state = folder.path + "/d"
        for name in try FileManager.default.contentsOfDirectory(atPath: state) {
            guard let bytes = FileManager.default.contents(atPath: state + "/" + name) else { continue }
            for word in ["s3cret", "alice", "2468"] { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(name) shows \(word)") }
        }
        #expect(try device.run("keychain add --account bob s3cret").hasSuffix("= 2"))
    }

    @Test("apps share only the items of their common group")
    func groups() throws {
        _ = try add("--account alice")
        _ = try add("--account bob --group \(DeviceProcess.group)")
        let other = try device.run("keychain list", as: DeviceProcess.otherApp)
        #expect(other.contains("bob") && !other.contains("alice"))
        #expect(
            try device.run("keychain list --group \(DeviceProcess.app)", as: DeviceProcess.otherApp) == """
                ! latchkey: the app is not in that access group
                = 1
                """)
    }

    @Test("a locked device releases only items that may be read then")
    func locked() throws {
        _ = try add("--account alice")
        _ = try add("--account bob --accessible after-first-unlock")
        _ = try device.run("device lock")
        #expect(
            try device.run("keychain get --account alice") == """
                ! latchkey: the device is locked
                !   hint: unlock it: latchkey device unlock
                = 1
                """)
        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched", "--once"], on: device)
        #expect(try device.run("keychain get --account bob") == "\(Self.secret)\n= 0")
        withExtendedLifetime(letting) {}
    }

    @Test("malformed and ambiguous calls are rejected")
    func rejections() throws {
        _ = try add("--account alice --service a")
        _ = try add("--account alice --service b")
        #expect(try device.run("keychain get --account alice").hasPrefix("! latchkey: several items match"))
        for line in [
            "keychain delete", "keychain delete --all --account alice", "keychain list --class password",
            "keychain get --reference 12",
            "keychain add --class key", "keychain add --constraint user-presence --constraint biometry-any",
            "keychain add --constraint device-passcode --any-constraint", "keychain add --accessible never",
            "keychain list --device x",
            "keychain add --server s",
        ] {
            let transcript = try device.run(line, input: "x")
            #expect(transcript.hasSuffix("= 2") || transcript.contains("no such attribute"), "\(line): \(transcript)")
        }
        #expect(
            try folder.run("keychain list") == """
                ! latchkey: missing socket of the app
                !   hint: name it with --device or in LATCHKEY_DEVICE; this prints it: \(Self.launch)
                = 2
                """)
        #expect(
            try folder.run("keychain list", environment: ["LATCHKEY_DEVICE": "d"]) == """
                ! latchkey: LATCHKEY_DEVICE is not unix: and the path of a socket
                !   hint: name it with --device or in LATCHKEY_DEVICE; this prints it: \(Self.launch)
                = 2
                """)
        #expect(
            try folder.run("keychain list --device unix:/nowhere") == """
                ! latchkey: the broker at /nowhere is unavailable: connect: No such file or directory
                !   hint: start the device (latchkey device run --state FOLDER) and open the app's socket: \(Self.launch)
                = 70
                """)
    }

    private static let launch = "latchkey device launch TEAM.com.example.app --state FOLDER"

    @Test(
        "an invalid value of an option lists the accepted ones",
        arguments: [
            ("--constraint face", "'user-presence', 'biometry-any', 'biometry-current-set', 'device-passcode' or 'companion'"),
            ("--class password", "'generic-password', 'internet-password', 'certificate' or 'key'"),
            ("--accessible never", "- when-unlocked"),
        ])
    func words(option: String, words: String) throws {
        let transcript = try device.run("keychain add --account alice \(option)", input: "x")
        #expect(transcript.contains(words) && transcript.hasSuffix("= 2"), "\(transcript)")
    }

    /// Standard input, options, and the stored secret.
    static let inputs: [(given: [UInt8], options: [String], kept: [UInt8])] = [
        (Array("word\n".utf8), [], Array("word".utf8)), (Array("word\r\n".utf8), [], Array("word".utf8)),
        (Array("word".utf8), [], Array("word".utf8)), (Array("wörd\t1\n".utf8), [], Array("wörd\t1".utf8)),
        (Array("\n".utf8), [], []), ([], [], []),
        (Array("word\n\n".utf8), [], Array("word\n\n".utf8)),
        (Array("one\ntwo\n".utf8), [], Array("one\ntwo\n".utf8)),
        ([0, 1, 2, 10], [], [0, 1, 2, 10]), ([0xFF, 0xFE, 10], [], [0xFF, 0xFE, 10]), ([0xC3, 10], [], [0xC3, 10]),
        (Array("word\n".utf8), ["--exact"], Array("word\n".utf8)), ([13, 10], ["--exact"], [13, 10]),
    ]

    @Test("add removes the line end of one line of text, and stores any other input byte for byte", arguments: inputs)
    func lineEnds(input: (given: [UInt8], options: [String], kept: [UInt8])) throws {
        #expect(try raw(["keychain", "add", "--account", "alice"] + input.options, input: input.given).status == 0)
        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched"], on: device)
        defer { withExtendedLifetime(letting) {} }
        #expect(try raw(["keychain", "get", "--account", "alice", "--exact"]).output == input.kept)
        #expect(try raw(["keychain", "get", "--account", "alice"]).output == input.kept + [10])
    }

    /// Runs the command with bytes as input and output.
    private func raw(_ arguments: [String], input: [UInt8] = []) throws -> (status: Int32, output: [UInt8]) {
        let (given, said) = (URL(filePath: folder.path + "/given"), URL(filePath: folder.path + "/said"))
        for (file, bytes) in [(given, input), (said, [])] { try Data(bytes).write(to: file) }
        let process = try CommandRun.process(arguments, in: folder, environment: device.environment())
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = try FileHandle(forWritingTo: said)
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process.wait().status, [UInt8](try Data(contentsOf: said)))
    }

    @Test("get --json contains a secret that is text as text")
    func binary() throws {
        _ = try add("--account alice")
        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched"], on: device)
        defer { withExtendedLifetime(letting) {} }
        let run = try CommandRun(
            ["keychain", "get", "--account", "alice", "--json"], in: folder, environment: device.environment())
        let root = try JSONText.parse(run.output.utf8).root
        #expect(root["secret"]?["text"]?.string == Self.secret && root["attributes"]?["acct"]?.string == "alice")
    }

    /// Adds a generic password with the secret, and returns its reference.
    private func add(_ options: String) throws -> String {
        let transcript = try device.run("keychain add \(options)", input: Self.secret + "\n")
        #expect(transcript.hasSuffix("\n= 0"))
        return String(transcript.prefix(32))
    }
}
