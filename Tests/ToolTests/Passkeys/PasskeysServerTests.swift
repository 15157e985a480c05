import JSONText
import TestKit
import Testing

@Suite("latchkey passkeys for servers", .tags(.realParts))
struct PasskeysServerTests {
    private func folder(_ yaml: String) throws -> CommandFolder {
        let folder = try CommandFolder()
        try folder.write(Sample.key + "\n", to: "key")
        try folder.write("keys: {currentFile: key}\nstore: {path: s}\n" + yaml, to: "latchkey.yaml", mode: 0o644)
        return folder
    }

    @Test("well-known prints the files of the relying party's host")
    func wellKnown() throws {
        let app = "android:apk-key-hash:\(String(repeating: "A", count: 43))"
        let folder = try folder(
            """
            site: {publicOrigin: https://accounts.example.com}
            passkeys: {relyingPartyID: example.com, origins: [https://shop.example.org, '\(app)']}

            """)
        let endpoints =
            #"{"enroll":"https://accounts.example.com/account/passkeys/new","manage":"https://accounts.example.com/account"}"#
        let list = #"{"origins":["https://accounts.example.com","https://shop.example.org"]}"#
        let run = try CommandRun(["passkeys", "well-known", "--jsonl", "--config", "latchkey.yaml"], in: folder)
        #expect(
            run.output == """
                {"url":"https://example.com/.well-known/webauthn","content":\(list)}
                {"url":"https://example.com/.well-known/passkey-endpoints","content":\(endpoints)}

                """)
        let text = try CommandRun(["passkeys", "well-known", "--config", "latchkey.yaml"], in: folder)
        #expect(text.output.hasPrefix("https://example.com/.well-known/webauthn\n{"))
        #expect(text.output.hasSuffix("\nhttps://example.com/.well-known/passkey-endpoints\n\(endpoints)\n"))
    }

    @Test("well-known fails if passkeys are off")
    func off() throws {
        let folder = try folder("site: {publicOrigin: 'http://127.0.0.1:8080'}\n")
        #expect(
            try folder.run("passkeys well-known --config latchkey.yaml") == """
                ! latchkey: passkeys are off
                !   hint: set passkeys.enabled, and a host name in site.publicOrigin
                = 1
                """)
    }

    @Test("confirm-restore turns signals on, and requires a store")
    func confirmRestore() throws {
        let folder = try folder("site: {publicOrigin: https://accounts.example.com}\n")
        #expect(try folder.run("passkeys confirm-restore --store s").hasSuffix("= 4"))
        #expect(try folder.run("store migrate --create --store s").hasSuffix("= 0"))
        #expect(try folder.run("passkeys confirm-restore --config latchkey.yaml") == "signals are on\n= 0")
        #expect(try folder.run("store check --store s") == "ok\n= 0")
    }
}
