import TestKit
import Testing

@testable import AppleIdentityEmulator

@Suite("Conversations with the private e-mail relay")
struct RelayConversationTests {
    /// The commands before a command.
    enum Place {
        case connected, greeted, sending, addressed

        /// The commands, with the user's relay address.
        func commands(_ address: String) -> [String] {
            let all = ["EHLO client.example.com", "MAIL FROM:<accounts@example.com>", "RCPT TO:<\(address)>"]
            let count =
                switch self {
                case .connected: 0
                case .greeted: 1
                case .sending: 2
                case .addressed: 3
                }
            return Array(all.prefix(count))
        }
    }

    @Test("a message is forwarded, the connection accepts another, and QUIT closes it")
    func delivery() async throws {
        let bench = try await RelayBench()
        var dialogue = bench.dialogue()
        let hello = dialogue.say("EHLO client.example.com").split(separator: "\r\n").map(String.init)
        #expect(hello == ["250-privaterelay.appleid.com", "250-SIZE 1048576", "250-8BITMIME", "250 ENHANCEDSTATUSCODES"])
        for subject in ["One", "Two"] {
            #expect(dialogue.say("MAIL FROM:<accounts@example.com> SIZE=100 BODY=8BITMIME") == "250 2.1.0 sender accepted")
            #expect(dialogue.say("RCPT TO:<\(bench.address)>") == "250 2.1.5 recipient accepted")
            #expect(dialogue.say("DATA").hasPrefix("354 "))
            let message = RelayBench.message(subject: subject)
            for line in message.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast() {
                #expect(dialogue.say(String(line)) == "")
            }
            #expect(dialogue.say(".") == "250 2.0.0 forwarded")
        }
        #expect(bench.mail.map(\.subject) == ["Two", "One"])
        #expect(!dialogue.isClosed)
        #expect(dialogue.say("QUIT") == "221 2.0.0 closing")
        #expect(dialogue.isClosed)
        #expect(dialogue.say("NOOP") == "")
    }

    @Test(
        "a command is answered by its syntax and its place",
        arguments: [
            (.connected, "HELO client.example.com", "250 privaterelay.appleid.com"), (.connected, "helo [127.0.0.1]", "250 "),
            (.connected, "EHLO", "501 5.5.4"), (.connected, "EHLO ", "501 5.5.4"), (.connected, "EHLO a b", "501 5.5.4"),
            (.connected, "EHLO a\tb", "500 5.5.2"), (.connected, "NOOP", "250 2.0.0"), (.connected, "NOOP anything", "250 2.0.0"),
            (.connected, "RSET", "250 2.0.0"), (.connected, "RSET x", "501 5.5.4"), (.connected, "QUIT now", "501 5.5.4"),
            (.connected, "VRFY anna", "252 2.1.5"), (.connected, "", "500 5.5.1"), (.connected, "NOOPS", "500 5.5.1"),
            (.connected, "STARTTLS", "500 5.5.1"), (.connected, "BDAT 3 LAST", "500 5.5.1"),
            (.connected, "AUTH PLAIN AA==", "500 5.5.1"), (.connected, "MAIL FROM:<accounts@example.com>", "503 5.5.1"),
            (.greeted, "RCPT TO:<RELAY>", "503 5.5.1"), (.greeted, "DATA", "503 5.5.1"),
            (.greeted, "mail from:<Accounts@Example.COM>", "250 2.1.0"), (.greeted, "MAIL FROM:<>", "250 2.1.0"),
            (.greeted, "MAIL FROM: <a@example.com>", "501 5.5.4"), (.greeted, "MAIL FROM:a@example.com", "501 5.5.4"),
            (.greeted, "MAIL FROM:<a@example.com", "501 5.5.4"), (.greeted, "MAIL FROM:<a@example.com>SIZE=1", "501 5.5.4"),
            (.greeted, "MAIL", "501 5.5.4"), (.greeted, "MAIL FROM:<a b@example.com>", "501 5.1.7"),
            (.greeted, "MAIL FROM:<a@example.com> SIZE=1048576", "250 2.1.0"),
            (.greeted, "MAIL FROM:<a@example.com> SIZE=1048577", "552 5.3.4"),
            (.greeted, "MAIL FROM:<a@example.com> SIZE=99999999999999999999", "552 5.3.4"),
            (.greeted, "MAIL FROM:<a@example.com> SIZE=1 SIZE=1", "555 5.5.4"),
            (.greeted, "MAIL FROM:<a@example.com> SIZE=-1", "555 5.5.4"),
            (.greeted, "MAIL FROM:<a@example.com> BODY=7bit", "250 2.1.0"),
            (.greeted, "MAIL FROM:<a@example.com> BODY=BINARYMIME", "555 5.5.4"),
            (.greeted, "MAIL FROM:<a@example.com> SMTPUTF8", "555 5.5.4"),
            (.greeted, "MAIL FROM:<a@example.com> AUTH=<>", "555 5.5.4"), (.sending, "DATA", "503 5.5.1"),
            (.sending, "MAIL FROM:<a@example.com>", "503 5.5.1"), (.sending, "rcpt to:<RELAY>", "250 2.1.5"),
            (.sending, "RCPT TO: <RELAY>", "501 5.5.4"), (.sending, "RCPT TO:<RELAY> NOTIFY=NEVER", "555 5.5.4"),
            (.sending, "RCPT TO:<postmaster>", "501 5.1.3"), (.sending, "RCPT TO:<@relay.example:RELAY>", "501 5.1.3"),
            (.sending, "RCPT TO:<>", "501 5.1.3"), (.sending, "RCPT TO:<\"a\"@example.com>", "501 5.1.3"),
            (.sending, "RCPT TO:<a@[192.0.2.1]>", "501 5.1.3"), (.addressed, "DATA now", "501 5.5.4"),
            (.addressed, "DATA", "354 end"),
        ] as [(Place, String, String)])
    func commands(place: Place, command: String, prefix: String) async throws {
        let bench = try await RelayBench()
        var dialogue = bench.dialogue()
        for command in place.commands(bench.address) { #expect(dialogue.say(command).hasPrefix("250")) }
        let reply = dialogue.say(command.replacing("RELAY", with: bench.address))
        #expect(reply.hasPrefix(prefix), "\(reply)")
    }

    @Test("RSET and another EHLO discard the sender, and a rejected recipient does not count")
    func forgotten() async throws {
        let bench = try await RelayBench()
        for command in ["RSET", "EHLO client.example.com"] {
            var dialogue = bench.dialogue()
            for earlier in Place.addressed.commands(bench.address) + [command] { _ = dialogue.say(earlier) }
            #expect(dialogue.say("DATA").hasPrefix("503 5.5.1"))
        }
        var dialogue = bench.dialogue()
        for command in Place.sending.commands(bench.address) { _ = dialogue.say(command) }
        #expect(dialogue.say("RCPT TO:<unknown@privaterelay.appleid.com>").hasPrefix("550 5.1.1"))
        #expect(dialogue.say("DATA").hasPrefix("503 5.5.1"))
    }

    @Test("a dot that begins a line is removed, and a dot alone ends the message")
    func dots() async throws {
        let bench = try await RelayBench()
        let reply = bench.send(RelayBench.message(text: "..\r\n..a\r\n.b\r\nc."))
        #expect(reply == "250 2.0.0 forwarded")
        #expect(bench.mail.first?.text == ".\n.a\nb\nc.\n")
    }

    @Test(
        "bytes after a command, or after the end of a message, take no effect and end the conversation",
        arguments: [
            "NOOP\r\nNOOP\r\n", "DATA\r\nFrom: a@example.com\r\n", "RSET\r\nQ", "MAIL FROM:<accounts@example.com>\r\n ",
        ])
    func pipelining(text: String) async throws {
        var dialogue = try await RelayBench().dialogue()
        _ = dialogue.say("EHLO client.example.com")
        #expect(dialogue.send(Array(text.utf8)) == "554 5.5.0 send nothing before the reply")
        #expect(dialogue.isClosed)
        #expect(dialogue.say("NOOP") == "")
    }

    @Test(
        "a message with another line end, or with commands behind its end, is not forwarded",
        arguments: [
            ".\r\nMAIL FROM:<accounts@example.com>\r\n", "\n.\r\n", "\n.\n", "\r.\r\n", "\r.\r", "a\u{0}b\r\n.\r\n", ".\n",
            "a\r\r\n.\r\n",
        ])
    func smuggling(end: String) async throws {
        let bench = try await RelayBench()
        var dialogue = bench.dialogue()
        for command in Place.addressed.commands(bench.address) + ["DATA"] { _ = dialogue.say(command) }
        let reply = dialogue.send(Array((RelayBench.message() + end).utf8))
        #expect(reply.hasPrefix("554 "), "\(reply)")
        #expect(dialogue.isClosed && bench.mail.isEmpty)
        #expect(dialogue.say(".") == "")
    }

    @Test("a message that is too large is rejected at its end, and the connection accepts the next one")
    func tooLarge() async throws {
        let bench = try await RelayBench()
        var dialogue = bench.dialogue { $0.message = 1_000 }
        let line = String(repeating: "x", count: 98) + "\r\n"
        let head = RelayBench.message(text: "")
        let room = (1_000 - head.utf8.count) / 100
        let fits = head + String(repeating: line, count: room)
        #expect(dialogue.send(fits + line, from: RelayBench.sender, to: bench.address) == "552 5.3.4 the message is too large")
        #expect(bench.mail.isEmpty && !dialogue.isClosed)
        #expect(dialogue.send(fits, from: RelayBench.sender, to: bench.address) == "250 2.0.0 forwarded")
    }

    @Test("a command has at most 512 bytes, and a line of a message 1,000, with CRLF")
    func longLines() async throws {
        let bench = try await RelayBench()
        for (count, prefix) in [(505, "250 "), (506, "500 5.5.2")] {
            var dialogue = bench.dialogue()
            let reply = dialogue.say("NOOP " + String(repeating: "x", count: count))
            #expect(reply.hasPrefix(prefix) && dialogue.isClosed == (count == 506))
        }
        for (count, prefix) in [(998, "250 "), (999, "500 5.5.2")] {
            let reply = bench.send(RelayBench.message(text: String(repeating: "x", count: count)))
            #expect(reply.hasPrefix(prefix), "\(reply)")
        }
    }

    @Test("8-bit characters require BODY=8BITMIME")
    func eightBit() async throws {
        let bench = try await RelayBench()
        #expect(bench.send(RelayBench.message(text: "Grüße")).hasPrefix("554 5.6.1"))
        var dialogue = bench.dialogue()
        _ = dialogue.say("EHLO client.example.com")
        for command in ["MAIL FROM:<accounts@example.com> BODY=8BITMIME", "RCPT TO:<\(bench.address)>", "DATA"] {
            _ = dialogue.say(command)
        }
        #expect(dialogue.send(Array((RelayBench.message(text: "Grüße") + ".\r\n").utf8)) == "250 2.0.0 forwarded")
        #expect(bench.mail.map(\.text) == ["Grüße\n"])
    }

    @Test("commands, rejected commands and recipients are limited")
    func limits() async throws {
        let bench = try await RelayBench()
        var dialogue = bench.dialogue { $0.commands = 3 }
        for _ in 0..<3 { #expect(dialogue.say("NOOP") == "250 2.0.0 OK") }
        #expect(dialogue.say("NOOP").hasPrefix("421 4.7.0"))
        #expect(dialogue.isClosed)

        dialogue = bench.dialogue { $0.rejections = 2 }
        for _ in 0..<2 { #expect(dialogue.say("DATA").hasPrefix("503 ")) }
        #expect(!dialogue.isClosed)
        #expect(dialogue.say("DATA").hasPrefix("421 4.7.0"))
        #expect(dialogue.isClosed)

        dialogue = bench.dialogue { $0.recipients = 1 }
        for command in Place.addressed.commands(bench.address) { #expect(dialogue.say(command).hasPrefix("250")) }
        #expect(dialogue.say("RCPT TO:<\(bench.address)>") == "452 4.5.3 too many recipients")
    }

    @Test("a recipient who is named twice receives one message")
    func twice() async throws {
        let bench = try await RelayBench()
        var dialogue = bench.dialogue()
        let reply = dialogue.send(RelayBench.message(), from: RelayBench.sender, to: bench.address, bench.address)
        #expect(reply == "250 2.0.0 forwarded" && bench.mail.count == 1)
    }

    @Test("at the time limit the conversation ends, also within a message")
    func timeout() async throws {
        let bench = try await RelayBench()
        for lines in [[], Place.addressed.commands(bench.address) + ["DATA", "From: a@example.com"]] {
            var dialogue = bench.dialogue()
            for line in lines { _ = dialogue.say(line) }
            #expect(dialogue.expire() == "421 4.4.2 timeout")
            #expect(dialogue.isClosed)
            #expect(dialogue.say(".") == "")
        }
        #expect(bench.mail.isEmpty)
    }

    @Test("any mixture of commands and bytes never traps, and forwards exactly the messages that it reports as forwarded")
    func mixtures() async throws {
        let bench = try await RelayBench()
        var random = EmulatedRandomness.seeded(2_821)
        let pieces = [
            "EHLO c.example\r\n", "MAIL FROM:<accounts@example.com>\r\n", "MAIL FROM:<accounts@example.com> BODY=8BITMIME\r\n",
            "RCPT TO:<\(bench.address)>\r\n", "DATA\r\n", "DATA\r\n", RelayBench.message(), ".\r\n", ".\r\n", "RSET\r\n",
            "NOOP\r\n", "\r\n",
            "..\r\n", "RCPT TO:<x@example.org>\r\n", "\n", "\r", "\u{0}", "ä\r\n", "From: x@y.example\r\n",
        ].map { Array($0.utf8) }
        let usual = [0, 1, 3, 4, 6, 7]
        for _ in 0..<2_000 * Soak.factor {
            var dialogue = bench.dialogue()
            let before = bench.mail.first?.id ?? 0
            var forwarded = 0
            for index in 0..<Int.random(in: 1...14, using: &random) {
                let isUsual = Int.random(in: 0..<8, using: &random) > 0
                let number = isUsual ? usual[index % usual.count] : Int.random(in: 0..<pieces.count, using: &random)
                let wasClosed = dialogue.isClosed
                let reply = dialogue.send(pieces[number])
                #expect(!wasClosed || reply.isEmpty)
                if reply == "250 2.0.0 forwarded" { forwarded += 1 }
            }
            #expect((bench.mail.first?.id ?? 0) == before + forwarded)
        }
    }
}
