import Foundation
import Testing

@testable import AppleIdentityEmulator

@Suite("The command that repeats a request of the log")
struct CurlCommandTests {
    @Test("values that the log does not have are variables, so that the command contains no secret")
    func secrets() async throws {
        let bench = try await ServiceBench()
        let code = try #require(try bench.signIn()["code"])
        let secret = try bench.secret()
        _ = try bench.exchange(code, ["client_secret": secret, "code_verifier": "verifier-1", "strange name": "value-1"])
        let text = try #require(command(bench.service.requests().last))
        for kept in [code, secret, "verifier-1", "value-1"] { #expect(!text.contains(kept)) }
        #expect(text.hasPrefix("curl \\\n  http://127.0.0.1:8085/auth/token \\\n"))
        for part in [
            #"--data 'client_id=com.example.web'"#, #"--data-urlencode "client_secret=$CLIENT_SECRET""#,
            #"--data-urlencode "strange%20name=$STRANGE_NAME""#, #"--data 'grant_type=authorization_code'"#,
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test(
        "a hostile value or name does not leave its word",
        arguments: ["'; touch x; '", "$(touch x)", "`touch x`", "a\nb", "\u{1B}[201~x", "\\", "\"", "@/etc/passwd", "=", "%00"])
    func hostile(value: String) async throws {
        let bench = try await ServiceBench()
        _ = bench.service.token(try bench.form(["client_id": value, value: "x", "scope": value]))
        let text = try #require(command(bench.service.requests().last))
        let word = #/--data '[\w.~%-]*=[\w.~%-]*'|--data-urlencode "[\w.~%-]*=\$[A-Z0-9_]+"/#.asciiOnlyWordCharacters()
        for line in text.split(separator: "\n").dropFirst(2) {
            let argument = line.trimmingCharacters(in: CharacterSet(charactersIn: " \\"))
            let isWord = argument.wholeMatch(of: word) != nil
            #expect(isWord, "\(argument)")
        }
    }

    @Test("a truncated value is a variable")
    func truncated() async throws {
        let bench = try await ServiceBench()
        _ = bench.service.token(try bench.form(["redirect_uri": "https://" + String(repeating: "a", count: 300)]))
        #expect(try #require(command(bench.service.requests().last)).contains("--data-urlencode \"redirect_uri=$REDIRECT_URI\""))
    }

    @Test("a request in the query uses GET, a migration has the access token, and a request that no backend sends has no command")
    func endpoints() async throws {
        let bench = try await ServiceBench()
        _ = bench.service.authorize(try bench.authorizeForm())
        #expect(
            try #require(command(bench.service.requests().last)).hasPrefix(
                "curl \\\n  --get \\\n  http://127.0.0.1:8085/auth/authorize"))
        _ = bench.service.userMigrationInfo(try bench.form([:]), authorization: nil)
        #expect(try #require(command(bench.service.requests().last)).contains("--header \"Authorization: Bearer $ACCESS_TOKEN\""))
        _ = bench.service.keySet()
        #expect(command(bench.service.requests().last) == "curl \\\n  http://127.0.0.1:8085/auth/keys")
        _ = try bench.signInNatively()
        #expect(command(bench.service.requests().last) == nil)
    }

    @Test(
        "a word is quoted unless no shell interprets it, and has no control characters",
        arguments: [
            ("com.example.shop", "com.example.shop"), ("https://a.example:1/b?c", "'https://a.example:1/b?c'"), ("", "''"),
            ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$(x)", "'$(x)'"), ("a\u{1B}b\nc", "abc"), ("~", "'~'"), ("ü", "'ü'"),
        ])
    func words(text: String, word: String) {
        #expect(ShellWord.quoted(text) == word)
    }

    private func command(_ record: RequestRecord?) -> String? {
        record.flatMap { CurlCommand(repeating: $0, at: "http://127.0.0.1:8085")?.text }
    }
}
