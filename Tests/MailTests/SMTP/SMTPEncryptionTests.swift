import InternetAddresses
import MailPeers
import NIOSSL
import Secrets
import TestAuthority
import TestKit
import Testing
import WebClient

@testable import Mail

@Suite("Encryption of SMTP")
struct SMTPEncryptionTests {
    @Test("passwords and messages go over TLS from the first byte, or after STARTTLS", arguments: [true, false])
    func encrypted(isImplicit: Bool) async throws {
        let authority = try TestAuthority()
        let tls = try authority.server(for: "mail.example.com")
        let authenticated: [ScriptedServer.Step] =
            [.on("EHLO", "250-mail.example.com\r\n250 AUTH LOGIN PLAIN"), .on("AUTH PLAIN", "235 2.7.0 OK")] + .accepted() + [
                .on("QUIT", "221")
            ]
        let script: [ScriptedServer.Step] =
            isImplicit
            ? [.greeting(.reply("220 hello"))] + authenticated
            : .greeted(extensions: ["STARTTLS", "AUTH PLAIN"]) + [.on("STARTTLS", .reply("220 Go ahead"), .startTLS)]
                + authenticated
        try await ScriptedServer.serving(script, tls: isImplicit ? tls : nil, startTLS: tls) { server in
            let message = try Sample.message()
            let outcome = try await transport(to: server, isImplicit: isImplicit, trust: authority).deliver(message)
            #expect(outcome == .delivered)
            // NUL latchkey NUL password
            #expect(server.heard.value[0].contains("AUTH PLAIN AGxhdGNoa2V5AHBhc3N3b3Jk"))
            #expect(server.heard.value[0].filter { $0.hasPrefix("EHLO") }.count == (isImplicit ? 1 : 2))
        }
    }

    @Test("LOGIN is used if PLAIN is not offered")
    func login() async throws {
        let authority = try TestAuthority()
        let script: [ScriptedServer.Step] =
            [
                .greeting(.reply("220 hello")), .on("EHLO", "250-mail.example.com\r\n250 AUTH CRAM-MD5 LOGIN"),
                .on("AUTH LOGIN", "334 VXNlcm5hbWU6"), .on("bGF0Y2hrZXk=", "334 UGFzc3dvcmQ6"), .on("cGFzc3dvcmQ=", "235 OK"),
            ] + .accepted() + [.on("QUIT", "221")]
        try await ScriptedServer.serving(script, tls: authority.server(for: "mail.example.com")) { server in
            let outcome = try await transport(to: server, trust: authority).deliver(Sample.message())
            #expect(outcome == .delivered)
        }
    }

    @Test(
        "after wrong credentials or unknown mechanisms the message is tried again",
        arguments: [
            ("AUTH PLAIN", "535 5.7.8 Wrong", .authentication(MailReplyCode(535, enhanced: EnhancedStatus(5, 7, 8)))),
            ("AUTH PLAIN", "454 4.7.0 Later", .reply(MailReplyCode(454, enhanced: EnhancedStatus(4, 7, 0)))),
            ("AUTH PLAIN", "334 ", .authentication(MailReplyCode(334))),
            ("AUTH CRAM-MD5", "", .authentication(nil)),
            ("", "", .authentication(nil)),
        ] as [(String, String, MailFault)])
    func authenticationFails(mechanisms: String, reply: String, fault: MailFault) async throws {
        let authority = try TestAuthority()
        let script: [ScriptedServer.Step] = .greeted(extensions: [mechanisms]) + [.on("AUTH", reply)]
        try await ScriptedServer.serving(script, tls: authority.server(for: "mail.example.com")) { server in
            let outcome = try await transport(to: server, trust: authority).deliver(Sample.message())
            #expect(outcome == .tryAgain(fault))
            #expect(!server.heard.value[0].contains { $0.hasPrefix("MAIL") })
        }
    }

    @Test(
        "a server that does not offer or accept STARTTLS receives neither password nor message",
        arguments: [
            ([], "220 Go"), (["STARTTLS"], "454 4.7.0 Not now"), (["STARTTLS"], "502 No"), (["STARTTLS"], "250 OK"),
            (["XSTARTTLS"], "220 Go"),
        ])
    func stripping(extensions: [String], reply: String) async throws {
        let authority = try TestAuthority()
        let script: [ScriptedServer.Step] = .greeted(extensions: extensions + ["AUTH PLAIN"]) + [.on("STARTTLS", reply)]
        try await ScriptedServer.serving(script, startTLS: authority.server(for: "mail.example.com")) { server in
            let outcome = try await transport(to: server, isImplicit: false, trust: authority).deliver(Sample.message())
            #expect(outcome == .tryAgain(.encryptionMissing))
            #expect(server.heard.value[0].allSatisfy { $0.hasPrefix("EHLO") || $0 == "STARTTLS" })
        }
    }

    @Test(
        "bytes that a server sends before TLS are never parsed as replies within TLS",
        arguments: [
            "220 Go\r\n250 mail.example.com\r\n", "220 Go\r\n250-mail.example.com\r\n250 AUTH PLAIN\r\n", "220 Go\r\n2",
        ])
    func injection(bytes: String) async throws {
        let authority = try TestAuthority()
        let script: [ScriptedServer.Step] =
            .greeted(extensions: ["STARTTLS"]) + [.on("STARTTLS", .raw(bytes), .startTLS), .on("EHLO", .silence)]
        try await ScriptedServer.serving(script, startTLS: authority.server(for: "mail.example.com")) { server in
            let outcome = try await transport(to: server, isImplicit: false, trust: authority).deliver(Sample.message())
            #expect(outcome == .tryAgain(.malformedReply(.textAfterReply)))
            #expect(server.heard.value[0] == ["EHLO client.example.com", "STARTTLS"])
        }
    }

    @Test("only the extensions that the server announces over TLS count")
    func forgottenExtensions() async throws {
        let authority = try TestAuthority()
        let script: [ScriptedServer.Step] =
            .greeted(extensions: ["STARTTLS", "AUTH PLAIN", "SIZE 1"]) + [
                .on("STARTTLS", .reply("220 Go"), .startTLS), .on("EHLO", "250 mail.example.com"), .on("AUTH", "235 OK"),
            ]
        try await ScriptedServer.serving(script, startTLS: authority.server(for: "mail.example.com")) { server in
            let outcome = try await transport(to: server, isImplicit: false, trust: authority).deliver(Sample.message())
            #expect(outcome == .tryAgain(.authentication(nil)))
        }
    }

    @Test("a certificate must lead to a trusted authority and be valid for the host's name", arguments: [true, false])
    func certificates(isImplicit: Bool) async throws {
        let (authority, other) = (try TestAuthority(), try TestAuthority())
        for tls in [try authority.server(for: "other.example.com"), try other.server(for: "mail.example.com")] {
            let script: [ScriptedServer.Step] =
                isImplicit
                ? .delivering()
                : .greeted(extensions: ["STARTTLS"]) + [.on("STARTTLS", .reply("220 Go"), .startTLS), .on("EHLO", "250 x")]
            try await ScriptedServer.serving(script, tls: isImplicit ? tls : nil, startTLS: tls) { server in
                let outcome = try await transport(to: server, isImplicit: isImplicit, trust: authority).deliver(Sample.message())
                #expect(outcome == .tryAgain(.untrusted))
                #expect(server.heard.value[0].allSatisfy { $0.hasPrefix("EHLO client") || $0 == "STARTTLS" })
            }
        }
    }

    @Test("a server that does not speak TLS is untrusted, and a silent server causes a timeout")
    func noHandshake() async throws {
        let authority = try TestAuthority()
        try await ScriptedServer.serving([.greeting(.reply("220 hello"))]) { server in
            let outcome = try await transport(to: server, trust: authority).deliver(Sample.message())
            #expect(outcome == .tryAgain(.untrusted))
        }
        try await ScriptedServer.serving([.greeting(.silence)]) { server in
            let transport = try transport(to: server, trust: authority, clock: EventClock(server.isSilent))
            let outcome = try await transport.deliver(Sample.message())
            #expect(outcome == .tryAgain(.timedOut(.handshake)))
        }
    }

    @Test("an unencrypted server must be on this machine, and receives no password")
    func loopback() throws {
        #expect(SMTPServer.insecureLoopback(try IPAddress("127.0.0.1"), port: 25) != nil)
        #expect(SMTPServer.insecureLoopback(try IPAddress("::1"), port: 25) != nil)
        for address in ["192.0.2.1", "10.0.0.1", "::2", "0.0.0.0"] {
            #expect(SMTPServer.insecureLoopback(try IPAddress(address), port: 25) == nil)
        }
    }

    @Test("credentials with control characters are rejected, and their description is redacted")
    func credentials() throws {
        let password = SecretBytes(utf8: "password")
        let credentials = try #require(SMTPCredentials(user: "latchkey", password: password))
        #expect("\(credentials)" == "SMTPCredentials(redacted)")
        for user in ["", "a\r\nb", "a\0b"] { #expect(SMTPCredentials(user: user, password: password) == nil) }
        for wrong in ["", "a\0b", "a\nb"] { #expect(SMTPCredentials(user: "latchkey", password: SecretBytes(utf8: wrong)) == nil) }
    }

    @Test(
        "a host must be a name or an IP address",
        arguments: [
            ("mail.example.com", true), ("smtp", true), ("127.0.0.1", true), ("::1", true), ("", false), ("a b", false),
            ("a\r\nb", false),
            ("mail.example.com:25", false), ("-a", false), ("a..b", false),
        ])
    func hosts(text: String, isAccepted: Bool) {
        #expect((SMTPHost(text) != nil) == isAccepted)
    }

    private func transport(
        to server: ScriptedServer, isImplicit: Bool = true, trust authority: TestAuthority,
        clock: any Clock<Duration> = EventClock(Watched(false))
    ) throws -> SMTPTransport {
        let host = try #require(SMTPHost("mail.example.com"))
        let credentials = try #require(SMTPCredentials(user: "latchkey", password: SecretBytes(utf8: "password")))
        let make = isImplicit ? SMTPServer.implicitTLS : SMTPServer.startTLS
        return SMTPTransport(
            to: make(host, server.port, credentials, WebTrust(additionalAuthorities: [authority.pem]), .loopback),
            clientName: try MailDomain("client.example.com"), clock: clock)
    }
}
