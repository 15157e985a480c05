import ConformanceData
import Foundation
import InternetAddresses
import MailPeers
import TestKit
import Testing

@testable import Mail

@Suite("Quick start of Mail")
struct QuickStartTests {
    @Test("the code block of the documentation equals the compiled code")
    func printed() throws {
        let page = ConformanceData.package.appending(path: "Sources/Server/Mail/Mail.docc/Mail.md")
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "QuickStart.swift")
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").map { line in
            line.hasPrefix("        ") ? String(line.dropFirst(8)) : line
        }
        let first = try #require(lines.firstIndex(of: "// Begin"))
        let block = lines[(first + 1)...].prefix { $0 != "// End" }.joined(separator: "\n")
        #expect(block.contains("deliver(message)"))
        #expect(try String(contentsOf: page, encoding: .utf8).contains("```swift\n\(block)\n```"))
    }

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
