import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey apple-identity exchange, refresh, revoke and migrate", .tags(.realParts), .timeLimit(.minutes(20)))
struct AppleIdentityRequestTests {
    private static let tokens = """
        {"access_token":"a-token","token_type":"Bearer","expires_in":3600,"refresh_token":"r-token","id_token":"h.p.s"}
        """

    /// Returns a run, and the requests that the server received.
    private func run(
        _ command: String, _ more: String = "", input: String, answers: [String: CannedServer.Answer]
    ) throws -> (run: CommandRun, requests: [String]) {
        let server = try CannedServer(answers)
        defer { server.stop() }
        let run = try AppleIdentityFolder().run(command, "--base-url \(server.origin) \(more)", input: input)
        return (run, server.requests)
    }

    @Test("exchange sends one request, and prints tokens only with --reveal")
    func exchange() throws {
        let answers = ["/auth/token": CannedServer.Answer(Self.tokens)]
        let (run, requests) = try self.run("exchange", input: "c-1\n", answers: answers)
        #expect(
            run.transcript == "exchanged\n!   hint: --reveal prints the tokens; this code is now used up\n= 0")
        #expect(requests.count == 1 && requests[0].hasPrefix("POST /auth/token HTTP/1.1\r\n"))
        #expect(requests[0].contains("User-Agent: latchkey/") && requests[0].components(separatedBy: "User-Agent").count == 2)
        #expect(requests[0].hasSuffix("&code=c-1&grant_type=authorization_code"))
        let json = try self.run("exchange", "--json", input: "c-1", answers: answers).run
        #expect(try json.document.object?.members.map(\.name) == ["accessTokenExpiresAt"])
        let web = "--reveal --json --redirect-uri https://example.com/cb"
        let (revealed, sent) = try self.run("exchange", web, input: "c-1", answers: answers)
        #expect(try revealed.document["refreshToken"] == "r-token" && revealed.document["identityToken"] == "h.p.s")
        #expect(sent[0].hasSuffix("&grant_type=authorization_code&redirect_uri=https%3A%2F%2Fexample.com%2Fcb"))
    }

    @Test("a rejection by Apple is exit code 1, with likely causes")
    func rejection() throws {
        let answers = [
            "/auth/token": CannedServer.Answer(
                400, #"{"error":"invalid_grant","error_description":"The code has already been used."}"#)
        ]
        let (run, _) = try self.run("exchange", input: "c-1", answers: answers)
        #expect(
            run.transcript == """
                ! latchkey: Apple rejected the request with invalid_grant: The code has already been used.
                !   hint: certain: the code was exchanged before (code-used)
                !   hint:   exchange each code once; look for a retry, a reloaded callback page or a second server
                = 1
                """)
        let json = try self.run("exchange", "--json", input: "c-1", answers: answers).run
        let error = try #require(try json.document["error"])
        #expect(error["code"] == "rejected" && error["appleError"] == "invalid_grant" && error["retryable"] == false)
        #expect(error["causes"]?[0]?["code"] == "code-used" && json.status == 1 && json.errors.isEmpty)
    }

    @Test("a service that fails, redirects or is unreachable is exit code 70", arguments: [500, 302, 404])
    func failures(status: Int) throws {
        let (run, requests) = try self.run(
            "revoke", "--json", input: "r", answers: ["/auth/revoke": CannedServer.Answer(status, "<html>")])
        #expect(run.status == 70 && requests.count == 1)
        #expect(try run.document["error"]?["code"] == (status == 500 ? "server-failure" : "unexpected-status"))
        let folder = try AppleIdentityFolder()
        let server = try CannedServer([:])
        server.stop()
        let gone = try folder.run("revoke", "--json --base-url \(server.origin)", input: "r")
        #expect(try gone.document["error"]?["code"] == "no-answer" && gone.status == 70)
    }

    @Test("refresh says whether the token is valid, and does not check twice a day")
    func refresh() throws {
        let good = ["/auth/token": CannedServer.Answer(#"{"access_token":"a","token_type":"Bearer","expires_in":3600}"#)]
        let (valid, requests) = try run("refresh", input: "r-token\n", answers: good)
        #expect(valid.transcript == "valid\n= 0")
        #expect(requests[0].hasSuffix("&grant_type=refresh_token&refresh_token=r-token"))
        let early = try run(
            "refresh", "--last-checked-at \(Int(Date().timeIntervalSince1970) - 60)", input: "r-token", answers: good)
        #expect(early.run.status == 2 && early.requests.isEmpty)
        let bad = ["/auth/token": CannedServer.Answer(400, #"{"error":"invalid_grant"}"#)]
        let invalid = try run("refresh", "--json", input: "r-token", answers: bad).run
        #expect(
            try invalid.document["outcome"] == "invalid" && invalid.document["error"]?["causes"]?[0]?["code"] == "consent-ended")
        #expect(invalid.status == 1)
        let undecided = try run("refresh", "--json", input: "r-token", answers: [:]).run
        #expect(try undecided.document["outcome"] == "undecided" && undecided.status == 70)
    }

    @Test("revoke reports acceptance, and that it proves nothing")
    func revoke() throws {
        let answers = ["/auth/revoke": CannedServer.Answer("")]
        let (run, requests) = try self.run("revoke", input: "r-token\r\n", answers: answers)
        #expect(run.transcript.hasPrefix("accepted\n!   hint: it worked if") && run.status == 0)
        #expect(requests[0].hasSuffix("&token=r-token&token_type_hint=refresh_token"))
        let access = try self.run("revoke", "--access-token --json", input: "a-token", answers: answers)
        #expect(try access.run.document["accepted"] == true)
        #expect(access.requests[0].hasSuffix("&token=a-token&token_type_hint=access_token"))
    }

    @Test("migrate requests each line with one permission, and reports the rejected ones")
    func migrate() throws {
        let answers = [
            "/auth/token": CannedServer.Answer(#"{"access_token":"m","token_type":"Bearer","expires_in":3600}"#),
            "/auth/usermigrationinfo": CannedServer.Answer(#"{"transfer_sub":"t.1","sub":"9.9.9","email":"x@y.z"}"#),
        ]
        let giving = try run("migrate", "--recipient OTHER67890", input: "1.2.3\n\nbad one\r\n4.5.6\n", answers: answers)
        #expect(
            giving.run.transcript == """
                1.2.3 t.1
                4.5.6 t.1
                ! latchkey: line 3: not an identifier: empty, longer than 255 bytes or not printable ASCII without spaces
                = 1
                """)
        #expect(
            giving.requests.map { $0.split(separator: " ")[1] } == [
                "/auth/token", "/auth/usermigrationinfo", "/auth/usermigrationinfo",
            ])
        #expect(
            giving.requests[1].hasSuffix("&sub=1.2.3&target=OTHER67890")
                && giving.requests[1].contains("Authorization: Bearer m\r\n"))
        let receiving = try run("migrate", "--received --jsonl", input: "t.1", answers: answers)
        #expect(
            receiving.run.transcript == #"{"transferSub":"t.1","sub":"9.9.9","email":"x@y.z","isPrivateEmail":false}"# + "\n= 0")
    }

    @Test("migrate to the same team sends no user's identifier")
    func ownTeam() throws {
        let answers = ["/auth/token": CannedServer.Answer(#"{"access_token":"m","token_type":"Bearer","expires_in":3600}"#)]
        let (run, requests) = try self.run("migrate", "--recipient TEAM567890", input: "1.2.3\n", answers: answers)
        #expect(run.status == 2 && run.errors.contains("is the requesting team"))
        #expect(!requests.contains { $0.contains("usermigrationinfo") })
    }

    @Test(
        "a base URL that could leak secrets is rejected",
        arguments: ["http://example.com", "https://example.com/x", "ftp://localhost", "localhost"])
    func baseURL(url: String) throws {
        let run = try AppleIdentityFolder().run("exchange", "--base-url \(url)", input: "c")
        #expect(run.status == 2 && run.errors.hasPrefix("latchkey: --base-url: "))
    }
}
