import Foundation
import InternetAddresses
import MailPeers
import TestKit
import Testing

@testable import Mail

@Suite("Quick start of Mail")
struct QuickStartTests {
    @Test("the code block delivers a code")
    func runs() async throws {
        try await ScriptedServer.serving(.delivering()) { server in
            let outcome = try await QuickStart.send(
                "418293", to: "ada@example.net", site: Sample.site(),
                through: #require(.insecureLoopback(.loopback, port: server.port)), clock: EventClock(Watched(false)),
                now: Date(timeIntervalSince1970: 0))
            #expect(outcome == .delivered)
            #expect(server.heard.value[0].contains { $0.contains("\r\nSubject: 418293 is your Example code\r\n") })
        }
    }
}
