import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey phone export and import", .tags(.realParts), .timeLimit(.minutes(20)))
struct PhoneExchangeTests {
    private static let credentials = #"""
        {"version":{"major":1,"minor":0},"exporterRpId":"vault.example","exporterDisplayName":"Vault","timestamp":1700000000,"accounts":[
        {"id":"YQ","username":"","email":"","collections":[],"items":[{"id":"aQ","title":"One","scope":{"urls":["https://one.example"],
        "androidApps":[]},"credentials":[{"type":"basic-auth","username":{"fieldType":"string","value":"ann"},
        "password":{"fieldType":"concealed-string","value":"Wn4-delta-ochre-58"}},
        {"type":"totp","secret":"JBSWY3DPEHPK3PXP","period":30,"digits":6,"algorithm":"sha1"},{"type":"wifi"}]}]}]}
        """#

    @Test("moves credentials between a file that only its owner reads and two phones")
    func transfer() throws {
        let folder = try CommandFolder()
        try folder.write(Self.credentials, to: "vault.json")
        let dev = try Development(in: folder)
        _ = dev.untilReady()
        func words(_ line: String) -> [String] { "phone \(line) --at \(dev.phones)".split(separator: " ").map(String.init) }
        func withFace(_ line: String, phone: Int = 1) throws -> CommandRun {
            // A face before the prompt has no effect, so it is shown repeatedly.
            try CommandRun(words("\(line) --phone \(phone)"), in: folder) {
                _ = try folder.run("phone do face --phone \(phone) --at \(dev.phones)")
            }
        }

        let preview = try withFace("import --cxf vault.json --preview")
        #expect(
            preview.output
                == "new password of ann for one.example\nnew code of ann for one.example\nnew 2, known 0, replaced 0, kept 0, rejected 1\n",
            "\(preview.transcript)")
        #expect(preview.errors.contains("/accounts/0/items/0/credentials/2") && preview.status == 1)
        #expect(try withFace("import --cxf vault.json").output == "new 2, known 0, replaced 0, kept 0, rejected 1\n")
        #expect(try withFace("import --cxf vault.json").output == "new 0, known 2, replaced 0, kept 0, rejected 1\n")

        let exported = try withFace("export --cxf out.json")
        #expect(exported.status == 0 && exported.output.hasSuffix("codes 1\n"), "\(exported.transcript)")
        let file = folder.path + "/out.json"
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasPrefix("out.json.new") })
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("Wn4-delta-ochre-58") && (try? JSONText.parse(Array(text.utf8))) != nil)
        #expect(!exported.transcript.contains("delta"))
        // A file is never overwritten, and the owner is not prompted first.
        let again = try CommandRun(words("export --cxf out.json"), in: folder)
        #expect(again.status == 2 && again.errors.contains("out.json"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)

        let other = try withFace("import --cxf out.json --json", phone: 3)
        let taken = try JSONText.parse(Array(other.output.utf8)).root.value
        #expect(other.status == 0 && taken["isPreview"]?.boolean == false && taken["rejected"]?.array?.isEmpty == true)
        let sites = taken["entries"]?.array?.compactMap { $0["site"]?.string } ?? []
        #expect(sites.count { $0 == "one.example" } == 2, "\(other.transcript)")

        // Without a face, a killed export leaves no file.
        let killed = try CommandRun.process(words("export --cxf killed.json"), in: folder)
        killed.standardError = FileHandle.nullDevice
        try killed.run()
        while try !folder.run("phone show --at \(dev.phones)").contains("prompt for") {}
        kill(killed.processIdentifier, SIGKILL)
        _ = killed.wait()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix("killed") })
        #expect(dev.stop() == 0)
    }

    @Test("require a phone and a file in the format")
    func misuse() throws {
        let folder = try CommandFolder()
        try folder.write(String(repeating: " ", count: 8 << 20) + "{}", to: "large.json")
        #expect(try folder.run("phone import --cxf none.json").hasSuffix("= 2"))
        #expect(try folder.run("phone import --cxf large.json").contains("large.json"))
        #expect(try folder.run("phone import").contains("--cxf"))
        #expect(try folder.run("phone export --cxf new.json --at http://127.0.0.1:1").contains("latchkey dev"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/new.json"))
    }
}
