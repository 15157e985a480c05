import Foundation
import Mail
import Secrets
import Testing

@testable import AccountServer

@Suite("The configuration of mail")
struct MailConfigurationTests {
    /// Returns the keys that have problems.
    private func failedKeys(_ mail: String, password: String = "secret\n", mode: Int = 0o600) throws -> [String] {
        let folder = try ConfigurationFolder()
        try folder.write(password, to: "password", mode: mode)
        try folder.write("whsec_\(ConfigurationSample.key)\n", to: "key", mode: mode)
        try folder.write(ConfigurationSample.signingKey, to: "ed25519.pem", mode: mode)
        try folder.write(ConfigurationSample.rsaSigningKey, to: "rsa.pem", mode: mode)
        var sources = ConfigurationSample.sources()
        sources.file = ConfigurationFile(path: folder.path + "/latchkey.yaml", text: "mail: {\(mail)}\n")
        do throws(ConfigurationProblems) {
            _ = try ConfigurationReading(sources)
            return []
        } catch {
            return error.problems.compactMap(\.key)
        }
    }

    @Test(
        "an address for bounces has room for a tag, and requires a transport",
        arguments: [
            "transport: sendmail, from: a@example.com, bounces: sixteen-letters1@example.com",
            "transport: sendmail, from: a@example.com, bounces: 'b\u{FC}ro@example.com'",
            "transport: none, bounces: bounces@example.com",
        ])
    func bounces(mail: String) throws {
        #expect(try failedKeys(mail) == ["mail.bounces"])
    }

    @Test(
        "each transport is accepted with the settings that it requires",
        arguments: [
            "transport: none", "transport: smtp, from: a@example.com, host: smtp.example.com",
            "transport: smtp, from: a@example.com, host: smtp.example.com, security: starttls, user: app, passwordFile: password",
            "transport: smtp, from: a@example.com, host: 127.0.0.1, security: loopback, port: 1025",
            "transport: sendmail, from: a@example.com, dkimKeys: [s1.mail]",
            "transport: sendmail, from: a@example.com, bounces: fifteen-letters@example.com",
            "transport: sendmail, from: a@example.com, dkimKeys: [s1 ed25519.pem]",
            "transport: sendmail, from: a@example.com, dkimKeys: [r1 rsa.pem, e1 ed25519.pem]",
            "transport: sendmail, from: a@example.com, dkimKeys: [r1, e1 ed25519.pem]",
            "transport: smtp, from: a@mail.example.com, host: smtp.example.com, dkimKeys: [s1], dkimDomain: example.com",
            "transport: webhook, from: a@example.com, url: 'https://m.example', keyFile: key, dkimKeys: [r1, e1]",
            "transport: sendmail, from: a@example.com, program: /usr/bin/msmtp",
            "transport: webhook, from: a@example.com, url: 'https://mailer.example.com/hook', keyFile: key",
            "transport: webhook, from: a@example.com, url: 'http://127.0.0.1:9000/hook', keyFile: key",
        ])
    func accepted(_ mail: String) throws {
        #expect(try failedKeys(mail) == [])
    }

    @Test(
        "a setting that is missing, unsafe or without effect is rejected at its key",
        arguments: [
            ("transport: smtp, host: smtp.example.com", "mail.from"), ("transport: smtp, from: a@example.com", "mail.host"),
            ("transport: sendmail", "mail.from"), ("transport: webhook, from: a@example.com, keyFile: key", "mail.url"),
            ("transport: webhook, from: a@example.com, url: 'https://m.example'", "mail.keyFile"),
            ("transport: smtp, from: a@example.com, host: smtp.example.com, security: loopback", "mail.security"),
            ("transport: smtp, from: a@example.com, host: 192.0.2.1, security: loopback", "mail.security"),
            ("transport: smtp, from: a@example.com, host: 127.0.0.1, security: loopback, user: app", "mail.user"),
            ("transport: smtp, from: a@example.com, host: smtp.example.com, user: app", "mail.passwordFile"),
            ("transport: smtp, from: a@example.com, host: smtp.example.com, passwordFile: password", "mail.user"),
            ("transport: smtp, from: a@example.com, host: smtp.example.com, security: none", "mail.security"),
            ("transport: webhook, from: a@example.com, url: 'http://mailer.example.com/hook', keyFile: key", "mail.url"),
            ("transport: webhook, from: a@example.com, url: 'https://m.example', keyFile: password", "mail.keyFile"),
            ("transport: sendmail, from: a@example.com, host: smtp.example.com", "mail.host"),
            ("transport: smtp, from: a@example.com, host: smtp.example.com, program: /bin/mail", "mail.program"),
            ("dkimKeys: [s1]", "mail.dkimKeys"), ("dkimDomain: example.com", "mail.dkimDomain"),
            ("transport: sendmail, from: a@example.com, dkimDomain: example.com", "mail.dkimDomain"),
            ("transport: sendmail, from: a@example.com, dkimKeys: [s1], dkimDomain: localhost", "mail.dkimDomain"),
            ("transport: sendmail, from: a@example.com, dkimKeys: [s1], dkimDomain: ample.com", "mail.dkimDomain"),
            ("transport: sendmail, from: a@example.com, dkimKeys: [s1], dkimDomain: mail.example.com", "mail.dkimDomain"),
            (
                "transport: webhook, from: a@example.com, url: 'https://m.example', keyFile: key, dkimKeys: [s1, s2 rsa.pem]",
                "mail.dkimKeys"
            ),
            ("signInCodes: true", "mail.signInCodes"),
            ("transport: sendmail, from: a@example.com, signInCodes: perhaps", "mail.signInCodes"),
            ("from: a@example.com", "mail.from"), ("transport: smtp, from: no-address, host: smtp.example.com", "mail.from"),
            ("transport: smtp, from: \"a@example.com\\r\\nBcc: b@example.com\", host: smtp.example.com", "mail.from"),
        ])
    func rejected(_ mail: String, _ key: String) throws {
        #expect(try failedKeys(mail) == [key])
    }

    @Test(
        "DKIM keys that are malformed, unreadable or too many, or that share a selector or a type, are rejected",
        arguments: [
            "[s1._domainkey]", "[./rsa.pem]", "['s1 ']", "[s1  rsa.pem]", "[s1 password]", "[s1 missing]", "[a, b, c]", "[a, A]",
            "[s1 rsa.pem, S1 ed25519.pem]", "[a rsa.pem, b rsa.pem]", "[a ed25519.pem, b ed25519.pem]",
            "[a rsa.pem, b password]",
        ])
    func rejectedKeys(_ keys: String) throws {
        #expect(try failedKeys("transport: sendmail, from: a@example.com, dkimKeys: \(keys)") == ["mail.dkimKeys"])
    }

    @Test("mailed codes sign in only where the key says so", arguments: [("", false), (", signInCodes: true", true)])
    func signInCodes(_ setting: String, _ isOn: Bool) throws {
        var sources = ConfigurationSample.sources()
        sources.file = ConfigurationFile(
            path: "/etc/latchkey.yaml", text: "mail: {transport: sendmail, from: a@example.com\(setting)}\n")
        #expect(try ConfigurationReading(sources).server.mail?.signInCodes == isOn)
    }

    @Test("a file of a password or a key that other users can read is rejected")
    func exposed() throws {
        let smtp = "transport: smtp, from: a@example.com, host: smtp.example.com, user: app, passwordFile: password"
        #expect(try failedKeys(smtp, mode: 0o644) == ["mail.passwordFile"])
        #expect(try failedKeys(smtp, password: "two\nlines\n") == ["mail.passwordFile"])
        #expect(
            try failedKeys("transport: webhook, from: a@example.com, url: 'https://m.example', keyFile: key", mode: 0o644)
                == ["mail.keyFile"])
        let signing = "transport: sendmail, from: a@example.com, dkimKeys: [r1 rsa.pem, e1 ed25519.pem]"
        #expect(try Set(failedKeys(signing, mode: 0o644)) == ["mail.dkimKeys"])
    }

    @Test("with key files, the transport signs each message with each key, for the domain of the keys")
    func signing() async throws {
        let folder = try ConfigurationFolder()
        try folder.write("#!/bin/sh\ncat > '\(folder.path)/sent'\n", to: "sendmail", mode: 0o700)
        try folder.write(ConfigurationSample.signingKey, to: "ed25519.pem")
        try folder.write(ConfigurationSample.rsaSigningKey, to: "rsa.pem")
        let cases: [(String, [String])] = [
            ("", []), (", dkimKeys: [s1]", []),
            (
                ", dkimDomain: example.com, dkimKeys: [s1 ed25519.pem]",
                ["a=ed25519-sha256; c=relaxed/relaxed; d=example.com; s=s1;"]
            ),
            (
                ", dkimKeys: [r1 rsa.pem, e1 ed25519.pem]",
                [
                    "a=rsa-sha256; c=relaxed/relaxed; d=mail.example.com; s=r1;",
                    "a=ed25519-sha256; c=relaxed/relaxed; d=mail.example.com; s=e1;",
                ]
            ),
        ]
        for (settings, signatures) in cases {
            var sources = ConfigurationSample.sources()
            sources.file = ConfigurationFile(
                path: folder.path + "/latchkey.yaml",
                text: "mail: {transport: sendmail, from: a@mail.example.com, program: \(folder.path)/sendmail\(settings)}\n")
            let server = try ConfigurationReading(sources).server
            let mail = try #require(server.mail)
            let message = try MailComposer(mail, site: server.site).testMessage(
                to: MailAddress("b@example.org"), id: MailMessageID(domain: mail.from.domain, random: SystemRandomBytes()),
                at: ServerBench.start)
            let outcome = await mail.delivery(clock: ContinuousClock()) { ServerBench.start }.transport.deliver(message)
            #expect(outcome == .delivered)
            let sent = try String(contentsOfFile: folder.path + "/sent", encoding: .utf8)
            // The lines of a header are joined, because its length decides where it is folded.
            let headers = sent.replacing("\n ", with: " ").split(separator: "\n")
                .prefix { $0.hasPrefix("DKIM-Signature: v=1; ") }
            #expect(headers.count == signatures.count)
            #expect(zip(headers, signatures).allSatisfy { $0.hasPrefix("DKIM-Signature: v=1; \($1)") }, "\(headers)")
        }
    }
}
