import JSONText
import Foundation
import TestKit
import Testing

@testable import AccountServer

@Suite(
    "The example with the calls of the article's client", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: MotivationProcess.isBuilt, "the executable Motivation is not built"))
struct MotivationTests {
    private static let account = #"{"username":"anna@example.com","password":"\#(ServerBench.password)"}"#

    @Test("sign up, sign in, read, change the password while keeping the token, sign out")
    func wholeWay() async throws {
        let status = try await MotivationProcess.run { server in
            let created = try await server.send("POST", "/api/user", body: Self.account)
            #expect((200..<300).contains(created.status))
            #expect(UUID(uuidString: created.json["userID"]?.string ?? "") != nil)

            let basic = MotivationProcess.basic("anna@example.com", ServerBench.password)
            let opened = try await server.send("POST", "/api/login", authorization: basic)
            #expect((200..<300).contains(opened.status))
            #expect(opened.json["userID"] == created.json["userID"])
            #expect(opened.json.object?.members.map(\.name).sorted() == ["token", "userID"])
            let bearer = "Bearer \(try #require(opened.json["token"]?.string))"

            let motivation = try await server.send("GET", "/api/motivation", authorization: bearer)
            #expect(motivation.status == 200)
            #expect(motivation.json["motivation"]?.string?.isEmpty == false)

            let changed = try await server.send(
                "PUT", "/api/user", authorization: bearer,
                body: #"{"currentPassword":"\#(ServerBench.password)","newPassword":"\#(ServerBench.otherPassword)"}"#)
            #expect(changed.status == 204)
            #expect(changed.body.isEmpty)
            #expect(try await server.send("GET", "/api/motivation", authorization: bearer).status == 200)
            let first = "Bearer \(try #require(created.json["token"]?.string))"
            #expect(try await server.send("GET", "/api/motivation", authorization: first).status == 401)
            #expect(try await server.send("POST", "/api/login", authorization: basic).status == 401)

            #expect(try await server.send("POST", "/api/logout", authorization: bearer).status == 204)
            #expect(try await server.send("GET", "/api/motivation", authorization: bearer).status == 401)
            #expect(try await server.send("POST", "/api/logout", authorization: bearer).status == 401)
        }
        #expect(status == 0)
    }

    struct Wrong: Sendable {
        let method: String
        let path: String
        var authorization: String?
        var body = ""
        let status: Int
    }

    private static let wrong = [
        Wrong(method: "POST", path: "/api/user", body: #"{"username":"anna@example.com","password":"short"}"#, status: 400),
        Wrong(method: "POST", path: "/api/user", body: account, status: 400),
        Wrong(method: "POST", path: "/api/user", body: #"{"username":"bert""#, status: 400),
        Wrong(method: "POST", path: "/api/user", body: #"{"username":"bert"}"#, status: 400),
        Wrong(method: "POST", path: "/api/user", body: #"{"username":"bert","password":7}"#, status: 400),
        Wrong(method: "POST", path: "/api/user", status: 400),
        Wrong(method: "POST", path: "/api/user", body: String(repeating: " ", count: 2_097_153), status: 413),
        Wrong(method: "POST", path: "/api/login", status: 401),
        Wrong(method: "POST", path: "/api/login", authorization: "Basic !", status: 401),
        Wrong(
            method: "POST", path: "/api/login", authorization: MotivationProcess.basic("anna@example.com", "not it"), status: 401),
        Wrong(method: "POST", path: "/api/login", authorization: MotivationProcess.basic("nobody", "not it"), status: 401),
        Wrong(
            method: "PUT", path: "/api/user", body: #"{"currentPassword":"x","newPassword":"copper-heron 72 meadow"}"#, status: 401),
        Wrong(method: "POST", path: "/api/logout", status: 401),
        Wrong(method: "GET", path: "/api/motivation", status: 401),
        Wrong(method: "GET", path: "/api/motivation", authorization: "Bearer nonsense", status: 401),
        Wrong(method: "GET", path: "/api/motivation", authorization: "Bearer a b", status: 400),
        Wrong(method: "GET", path: "/api/nothing", status: 404),
        Wrong(method: "GET", path: "/api", status: 404),
        Wrong(method: "DELETE", path: "/api/user", status: 404),
        Wrong(method: "GET", path: "/api/login", status: 404),
        Wrong(method: "GET", path: "/nothing", status: 404),
    ]

    @Test("every error body has a string `reason` that quotes no password")
    func reasons() async throws {
        try await MotivationProcess.run { server in
            #expect(try await server.send("POST", "/api/user", body: Self.account).status == 200)
            for wrong in Self.wrong {
                let answer = try await server.send(wrong.method, wrong.path, authorization: wrong.authorization, body: wrong.body)
                #expect(answer.status == wrong.status, "\(wrong.method) \(wrong.path)")
                #expect(answer.reason?.isEmpty == false, "\(wrong.method) \(wrong.path) \(answer.body)")
                #expect(answer.head.contains("content-type: application/json"), "\(wrong.method) \(wrong.path)")
                #expect(answer.reason?.contains(ServerBench.password) != true)
            }
        }
    }

    @Test("the account server's pages and files are available too")
    func mounted() async throws {
        try await MotivationProcess.run { server in
            let page = try await server.send("GET", "/sign-in")
            #expect(page.body.contains("<title>Sign in · Motivation</title>"))
            #expect(try await server.send("GET", "/.well-known/change-password").status == 302)
            #expect(try await server.send("GET", "/v1/session").json["code"]?.string == "unauthenticated")
        }
    }

    @Test(
        "a request for another host name, or from a page of another site, is rejected on every path",
        arguments: ["/api/motivation", "/sign-in", "/nothing"])
    func foreign(path: String) async throws {
        try await MotivationProcess.run(site: "Motivation.example") { server in
            let status = try await server.send("GET", path).status
            #expect(status != 403)
            for host in ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", "motivation.example"] {
                let answer = try await server.send("GET", path, host: host, origin: "http://\(host):\(server.port)")
                #expect(answer.status == status, "\(host)")
            }
            let foreign: [(host: String, origin: String?)] = [
                ("attacker.example", nil), ("localhost.attacker.example", nil), ("[::2]", nil), ("localhost", "null"),
                ("localhost", "http://attacker.example"), ("localhost", "http://localhost:1"), ("localhost", "http://localhost"),
            ]
            for (host, origin) in foreign {
                let answer = try await server.send("GET", path, host: host, origin: origin)
                #expect(answer.status == 403, "\(host), \(origin ?? "no origin")")
                #expect(answer.reason?.isEmpty == false)
            }
        }
    }

    @Test("with --data, accounts and sessions survive a restart in a file that only the owner can read; without it they do not")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("motivation-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let basic = MotivationProcess.basic("anna@example.com", ServerBench.password)
        for (data, statusAfter) in [(folder.path, 200), (nil, 401)] as [(String?, Int)] {
            var bearer = ""
            try await MotivationProcess.run(data: data) { server in
                let created = try await server.send("POST", "/api/user", body: Self.account)
                bearer = "Bearer \(try #require(created.json["token"]?.string))"
            }
            try await MotivationProcess.run(data: data) { server async throws in
                #expect(try await server.send("GET", "/api/motivation", authorization: bearer).status == statusAfter)
                #expect(try await server.send("POST", "/api/login", authorization: basic).status == statusAfter)
            }
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let file = folder.appendingPathComponent(name).path
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
            #expect(try #require(mode).intValue & 0o077 == 0, "\(name)")
        }
    }
}
