import Testing

@testable import Mail

@Suite("Delivery reports")
struct DeliveryReportTests {
    private static let header = "Content-Type: multipart/report; report-type=delivery-status;\n boundary=\"b/1\"\n"
    private static let recipient = "Final-Recipient: rfc822; anna@example.org\nAction: failed\nStatus: 5.1.1\n"

    private static func text(header: String = header, recipient: String = recipient) -> String {
        """
        From: MAILER-DAEMON@mx.example.org
        \(header)
        --b/1
        Content-Type: text/plain

        This is the mail system.
        --b/1
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example.org

        \(recipient)
        --b/1
        Content-Type: text/rfc822-headers

        Subject: Code
        --b/1--

        """
    }

    private static func report(_ text: String) -> DeliveryReport? { DeliveryReport(Array(text.utf8)) }

    @Test("a report is read with LF and with CRLF")
    func lineEnds() throws {
        let text = Self.text()
        let report = try #require(Self.report(text))
        #expect(report.action == .failed && report.status == EnhancedStatus(5, 1, 1) && report.condemnsAddress)
        #expect(Self.report(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")) == report)
    }

    @Test(
        "only an unknown or disabled address is condemned",
        arguments: [
            ("failed", "5.1.1", true), ("FAILED", "5.1.10 (null MX)", true), ("failed", "5.2.1", true), ("failed", "5.2.2", false),
            ("failed", "5.1.8", false), ("failed", "5.7.1", false), ("delayed", "4.1.1", false), ("delivered", "2.1.5", false),
        ])
    func verdict(action: String, status: String, isCondemned: Bool) throws {
        let report = try #require(Self.report(Self.text(recipient: "Action: \(action)\nStatus: \(status)\n")))
        #expect(report.condemnsAddress == isCondemned)
    }

    @Test("a rejection of the sender with the code of the recipient condemns no address")
    func sender() throws {
        let recipient = Self.recipient + "Diagnostic-Code: smtp; 550 5.1.1 <a@example.org>: unauthorized sender\n"
        #expect(try !#require(Self.report(Self.text(recipient: recipient))).condemnsAddress)
    }

    @Test(
        "a status that is ambiguous or malformed is rejected",
        arguments: [
            "Action: failed\n", "Status: 5.1.1\n", "Action: failed\nStatus: 4.1.1\n", "Action: failed\nStatus: 5.1\n",
            "Action: broken\nStatus: 5.1.1\n", "Action: failed\nAction: failed\nStatus: 5.1.1\n", recipient + "\n" + recipient,
            recipient + "no colon\n", recipient + "X: \u{1}\n", recipient + "X: \(String(repeating: "a", count: 998))\n",
        ])
    func malformedStatus(recipient: String) {
        #expect(Self.report(Self.text(recipient: recipient)) == nil)
    }

    @Test(
        "a message that is not a report is rejected",
        arguments: [
            "", "Content-Type: text/plain\n", header + header,
            "Content-Type: multipart/mixed; report-type=delivery-status; boundary=\"b/1\"\n",
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=\"b/1\"\n",
            "Content-Type: multipart/report; report-type=delivery-status\n",
            "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b/1\n",
        ])
    func otherMessage(header: String) {
        #expect(Self.report(Self.text(header: header)) == nil)
    }

    @Test("a message has at most 15 parts, and a part at most 500 lines of fields")
    func limits() {
        // The text has three parts and the closing delimiter, and the recipient three fields.
        func parts(_ count: Int) -> String {
            Self.text().replacing("--b/1--", with: String(repeating: "--b/1\n\nText\n", count: count - 3) + "--b/1--")
        }
        #expect(Self.report(parts(15)) != nil && Self.report(parts(16)) == nil)
        func fields(_ count: Int) -> String {
            Self.text(recipient: Self.recipient + String(repeating: "X: 1\n", count: count - 3))
        }
        #expect(Self.report(fields(500)) != nil && Self.report(fields(501)) == nil)
    }

    @Test("a message beyond the limit is rejected")
    func size() {
        let text = Self.text()
        let padding = String(repeating: "a", count: DeliveryReport.maximumSize - text.utf8.count)
        #expect(Self.report(text + padding) != nil && Self.report(text + padding + "a") == nil)
    }

    @Test("a report within a returned message is not read")
    func nesting() {
        let inner = Self.text()
        let outer = """
            Content-Type: multipart/report; report-type=delivery-status; boundary=outer

            --outer
            Content-Type: message/rfc822

            \(inner)
            --outer--
            """
        #expect(Self.report(outer) == nil)
    }
}
