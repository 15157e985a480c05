import InternetAddresses
import MailPeers
import NIOCore
import NIOEmbedded
import NIOSSL
import ReservedPorts
import Secrets
import Synchronization
import TestAuthority
import TestKit
import Testing
import WebClient

@testable import Mail

@Suite("Delivery by SMTP")
struct SMTPTransportTests {
    @Test("a message is sent in the order of RFC 5321, and the connection ends with QUIT")
    func delivery() async throws {
        try await ScriptedServer.serving(.delivering()) { server in
            let message = try Sample.message(text: "\(PersonalText("."))")
            let outcome = try await transport(to: server).deliver(message)
            #expect(outcome == .delivered)
            // In Swift a CRLF is one character. The server treats it as the start of the end of the message.
            let content = Sample.text(try message.encoded()).dropLast()
            #expect(
                server.heard.value == [
                    [
                        "EHLO client.example.com", "MAIL FROM:<bounces@example.com>", "RCPT TO:<ada@example.net>", "DATA",
                        String(content), "QUIT",
                    ]
                ])
        }
    }

    @Test("a message without a bounce address has the empty sender")
    func emptySender() async throws {
        try await ScriptedServer.serving(.delivering()) { server in
            let outcome = try await transport(to: server).deliver(Sample.message(bounces: nil))
            #expect(outcome == .delivered)
            #expect(server.heard.value[0].contains("MAIL FROM:<>"))
        }
    }

    @Test("several messages go over one connection, and each has its outcome")
    func burst() async throws {
        let script: [ScriptedServer.Step] =
            .greeted() + .accepted() + [
                .on("MAIL", "250 OK"), .on("RCPT", "550 5.1.1 unknown"), .on("RSET", "250 OK"),
            ] + .accepted() + [.on("QUIT", "221 Bye")]
        try await ScriptedServer.serving(script) { server in
            let results = try await outcomes(transport(to: server), 3)
            #expect(
                results == [
                    .delivered, .rejected(MailRejection(.address, code: MailReplyCode(550, enhanced: EnhancedStatus("5.1.1")))),
                    .delivered,
                ])
            #expect(server.heard.value.count == 1)
        }
    }

    @Test(
        "a rejected sender that is not registered with Apple condemns no address, whichever command the relay rejects",
        arguments: [true, false])
    func unregisteredSender(isOfContent: Bool) async throws {
        let rejection = "550 5.1.1 <accounts@example.com>: unauthorized sender"
        let rejected: [ScriptedServer.Step] =
            isOfContent ? [.on("RCPT", "250 OK"), .on("DATA", "354 Go ahead"), .on(".", rejection)] : [.on("RCPT", rejection)]
        let script = .greeted() + [.on("MAIL", "250 OK")] + rejected + [.on("RSET", "250 OK"), .on("QUIT", "221 Bye")]
        try await ScriptedServer.serving(script) { server in
            let code = MailReplyCode(550, enhanced: EnhancedStatus("5.1.1"))
            let outcome = try await transport(to: server).deliver(Sample.message())
            #expect(outcome == .rejected(MailRejection(.message, code: code)))
        }
    }

    @Test("after a lost connection the next message opens another, and no message is repeated")
    func reconnection() async throws {
        let lost: [ScriptedServer.Step] = .greeted() + [.on("MAIL", .close)]
        try await ScriptedServer.serving(lost, .delivering()) { server in
            let results = try await outcomes(transport(to: server), 2)
            #expect(
                results == [.tryAgain(.closed), .delivered])
            #expect(server.heard.value.map { $0.filter { $0.hasPrefix("MAIL") }.count } == [1, 1])
        }
    }

    @Test("if a connection cannot be opened, the remaining messages are tried again later, without further connections")
    func noConnection() async throws {
        try await ScriptedServer.serving([.greeting(.reply("421 4.3.2 Too busy"))]) { server in
            let code = MailReplyCode(421, enhanced: EnhancedStatus("4.3.2"))
            let results = try await outcomes(transport(to: server), 3)
            #expect(
                results == Array(repeating: .tryAgain(.reply(code)), count: 3))
            #expect(server.heard.value.count == 1)
        }
        let port = try ReservedPort()
        let unreachable = try await outcomes(transport(to: port.number), 2)
        #expect(
            unreachable == [.tryAgain(.unreachable), .tryAgain(.unreachable)])
    }

    @Test(
        "a reply decides the outcome",
        arguments: [
            ("MAIL", "450 4.7.1 Later", .tryAgain(.reply(MailReplyCode(450, enhanced: EnhancedStatus(4, 7, 1))))),
            (
                "MAIL", "550 5.7.1 No",
                .rejected(MailRejection(.message, code: MailReplyCode(550, enhanced: EnhancedStatus(5, 7, 1))))
            ),
            // The sender is invalid, so the recipient's address is not condemned.
            (
                "MAIL", "550 5.1.1 No",
                .rejected(MailRejection(.message, code: MailReplyCode(550, enhanced: EnhancedStatus(5, 1, 1))))
            ),
            ("MAIL", "530 5.7.0 Authenticate", .tryAgain(.authentication(MailReplyCode(530, enhanced: EnhancedStatus(5, 7, 0))))),
            ("RCPT", "450 4.2.1 Later", .tryAgain(.reply(MailReplyCode(450, enhanced: EnhancedStatus(4, 2, 1))))),
            ("RCPT", "550 No", .rejected(MailRejection(.message, code: MailReplyCode(550)))),
            (
                "RCPT", "550 5.1.1 No",
                .rejected(MailRejection(.address, code: MailReplyCode(550, enhanced: EnhancedStatus(5, 1, 1))))
            ),
            (
                "RCPT", "550 5.2.1 No",
                .rejected(MailRejection(.address, code: MailReplyCode(550, enhanced: EnhancedStatus(5, 2, 1))))
            ),
            (
                "RCPT", "552 5.2.2 Full",
                .rejected(MailRejection(.message, code: MailReplyCode(552, enhanced: EnhancedStatus(5, 2, 2))))
            ),
            (
                "RCPT", "553 5.1.8 Sender",
                .rejected(MailRejection(.message, code: MailReplyCode(553, enhanced: EnhancedStatus(5, 1, 8))))
            ),
            ("RCPT", "550 4.1.1 Mixed", .rejected(MailRejection(.message, code: MailReplyCode(550)))),
            ("RCPT", "550-No\r\n550 such user", .rejected(MailRejection(.message, code: MailReplyCode(550)))),
            ("DATA", "451 4.3.0 Later", .tryAgain(.reply(MailReplyCode(451, enhanced: EnhancedStatus(4, 3, 0))))),
            ("DATA", "554 No", .rejected(MailRejection(.message, code: MailReplyCode(554)))),
            ("DATA", "250 OK", .tryAgain(.malformedReply(.unexpectedCode))),
            ("MAIL", "354 Go", .tryAgain(.malformedReply(.unexpectedCode))),
            (".", "451 4.3.0 Later", .tryAgain(.reply(MailReplyCode(451, enhanced: EnhancedStatus(4, 3, 0))))),
            (".", "550 5.1.1 No", .rejected(MailRejection(.address, code: MailReplyCode(550, enhanced: EnhancedStatus(5, 1, 1))))),
            (
                ".", "552 5.3.4 Large",
                .rejected(MailRejection(.message, code: MailReplyCode(552, enhanced: EnhancedStatus(5, 3, 4))))
            ),
            (".", "354 Go", .unknown(.malformedReply(.unexpectedCode))), (".", "OK", .unknown(.malformedReply(.codeMalformed))),
            (".", "421 4.3.2 Bye", .tryAgain(.reply(MailReplyCode(421, enhanced: EnhancedStatus(4, 3, 2))))),
        ] as [(String, String, MailOutcome)])
    func replies(command: String, reply: String, outcome: MailOutcome) async throws {
        try await ScriptedServer.serving(
            .delivering(replacing: command, with: .reply(reply)) + [.on("RSET", "250 OK"), .on("QUIT", "221")]
        ) {
            server in
            let delivered = try await transport(to: server).deliver(Sample.message())
            #expect(delivered == outcome)
        }
    }

    @Test(
        "a malformed reply ends the connection",
        arguments: [
            ("RCPT", "250 OK\n", .bareLineFeed), ("RCPT", "250 OK\r250 OK\r\n", .bareCarriageReturn),
            ("RCPT", "250 O\0K\r\n", .controlCharacter),
            ("RCPT", "25", .codeMalformed), ("RCPT", "OK\r\n", .codeMalformed), ("RCPT", "2500 OK\r\n", .codeMalformed),
            ("RCPT", "250-OK\r\n251 OK\r\n", .codeChanged),
            ("RCPT", "250 \(String(repeating: "x", count: 3_000))\r\n", .lineTooLong),
            ("RCPT", String(repeating: "250-x\r\n", count: 200), .replyTooLong),
            // The reply to DATA, before DATA.
            ("RCPT", "250 OK\r\n354 Go\r\n", .textAfterReply), ("greeting", "220 Hello\r\n250 OK\r\n", .textAfterReply),
            ("DATA", "354 Go\r\n250 Accepted\r\n", .textAfterReply),
        ] as [(String, String, SMTPReplyFault)])
    func malformedReplies(command: String, bytes: String, fault: SMTPReplyFault) async throws {
        let script: [ScriptedServer.Step] =
            command == "greeting" ? [.greeting(.raw(bytes), .close)] : .delivering(replacing: command, with: .raw(bytes), .close)
        try await ScriptedServer.serving(script) { server in
            let outcome = try await transport(to: server).deliver(Sample.message())
            #expect(outcome == .tryAgain(bytes == "25" ? .closed : .malformedReply(fault)))
            #expect(!server.heard.value.joined().contains { $0.contains("Subject:") })
        }
    }

    @Test(
        "a silent server causes a timeout; after the whole message the outcome is unknown",
        arguments: [
            ("greeting", SMTPPhase.greeting, 1), ("EHLO", .command, 2), ("MAIL", .command, 2), ("RCPT", .command, 2),
            ("DATA", .command, 2),
            (".", .completion, 4),
        ])
    func silence(command: String, phase: SMTPPhase, seconds: Int) async throws {
        let script: [ScriptedServer.Step] =
            command == "greeting" ? [.greeting(.silence)] : .delivering(replacing: command, with: .raw("25"), .silence)
        try await ScriptedServer.serving(script) { server in
            let clock = EventClock(server.isSilent, endingWaitsOf: .seconds(seconds))
            let outcome = try await transport(to: server, clock: clock).deliver(Sample.message())
            #expect(outcome == (command == "." ? .unknown(.timedOut(phase)) : .tryAgain(.timedOut(phase))))
            #expect(clock.waits.withLock { $0.last } == .seconds(seconds))
        }
    }

    @Test("a connection that ends after the whole message leaves the outcome unknown")
    func lostReply() async throws {
        try await ScriptedServer.serving(.delivering(replacing: ".", with: .raw("250 "), .close)) { server in
            let outcome = try await transport(to: server).deliver(Sample.message())
            #expect(outcome == .unknown(.closed))
        }
    }

    @Test("cancelling ends the delivery, and every message is reported")
    func cancellation() async throws {
        try await ScriptedServer.serving(.delivering(replacing: "RCPT", with: .silence)) { server in
            let clock = EventClock(Watched(false))
            let delivery = Task { try await outcomes(transport(to: server, clock: clock), 2) }
            await server.isSilent.until { $0 }
            delivery.cancel()
            let results = try await delivery.value
            #expect(results.count == 2 && results.first == .tryAgain(.cancelled))
        }
    }

    @Test("a delivery that is cancelled after the whole message waits five seconds for the reply, and starts no further message")
    func lateCancellation() async throws {
        try await ScriptedServer.serving(.delivering(replacing: ".", with: .silence)) { server in
            let clock = EventClock(server.isSilent, endingWaitsOf: .seconds(5))
            let delivery = Task { try await outcomes(transport(to: server, clock: clock), 2) }
            await server.isSilent.until { $0 }
            delivery.cancel()
            let results = try await delivery.value
            #expect(results == [.unknown(.cancelled), .tryAgain(.cancelled)])
            #expect(clock.waits.withLock { $0.contains(.seconds(5)) })
        }
    }

    @Test("a cancellation or a limit ends the sending of the content until the last byte, and not the wait for the reply")
    func lastByte() throws {
        for (isWritten, phase) in [(false, SMTPPhase.content), (true, .content), (true, .command)] {
            let loop = EmbeddedEventLoop()
            let handler = SMTPReplyHandler(on: loop)
            let channel = EmbeddedChannel(handler: handler, loop: loop)
            try channel.writeInbound(ByteBuffer(string: "220 Hello\r\n"))
            let reply = isWritten ? try handler.write(ByteBuffer(string: "Subject: Hello\r\n.\r\n")).wait() : nil
            handler.fail(.cancelled, in: phase)
            guard isWritten, phase == .content, let reply else {
                #expect(handler.fault == .cancelled)
                continue
            }
            #expect(handler.fault == nil)
            try channel.writeInbound(ByteBuffer(string: "250 OK\r\n"))
            #expect(try reply.wait().code == MailReplyCode(250))
        }
    }

    @Test("a connection that TLS did not end was closed, and another failure of TLS means that the server is not trusted")
    func lostTLS() {
        #expect(MailFault(NIOSSLError.uncleanShutdown) == .closed)
        #expect(MailFault(NIOSSLError.handshakeFailed(.sslError([]))) == .untrusted)
    }

    @Test("SIZE is announced, and a message above the limit is rejected without being sent")
    func size() async throws {
        let message = try Sample.message()
        let count = try message.encoded().bytes.count
        try await ScriptedServer.serving(.delivering(extensions: ["SIZE \(count)"])) { server in
            let outcome = try await transport(to: server).deliver(message)
            #expect(outcome == .delivered)
            #expect(server.heard.value[0].contains("MAIL FROM:<bounces@example.com> SIZE=\(count)"))
        }
        try await ScriptedServer.serving(.delivering(extensions: ["SIZE \(count - 1)"])) { server in
            let outcome = try await transport(to: server).deliver(message)
            #expect(outcome == .rejected(MailRejection(.message, code: nil)))
            #expect(!server.heard.value[0].contains { $0.hasPrefix("MAIL") })
        }
        try await ScriptedServer.serving(.delivering(extensions: ["SIZE 0"])) { server in
            let outcome = try await transport(to: server).deliver(message)
            #expect(outcome == .delivered)
        }
    }

    @Test("a non-ASCII address requires SMTPUTF8 and 8BITMIME")
    func internationalizedAddress() async throws {
        let message = try Sample.message(to: "用户@bücher.example")
        try await ScriptedServer.serving(.delivering(extensions: ["8bitmime", "SMTPUTF8"])) { server in
            let outcome = try await transport(to: server).deliver(message)
            #expect(outcome == .delivered)
            #expect(server.heard.value[0].contains("MAIL FROM:<bounces@example.com> BODY=8BITMIME SMTPUTF8"))
            #expect(server.heard.value[0].contains("RCPT TO:<用户@xn--bcher-kva.example>"))
        }
        for extensions in [[], ["SMTPUTF8"], ["8BITMIME"]] {
            try await ScriptedServer.serving(.delivering(extensions: extensions)) { server in
                let outcome = try await transport(to: server).deliver(message)
                #expect(outcome == .rejected(MailRejection(.unsupportedAddress, code: nil)))
                #expect(!server.heard.value[0].contains { $0.hasPrefix("MAIL") })
            }
        }
    }

    @Test("a reply that no command waits for fails the connection")
    func unexpectedReply() throws {
        let handler = SMTPReplyHandler(on: EmbeddedEventLoop())
        let channel = EmbeddedChannel(handler: handler)
        try channel.writeInbound(ByteBuffer(string: "220 Hello\r\n"))
        #expect(handler.fault == nil)
        try channel.writeInbound(ByteBuffer(string: "250 OK\r\n"))
        #expect(handler.fault == .malformedReply(.textAfterReply))
    }

    @Test("lines that start with a dot get another dot")
    func dotStuffing() {
        let mail = EncodedMail.sample(Array("a\r\n.\r\n..b\r\n.c\r\n".utf8))
        #expect(String(buffer: SMTPSession.content(of: mail)) == "a\r\n..\r\n...b\r\n..c\r\n.\r\n")
        #expect(String(buffer: SMTPSession.content(of: .sample(Array(".\r\n".utf8)))) == "..\r\n.\r\n")
    }

    private func transport(to server: ScriptedServer, clock: any Clock<Duration> = EventClock(Watched(false))) throws
        -> SMTPTransport
    {
        try transport(to: server.port, clock: clock)
    }

    private func transport(to port: Int, clock: any Clock<Duration> = EventClock(Watched(false))) throws -> SMTPTransport {
        var timeouts = SMTPTimeouts()
        (timeouts.greeting, timeouts.command, timeouts.content, timeouts.completion) = (
            .seconds(1), .seconds(2), .seconds(3), .seconds(4)
        )
        return SMTPTransport(
            to: try #require(.insecureLoopback(.loopback, port: port)), clientName: try MailDomain("client.example.com"),
            timeouts: timeouts, clock: clock)
    }

    private func outcomes(_ transport: SMTPTransport, _ count: Int) async throws -> [MailOutcome] {
        let reported = Mutex<[MailOutcome?]>(Array(repeating: nil, count: count))
        await transport.deliver(try (0..<count).map { _ in try Sample.message() }) { index, outcome in
            reported.withLock { $0[index] = outcome }
        }
        return reported.withLock { $0.compactMap(\.self) }
    }
}

extension EncodedMail {
    /// Creates a mail with these bytes, without validation.
    fileprivate static func sample(_ bytes: [UInt8]) -> EncodedMail {
        do {
            return EncodedMail(sender: nil, recipient: try MailAddress("ada@example.net"), bytes: bytes, needsSMTPUTF8: false)
        } catch {
            preconditionFailure("the address is valid")
        }
    }
}

extension [ScriptedServer.Step] {
    static func greeted(extensions: [String] = []) -> [ScriptedServer.Step] {
        let lines = ["mail.example.com"] + extensions
        let reply = lines.enumerated().map { "250\($0 == lines.count - 1 ? " " : "-")\($1)" }.joined(separator: "\r\n")
        return [.greeting(.reply("220 mail.example.com ESMTP")), .on("EHLO", reply)]
    }

    static func accepted() -> [ScriptedServer.Step] {
        [.on("MAIL", "250 OK"), .on("RCPT", "250 OK"), .on("DATA", "354 Go ahead"), .on(".", "250 2.0.0 Accepted")]
    }

    /// The script of one delivery and QUIT.
    static func delivering(extensions: [String] = []) -> [ScriptedServer.Step] {
        greeted(extensions: extensions) + accepted() + [.on("QUIT", "221 Bye")]
    }

    /// Returns the steps up to `command`, with its reply replaced.
    static func delivering(replacing command: String, with actions: ScriptedServer.Action...) -> [ScriptedServer.Step] {
        delivering().prefix { $0.after != command } + [ScriptedServer.Step(after: command, actions: actions)]
    }
}
