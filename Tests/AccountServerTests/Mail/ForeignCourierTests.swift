import Accounts
import Foundation
import HTTPTypes
import InternetAddresses
import JSONText
import Mail
import MailPeers
import Secrets
import TestAuthority
import TestKit
import Testing
import WebClient

@testable import AccountServer

/// The queue, the courier and the SMTP client together, against a mail server that fails.
@Suite(
    "The courier against aiosmtpd", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: MailPeers.isProvided, MailPeers.missing))
struct ForeignCourierTests {
    /// A server with its queue, and the mail server that it sends to.
    private struct Scene: Sendable {
        let bench: ServerBench
        let jobs: MailJobs
        let client: ServerClient
        let server: PeerServer

        var received: [MailPeers.Received] { get throws { try server.printed() } }

        /// Asks for a code to an address of the account.
        func claim(_ local: String, token: String) async throws {
            let answer = try await client.send(
                .post, "/v1/account/addresses", token: token, json: ["email": .string("\(local)@example.org")])
            #expect(answer.status == .created, "\(answer.text)")
        }

        func run() async throws -> [String: Int] {
            let outcomes = try await jobs.runDue { bench.clock.now }.outcomes
            return Dictionary(uniqueKeysWithValues: outcomes.filter { $0.count > 0 }.map { ($0.name, $0.count) })
        }

        /// Calls `body` once the mail server has a message and the run waits for the reply, or when the run has ended without one.
        func run(untilReceived body: () -> Void) async throws -> [String: Int] {
            let isOver = Watched(false)
            let outcomes = Task {
                defer { isOver.value = true }
                return try await run()
            }
            try await poll { try isOver.value || received.count == 1 }
            body()
            return try await outcomes.value
        }

        /// The code of the last reply of each waiting message.
        func replies() async throws -> [String?] {
            try await bench.system.service.stores.waitingMail(limit: 10).map(\.reply)
        }
    }

    @Test("with an address for bounces, the envelope sender that arrives has a tag that names the address")
    func bounces() async throws {
        let base = try MailAddress("bounces@example.com")
        try await withScene(bounces: base) { scene in
            try await scene.claim("anna", token: scene.client.register())
            let queued = try #require(try await scene.bench.system.service.stores.waitingMail(limit: 1).first?.mail)
            #expect(try await scene.run() == ["sent": 1])
            let sender = try MailAddress(try #require(try scene.received.first).sender)
            let text = try #require(BounceSender.tag(in: sender, base: base))
            let tags = BounceTags(keys: scene.bench.system.configuration.keys)
            #expect(tags.tag(text, now: scene.bench.clock.now)?.recipient == queued.recipient)
        }
    }

    @Test(
        "each reply and each fault of the connection has its consequence for the queue",
        arguments: [
            ("anna", ["sent": 1], nil, 1), ("unknown", ["rejected": 1], nil, 0), ("blocked", ["rejected": 1], nil, 0),
            ("full", ["rejected": 1], nil, 0), ("large", ["rejected": 1], nil, 0), ("later", ["postponed": 1], "451 4.7.1", 0),
            ("busy", ["postponed": 1], "450 4.2.1", 0), ("early", ["postponed": 1], "malformed reply", 0),
            ("half", ["postponed": 1], "connection closed", 0), ("lost", ["postponed": 1], "connection closed", 1),
        ] as [(String, [String: Int], String?, Int)])
    func outcomes(local: String, run: [String: Int], reply: String?, arrived: Int) async throws {
        try await withScene { scene in
            try await scene.claim(local, token: scene.client.register())
            #expect(try await scene.run() == run)
            #expect(try await scene.replies() == (reply.map { [$0] } ?? []))
            #expect(try scene.received.count == arrived)
            #expect(try scene.received.allSatisfy { $0.encrypted && $0.sender == "accounts@example.com" })
        }
    }

    @Test("a message to a mail server that greylists arrives at the second attempt, after five seconds")
    func greylisting() async throws {
        try await withScene { scene in
            try await scene.claim("greylist", token: scene.client.register())
            #expect(try await scene.run() == ["postponed": 1])
            scene.bench.clock.advance(by: .milliseconds(4_999))
            #expect(try await scene.run() == [:])
            scene.bench.clock.advance(by: .milliseconds(1))
            #expect(try await scene.run() == ["sent": 1])
            #expect(try scene.received.map(\.recipients) == [["greylist@example.org"]])
            #expect(try await scene.replies() == [])
        }
    }

    @Test("the delay between retries grows, and an expired code is never sent, even when the mail server recovers")
    func expiry() async throws {
        try await withScene { scene in
            try await scene.claim("later", token: scene.client.register())
            var attempts: [Int] = []
            for second in stride(from: 0, to: 640, by: 5) {
                let run = try await scene.run()
                if run == ["postponed": 1] {
                    attempts.append(second)
                } else {
                    #expect(run == (second == 635 ? ["expired": 1] : [:]))
                }
                scene.bench.clock.advance(by: .seconds(5))
            }
            #expect(attempts == [0, 5, 15, 35, 75, 155, 315])

            // The code's mail waits while no server runs, and its time passes.
            let token = try await scene.client.register("berta")
            try await scene.claim("berta", token: token)
            scene.bench.clock.advance(by: .seconds(540))
            #expect(try await scene.run() == ["expired": 1])
            try await scene.claim("berta", token: token)
            scene.bench.clock.advance(by: .seconds(539))
            #expect(try await scene.run() == ["sent": 1])
            #expect(try scene.received.count == 1)
        }
    }

    @Test(
        "an address that does not exist on two days is undeliverable, and one that is blocked or full is not",
        arguments: ["unknown", "full"])
    func undeliverableAddress(local: String) async throws {
        try await withScene { scene in
            var token = try await scene.client.register()
            for day in 0...1 {
                if day > 0 {
                    scene.bench.clock.advance(by: .seconds(86_400))
                    token = try await scene.client.signIn().text("session", "token")
                }
                try await scene.claim(local, token: token)
                #expect(try await scene.run() == ["rejected": 1])
                let session = try #require(OpaqueToken(encoded: token))
                let service = scene.bench.system.service
                let active = try await service.session(for: session, address: .loopback, now: scene.bench.clock.now)
                let account = try #require(active?.account.id)
                let address = try #require(try await service.stores.addresses(of: account).first)
                #expect((address.rejectedAt != nil) == (local == "unknown"))
                #expect((address.undeliverableSince != nil) == (local == "unknown" && day == 1))
            }
            #expect(try scene.received.isEmpty)
        }
    }

    @Test("a message whose reply was lost is sent again with the same Message-ID and the same code")
    func duplicate() async throws {
        try await withScene { scene in
            try await scene.claim("lost", token: scene.client.register())
            for seconds in [0, 5] {
                scene.bench.clock.advance(by: .seconds(seconds))
                #expect(try await scene.run() == ["postponed": 1])
            }
            let copies = try scene.received.map(\.message)
            #expect(copies.count == 2 && Set(copies).count == 1)
        }
    }

    @Test("a mail server that does not reply to a message is left at the time limit, and the message waits")
    func silence() async throws {
        let isSilent = Watched(false)
        try await withScene(clock: EventClock(isSilent, endingWaitsOf: SMTPTimeouts().completion)) { scene in
            try await scene.claim("silent", token: scene.client.register())
            #expect(try await scene.run(untilReceived: { isSilent.value = true }) == ["postponed": 1])
            #expect(try await scene.replies() == ["timeout in completion"])
        }
    }

    @Test("at the deadline of its batch, the courier leaves a mail server that does not reply, and the other messages wait too")
    func deadline() async throws {
        let isOver = Watched(false)
        // The transport then waits five seconds for the reply.
        let clock = EventClock(isOver, endingWaitsOf: .seconds(5))
        try await withScene(clock: clock, courierClock: EventClock(isOver)) { scene in
            let token = try await scene.client.register()
            for local in ["silent", "anna"] { try await scene.claim(local, token: token) }
            #expect(try await scene.run(untilReceived: { isOver.value = true }) == ["postponed": 2])
            #expect(Set(try await scene.replies()) == ["cancelled"])
            #expect(try scene.received.count == 1)
        }
    }

    @Test("nothing is sent to a mail server without STARTTLS, with another certificate, or that rejects the password")
    func insecure() async throws {
        for (arguments, name, password, reply) in [
            (["plain"], "mail.example.com", "pass wörd", "no STARTTLS"),
            (nil, "other.example.com", "pass wörd", "untrusted certificate"),
            (nil, "mail.example.com", "wrong", "authentication 535 5.7.8"),
        ] as [([String]?, String, String, String)] {
            try await withScene(arguments, name: name, password: password) { scene in
                try await scene.claim("anna", token: scene.client.register())
                #expect(try await scene.run() == ["postponed": 1])
                #expect(try await scene.replies() == [reply])
                #expect(try scene.received.isEmpty)
            }
        }
    }

    /// Runs `body` with a mail server whose certificate is for mail.example.com.
    ///
    /// - Parameters:
    ///   - arguments: those of the mail server; nil for its certificate.
    ///   - name: the name that the client expects in the certificate.
    private func withScene(
        _ arguments: [String]? = nil, name: String = "mail.example.com", password: String = "pass wörd",
        bounces: MailAddress? = nil,
        clock: any Clock<Duration> = EventClock(Watched(false)), courierClock: any Clock<Duration> = EventClock(Watched(false)),
        _ body: @escaping @Sendable (Scene) async throws -> Void
    ) async throws {
        try await MailPeers.inFolder { folder in
            let authority = try TestAuthority()
            let identity = try authority.identity(for: "mail.example.com")
            let files = ["certificate", "key"].map { folder.appending(path: $0) }
            for (file, text) in zip(files, [identity.certificate, identity.key]) { try Data(text.utf8).write(to: file) }
            let server = try await PeerServer("receiver.py", arguments ?? files.map(\.path), in: folder)

            let transport = SMTPTransport(
                to: .startTLS(
                    try #require(SMTPHost(name)), port: server.port,
                    credentials: SMTPCredentials(user: "latchkey", password: SecretBytes(utf8: password)),
                    trust: WebTrust(additionalAuthorities: [authority.pem]), at: .loopback),
                clientName: try MailDomain("client.example.com"), clock: clock)
            let bench = try ServerBench(mail: transport)
            var mail = try #require(bench.system.configuration.mail)
            mail.bounces = bounces
            let courier = MailCourier(
                transport,
                composer: try MailComposer(mail, site: bench.system.configuration.site, keys: bench.system.configuration.keys),
                now: { bench.clock.now }, clock: courierClock)
            let sealer = MailSealer(
                keys: bench.system.configuration.keys.sealingKeys(for: .mail), random: SystemRandomBytes())
            let jobs = MailJobs(accounts: bench.system.service, sealer: sealer, carrier: courier)
            try await bench.run { client in
                try await body(Scene(bench: bench, jobs: jobs, client: client, server: server))
            }
            #expect(try await server.stop() == 0)
        }
    }
}
