import ConformanceData
import Foundation
import MailPeers
import TestKit
import Testing

@testable import Mail

@Suite("Delivery by a sendmail command", .tags(.realParts), .timeLimit(.minutes(20)))
struct SendmailTransportTests {
    @Test("the command receives the envelope as arguments, the message with local line ends, and no variable of this process")
    func delivery() async throws {
        try await running { transport, program in
            let message = try Sample.message(to: "-f@example.net")
            let outcome = await transport.deliver(message)
            #expect(outcome == .delivered)
            #expect(try text(program, "arguments") == "-i\n-f\nbounces@example.com\n--\n-f@example.net\n")
            #expect(try text(program, "input") == Sample.text(message.encoded()).replacing("\r\n", with: "\n"))
            let names = Set(try text(program, "environment").split(separator: "\n").map { $0.prefix { $0 != "=" } })
            // The shell adds its own variables.
            #expect(names.subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == ["PATH", "LANG"])
        }
    }

    @Test("a message without a bounce address has the empty sender")
    func emptySender() async throws {
        try await running { transport, program in
            let outcome = await transport.deliver(try Sample.message(bounces: nil))
            #expect(outcome == .delivered)
            #expect(try text(program, "arguments") == "-i\n-f\n<>\n--\nada@example.net\n")
        }
    }

    @Test(
        "the exit status decides the outcome",
        arguments: [
            ("exit-0", .delivered), ("exit-67", .rejected(MailRejection(.address, code: nil))),
            ("exit-68", .tryAgain(.command(status: 68))), ("exit-65", .rejected(MailRejection(.message, code: nil))),
            ("exit-75", .tryAgain(.command(status: 75))), ("exit-64", .tryAgain(.command(status: 64))),
            ("exit-1", .tryAgain(.command(status: 1))), ("killed", .unknown(.command(status: nil))),
        ] as [(String, MailOutcome)])
    func statuses(recipient: String, outcome: MailOutcome) async throws {
        try await running { transport, _ in
            let result = await transport.deliver(try Sample.message(to: "\(recipient)@example.net"))
            #expect(result == outcome)
        }
    }

    @Test("a command that does not end is killed, and the outcome is unknown")
    func timeout() async throws {
        try await running(clock: EventClock(Watched(true))) { transport, _ in
            let outcome = await transport.deliver(try Sample.message(to: "endless@example.net"))
            #expect(outcome == .unknown(.timedOut(.completion)))
        }
    }

    @Test("a cancelled delivery kills the command after five seconds, and the remaining messages are not started")
    func cancellation() async throws {
        try await running(clock: EventClock(Watched(true), endingWaitsOf: .seconds(5))) { transport, program in
            let messages = try ["endless@example.net", "ada@example.net"].map { try Sample.message(to: $0) }
            let outcomes = Watched<[MailOutcome]>([])
            let delivery = Task {
                await transport.deliver(messages) { _, outcome in outcomes.change { $0.append(outcome) } }
            }
            await poll { (try? text(program, "input"))?.hasSuffix("--\n") == true }
            delivery.cancel()
            await delivery.value
            #expect(outcomes.value == [.unknown(.cancelled), .tryAgain(.cancelled)])
        }
    }

    @Test("a command ends with its own process, even if it leaves another behind")
    func daemon() async throws {
        try await running { transport, program in
            let outcome = await transport.deliver(try Sample.message(to: "daemon@example.net"))
            #expect(outcome == .delivered)
            let pipe = try FileHandle(forWritingTo: program.appendingPathExtension("pipe"))
            try pipe.write(contentsOf: Data("over\n".utf8))
            try pipe.close()
            await poll { (try? text(program, "line")) == "over\n" }
            #expect(try text(program, "line") == "over\n")
        }
    }

    @Test("a missing command leaves the message for a later attempt")
    func missing() async throws {
        let transport = SendmailTransport(program: URL(filePath: "/nowhere/sendmail"), clock: EventClock(Watched(false)))
        let outcome = await transport.deliver(try Sample.message())
        #expect(outcome == .tryAgain(.command(status: nil)))
    }

    private func running(
        clock: any Clock<Duration> = EventClock(Watched(false)), _ body: (SendmailTransport, URL) async throws -> Void
    ) async throws {
        try await MailPeers.inFolder { folder in
            // A link, because a newly written file cannot be executed while a process of another test has it open.
            let program = folder.appending(path: "sendmail")
            let script = ConformanceData.package.appending(path: "Tests/MailPeers/sendmail.sh")
            try FileManager.default.createSymbolicLink(at: program, withDestinationURL: script)
            try await body(SendmailTransport(program: program, clock: clock), program)
        }
    }

    private func text(_ program: URL, _ suffix: String) throws -> String {
        try String(contentsOf: program.appendingPathExtension(suffix), encoding: .utf8)
    }
}
