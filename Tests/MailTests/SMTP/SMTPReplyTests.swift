import TestKit
import Testing

@testable import Mail

@Suite("Replies of mail servers")
struct SMTPReplyTests {
    @Test(
        "a reply is parsed into code, enhanced code and lines",
        arguments: [
            ("250 OK\r\n", 250, nil, ["OK"]), ("250\r\n", 250, nil, [""]), ("250 \r\n", 250, nil, [""]),
            ("250-a\r\n250-\r\n250 b\r\n", 250, nil, ["a", "", "b"]), ("550 5.1.1 No\r\n", 550, "5.1.1", ["5.1.1 No"]),
            ("550-5.1.1 No\r\n550 5.1.1 user\r\n", 550, "5.1.1", ["5.1.1 No", "5.1.1 user"]),
            ("550 4.1.1 x\r\n", 550, nil, ["4.1.1 x"]),
            ("421 4.3.02 x\r\n", 421, nil, ["4.3.02 x"]), ("250 2.1.5\r\n", 250, "2.1.5", ["2.1.5"]),
            ("250 a\tü\r\n", 250, nil, ["a\tü"]),
        ] as [(String, Int, String?, [String])])
    func accepted(bytes: String, code: Int, enhanced: String?, lines: [String]) throws {
        var parser = SMTPReplyParser()
        let reply = try #require(try parser.feed(bytes.utf8))
        #expect(reply.code == MailReplyCode(code, enhanced: enhanced.flatMap { EnhancedStatus($0) }))
        #expect(reply.lines == lines)
    }

    @Test("the reply is the same for any segmentation of its bytes, and the parser continues with the next one")
    func pieces() throws {
        let bytes = Array("250-mail.example.com\r\n250-SIZE 1000\r\n250 2.0.0 STARTTLS\r\n".utf8)
        var random = Seeded(seed: 5_321)
        for _ in 0..<200 * Soak.factor {
            var parser = SMTPReplyParser()
            for _ in 0..<2 {
                var (rest, reply): (ArraySlice<UInt8>, SMTPReply?) = (bytes[...], nil)
                while !rest.isEmpty {
                    #expect(reply == nil)
                    let count = random.below(9) + 1
                    reply = try parser.feed(rest.prefix(count))
                    rest = rest.dropFirst(count)
                }
                #expect(reply?.lines == ["mail.example.com", "SIZE 1000", "2.0.0 STARTTLS"])
            }
        }
    }

    @Test("the documented limits apply")
    func limits() throws {
        func feed(_ text: String) throws(SMTPReplyFault) -> SMTPReply? {
            var parser = SMTPReplyParser()
            return try parser.feed(text.utf8)
        }
        let line = String(repeating: "x", count: 2_043)
        #expect(try feed("250 \(line)\r\n") != nil)
        #expect(throws: SMTPReplyFault.lineTooLong) { try feed("250 \(line)x\r\n") }
        #expect(try feed(String(repeating: "250-x\r\n", count: 127) + "250 x\r\n") != nil)
        #expect(throws: SMTPReplyFault.replyTooLong) { try feed(String(repeating: "250-x\r\n", count: 128) + "250 x\r\n") }
        #expect(throws: SMTPReplyFault.replyTooLong) { try feed(String(repeating: "250-\(line)\r\n", count: 33)) }
    }

    @Test(
        "an enhanced code must have a class and two numbers",
        arguments: [
            ("5.1.1", true), ("2.0.0", true), ("4.999.999", true), ("3.1.1", false), ("5.1", false), ("5.1.1.1", false),
            ("5.01.1", false),
            ("5.1.1000", false), ("5.1.-1", false), ("5.1.x", false), ("", false),
        ])
    func enhanced(text: String, isAccepted: Bool) {
        #expect(EnhancedStatus(text).map { "\($0)" } == (isAccepted ? text : nil))
    }

    @Test(
        "only 5.1.x of destinations and 5.2.1 condemn an address",
        arguments: [
            ("5.1.0", true), ("5.1.1", true), ("5.1.2", true), ("5.1.3", true), ("5.1.4", true), ("5.1.6", true), ("5.1.10", true),
            ("5.2.1", true),
            ("4.1.1", false), ("4.2.1", false), ("2.1.5", false), ("5.1.5", false), ("5.1.7", false), ("5.1.8", false),
            ("5.1.9", false),
            ("5.2.0", false), ("5.2.2", false), ("5.7.1", false),
        ])
    func condemning(text: String, condemns: Bool) throws {
        #expect(try #require(EnhancedStatus(text)).condemnsAddress == condemns)
    }
}
