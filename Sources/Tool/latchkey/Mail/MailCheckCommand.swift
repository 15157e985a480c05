import AccountServer
import ArgumentParser
import Foundation
import JSONText
import Mail

/// `latchkey mail check`: whether the configured server accepts mail, and receivers accept it from the sender's domain.
struct MailCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the mail server and the DNS records of the sender's domain.",
        discussion: """
            Connects to the configured mail server, with TLS and the password, and disconnects without sending a message. Reads the DKIM \
            and DMARC records of the domain in mail.from through the DNS, and the SPF record of the domain in mail.bounces or, without \
            that, in mail.from. Prints what to register with Apple, whose private relay otherwise rejects mail to hidden addresses.

            With --json: {"ok","from","findings":[{"subject","verdict","detail","remedy"}],"appleRelay":{"domains","address"}}. A verdict \
            is ok, warning, problem, unknown (the lookup failed) or skipped.

            Exits with 0 if there is no problem; with 1 for a problem; with 3 if the configuration is rejected or mail is off; with 70 \
            if a lookup failed and nothing else is wrong.
            """,
        example: "latchkey mail check --config latchkey.yaml")

    @OptionGroup var options: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "The name server to ask, an IPv4 address, such as one of the domain itself after a change.", valueName: "address[:port]"
        ))
    var nameServer: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let server = try nameServer.map { text in
            guard let server = NameServer(text) else {
                throw CommandFailure(
                    .usage, "\(text.sanitized) is not an IPv4 address",
                    hint: "give an address such as 192.0.2.53 or 192.0.2.53:5353")
            }
            return server
        }
        let mail = try ConfigurationReading(try options.sources()).server.requiredMail()
        try await MailCheck(mail, records: SystemTextRecords(server: server), probe: { await $0.probed() }).report(
            asJSON: output.json)
    }
}

/// The result of `latchkey mail check`.
struct MailCheck {
    let from: MailAddress
    /// The domains of the sender and, if it is another one, of the envelope's sender.
    let domains: [MailDomain]
    let findings: [MailFinding]

    /// - Parameter probe: checks the transport; a parameter for tests.
    init(
        _ mail: MailConfiguration, records: some TextRecordSource, probe: (MailConfiguration) async -> MailFinding
    ) async {
        from = mail.from
        let (domain, envelopeDomain) = (mail.from.domain, (mail.bounces ?? mail.from).domain)
        domains = domain == envelopeDomain ? [domain] : [domain, envelopeDomain]
        let sender = SenderRecords(domain: domain, envelopeDomain: envelopeDomain, keys: mail.dkimKeys)
        findings = [await probe(mail)] + (await sender.findings(in: records))
    }

    /// Writes the result. Throws a ``CommandFailure`` without messages unless everything was checked and is in order.
    func report(asJSON: Bool) throws {
        if asJSON { Terminal().result(json) } else { lines.forEach { Terminal().result($0) } }
        if let status { throw CommandFailure(status, []) }
    }

    /// The status. Nil if there is no problem.
    var status: ExitStatus? {
        if findings.contains(where: { $0.verdict == .problem }) { return .negative }
        return findings.contains { $0.verdict == .unknown } ? .failure : nil
    }

    var json: JSONValue {
        [
            "ok": .boolean(status == nil), "from": .string(from.text), "findings": .array(findings.map(\.json)),
            "appleRelay": ["domains": .array(domains.map { .string($0.description) }), "address": .string(from.text)],
        ]
    }

    var lines: [String] {
        let sources = domains.map { "  domain     \($0)" } + ["  address    \(from.text)"]
        return findings.flatMap { finding in
            let lead = finding.subject.label.padded(to: 11) + finding.verdict.rawValue.padded(to: 9)
            return [lead + finding.detail.sanitized]
                + (finding.remedy.map { [String(repeating: " ", count: 20) + $0.sanitized] } ?? [])
        } + [
            "",
            "Apple's private relay delivers mail from registered sources only. In the developer account, under Services, Sign in",
            "with Apple for Email Communication, register:",
        ] + sources
    }
}

extension MailFinding.Subject {
    fileprivate var label: String {
        switch self {
        case .transport: "transport"
        case .spf: "SPF"
        case .dkim: "DKIM"
        case .dmarc: "DMARC"
        }
    }
}

extension MailFinding {
    fileprivate var json: JSONValue {
        var object = JSONObject([
            ("subject", .string(subject.rawValue)), ("verdict", .string(verdict.rawValue)), ("detail", .string(detail)),
        ])
        object["remedy"] = remedy.map(JSONValue.string)
        return .object(object)
    }
}

extension MailConfiguration {
    /// Checks the transport as far as that is possible without sending a message.
    fileprivate func probed() async -> MailFinding {
        switch destination {
        case .smtp(let server):
            do throws(MailFault) {
                try await SMTPTransport(to: server, clientName: from.domain, clock: ContinuousClock()).probe()
                return MailFinding(.transport, .ok, "\(server)")
            } catch {
                return MailFinding(.transport, .problem, "\(server): \(error.reply)", remedy: error.remedy)
            }
        case .sendmail(let program):
            guard FileManager.default.isExecutableFile(atPath: program) else {
                return MailFinding(
                    .transport, .problem, "\(program): not a program that this user can run",
                    remedy: "install a mail server, or correct mail.program")
            }
            return MailFinding(.transport, .ok, program)
        case .webhook(let url, _):
            return MailFinding(
                .transport, .skipped, "\(url): a webhook is checked only by a message", remedy: "run `latchkey mail test ADDRESS`")
        case .custom: return MailFinding(.transport, .skipped, "a mailbox of this process")
        }
    }
}
