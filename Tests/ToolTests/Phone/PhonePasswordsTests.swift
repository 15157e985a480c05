import Crypto
import Foundation
import ReservedPorts
import TestKit
import Testing

@Suite("latchkey phone passwords", .tags(.realParts), .timeLimit(.minutes(20)))
struct PhonePasswordsTests {
    private static let passwords = """
        Title,URL,Username,Password,Notes,OTPAuth
        One,https://one.example/,ann,Wn4-delta-ochre-58,,
        Two,https://two.example/,ann,Wn4-delta-ochre-58,,
        Three,https://three.example/,ann,Vq7-kilo-umbra-29,,
        Four,https://,ann,Kd3-sigma-topaz-11,,

        """

    @Test(
        "imports and exports a browser's passwords; the folders of dev decide which are recommended for a change")
    func transfer() throws {
        let folder = try CommandFolder()
        try folder.write(Self.passwords, to: "passwords.csv")
        try Self.writeQuirks(to: folder)
        try Self.writeLeaks(to: folder)
        let dev = try Development(["--site-quirks", "quirks", "--leaked-passwords", "leaks"], in: folder)
        _ = dev.untilReady()
        func phone(_ line: String) throws -> String { try folder.run("phone \(line) --at \(dev.phones)") }
        func withFace(_ line: String) throws -> CommandRun {
            let words = "phone \(line) --at \(dev.phones)".split(separator: " ").map(String.init)
            // A face before the prompt has no effect, so it is shown repeatedly.
            return try CommandRun(words, in: folder) { _ = try phone("do face") }
        }

        let first = try withFace("passwords import passwords.csv")
        #expect(first.output == "new 3, known 0, replaced 0, kept 0, skipped 1\n")
        #expect(first.errors.contains("line 5") && !first.errors.contains("Kd3") && first.status == 1)
        let second = try withFace("passwords import passwords.csv")
        #expect(second.output == "new 0, known 3, replaced 0, kept 0, skipped 1\n", "\(second.transcript)")

        var recommended = try phone("do settings recommendations")
        for _ in 0..<100 where !recommended.contains("three.example") {
            _ = try phone("do face")
            recommended = try phone("show")
        }
        #expect(recommended.contains("[ann] for three.example: Leaked password"))
        #expect(!recommended.contains("one.example") && !recommended.contains("two.example"))
        // The demo's folder of leaked passwords is replaced by the named one.
        #expect(!recommended.contains("localhost: Leaked password"))

        let exported = try withFace("passwords export --format firefox")
        #expect(exported.output.contains(#""https://one.example","ann","Wn4-delta-ochre-58""#) && exported.status == 0)
        #expect(dev.stop() == 0)
    }

    @Test("dev creates a folder with the demo's leaked passwords")
    func demoLeaks() throws {
        let folder = try CommandFolder()
        let dev = try Development(in: folder)
        _ = dev.untilReady()
        func phone(_ line: String) throws -> String { try folder.run("phone \(line) --at \(dev.phones)") }
        var recommended = try phone("do settings recommendations")
        for _ in 0..<100 where !recommended.contains("[anna]") {
            _ = try phone("do face")
            recommended = try phone("show")
        }
        #expect(recommended.contains("[anna] for localhost: Leaked password"))
        #expect(!recommended.contains("ben.o"), "it is on the phone of Ben")
        #expect(dev.stop() == 0)
    }

    @Test("export and import require a phone, a file and a known format")
    func misuse() throws {
        let folder = try CommandFolder()
        #expect(try folder.run("phone passwords import none.csv").hasSuffix("= 2"))
        #expect(try folder.run("phone passwords export --format opera").contains("safari, chromium or firefox"))
        #expect(try folder.run("phone passwords export --at http://127.0.0.1:1").contains("latchkey dev"))
    }

    @Test(
        "dev rejects invalid folders",
        arguments: ["--site-quirks", "--leaked-passwords"])
    func folders(option: String) throws {
        let (folder, ports) = (try CommandFolder(), try ReservedPort.row(of: 4))
        try folder.write("", to: "other/file")
        for name in ["missing", "other"] {
            let dev = try CommandRun(["dev", "--port", "\(ports[0].number)", option, name], in: folder)
            #expect(dev.errors.contains(name) && dev.status == 2, "\(dev.transcript)")
        }
    }

    /// Writes quirks in which one.example and two.example share passwords.
    private static func writeQuirks(to folder: CommandFolder) throws {
        try folder.write(#"[{"shared":["one.example","two.example"]}]"#, to: "quirks/shared-credentials.json")
    }

    /// Writes the ranges of the passwords in this test, and those that every such folder must have.
    private static func writeLeaks(to folder: CommandFolder) throws {
        for name in (0...15).map({ String($0, radix: 16, uppercase: true) + "0000" }) + ["FFFFF"] {
            try folder.write(String(repeating: "0", count: 35) + ":0\r\n", to: "leaks/\(name).txt")
        }
        for (password, count) in [("Wn4-delta-ochre-58", 0), ("Vq7-kilo-umbra-29", 7)] {
            let bytes = Insecure.SHA1.hash(data: Data(password.utf8))
            let digest = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().uppercased()
            try folder.write("\(digest.dropFirst(5)):\(count)\r\n", to: "leaks/\(digest.prefix(5)).txt")
        }
    }
}
