import HTTPTypes
import Hummingbird
import JSONText
import Logging
import PasswordStrength
import ServiceLifecycle
import Synchronization
import Testing
import WebServing

@testable import AccountServer

@Suite("Leaked passwords over a socket", .timeLimit(.minutes(20)))
struct RangeClientTests {
    @Test("a server sends requests to a range service over the wire, and closes the connections when it stops")
    func overTheWire() async throws {
        let asked = Mutex<[HTTPFields]>([])
        let ranges = Route(.get, "/range/{range}") { request in
            asked.withLock { $0.append(request.headers) }
            let isOther = try request.parameters.required("range") == LeakedPasswordLookUpTests.range
            let rows = isOther ? "\(LeakedPasswordLookUpTests.suffix):2\r\n" : "\(ConfigurationSample.row)\r\n"
            return .content(Array(rows.utf8), type: "text/plain")
        }
        try await LiveServer.run([ranges]) { port in
            let bench = try ServerBench {
                $0.passwords.leakedService.address = "http://127.0.0.1:\(port)"
                // Longer than a machine under load needs; this test does not measure time.
                $0.passwords.leakedService.timeout = .seconds(30)
            }
            let client = try #require(bench.system.services.compactMap { $0 as? RangeClient }.first)
            try await bench.run { client in
                _ = try await client.register()
                let answer = try await client.send(
                    .post, "/v1/accounts", json: ["username": "bert.k", "password": .string(ServerBench.otherPassword)])
                #expect(answer.code == "password-leaked")
            }
            try await StoppedServices.run(bench.system)
            await #expect(throws: (any Error).self) {
                try await client.get(LeakedPasswordRequest(url: "http://127.0.0.1:\(port)/range/00000"))
            }
        }
        let headers = asked.withLock { $0 }
        #expect(headers.count == 2)
        for fields in headers {
            #expect(fields[.literal("Add-Padding")] == "true")
            #expect(fields[values: .userAgent] == ["latchkey"])
            #expect(fields[.cookie] == nil && fields[.authorization] == nil && fields[.referer] == nil)
        }
    }

    @Test("an error or a redirect of the service counts as a failure", arguments: [301, 404, 500])
    func badAnswers(status: Int) async throws {
        let ranges = Route(.get, "/range/{range}") { _ in
            Response(status: .init(code: status), headers: [.location: "/elsewhere"])
        }
        try await LiveServer.run([ranges]) { port in
            let bench = try ServerBench { $0.passwords.leakedService.address = "http://127.0.0.1:\(port)" }
            try await bench.run { client in
                let answer = try await client.send(
                    .post, "/v1/accounts", json: ["username": "bert.k", "password": .string(ServerBench.otherPassword)])
                #expect(answer.status == .serviceUnavailable)
            }
            try await StoppedServices.run(bench.system)
        }
    }
}
