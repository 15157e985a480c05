import AccountServer
import Accounts
import Foundation
import HTTPTypes
import JSONText
import Mail
import MailPeers
import TestKit
import TestStores
import Testing

/// SIGKILL for a server at every step of a message. `MailInterruptionTests` stops the courier in the tests' process instead.
@Suite(
    "A server whose courier is killed", .tags(.realParts), .serialized, .enabled(if: MailPeers.isProvided, MailPeers.missing),
    .timeLimit(.minutes(20)))
struct KilledCourierTests {
    enum Step: String, CaseIterable, Sendable {
        /// The jobs are leased, and the courier has not connected.
        case leased
        /// The courier is connected, and waits for the reply to the recipient.
        case connected
        /// The mail server has the message, and has not replied.
        case unanswered
        /// The courier has the reply, and the job remains.
        case accepted
        /// The job is removed.
        case recorded

        /// The local part of the recipient, which says how the mail server replies.
        var recipient: String {
            switch self {
            case .connected: "held"
            case .unanswered: "mute"
            case .leased, .accepted, .recorded: "anna"
            }
        }

        /// Whether the mail server stops the courier here, so that the test kills it. Otherwise the process kills itself.
        var isAtServer: Bool { self == .connected || self == .unanswered }

        /// Whether the mail server has the message.
        var hasArrived: Bool { self != .leased && self != .connected }
    }

    @Test(
        "a notice arrives after the lease, at most twice and each time the same, and then never again",
        arguments: [TestStore.sqlite, .postgres], Step.allCases)
    func notice(_ store: TestStore, _ step: Step) async throws {
        try await CourierScene.run(store, recipient: step.recipient) { scene in
            try await scene.changePassword()
            try await scene.courier(killedAt: step)
            #expect(try scene.copies.count == (step.hasArrived ? 1 : 0))
            // Another server leaves leased mail alone.
            try await scene.courier(at: 1)
            #expect(try scene.copies.count == (step.hasArrived ? 1 : 0))
            for round in 1...2 {
                try await scene.courier(at: round * Self.lease)
                let copies = try scene.copies
                #expect(copies.count == (step.hasArrived && step != .recorded ? 2 : 1))
                #expect(Set(copies).count == 1, "the copies differ")
            }
        }
    }

    @Test(
        "a code is not sent again, because it has expired when the lease ends",
        arguments: [TestStore.sqlite, .postgres], Step.allCases)
    func code(_ store: TestStore, _ step: Step) async throws {
        try await CourierScene.run(store, recipient: step.recipient) { scene in
            try await scene.requestCode()
            try await scene.courier(killedAt: step)
            for second in [1, Self.lease] {
                try await scene.courier(at: second)
                #expect(try scene.copies.count == (step.hasArrived ? 1 : 0), "after \(second) seconds")
            }
            #expect(try await scene.bench.system.service.stores.waitingMail(limit: 1).isEmpty)
        }
    }

    /// The lease of a message, in seconds.
    private static let lease = Int(MailJobs.batchLimit.components.seconds) * 2
}

/// An account with a verified address in a store that several processes open, and a mail server.
private struct CourierScene: Sendable {
    /// A line of the mail server: a message, or the recipient that gets no reply.
    private struct Line: Decodable {
        let message: Data?
        let held: String?
    }

    let bench: ServerBench
    private let client: ServerClient
    private let token: String
    private let server: PeerServer
    private let store: String
    private let log: URL

    static func run(
        _ store: TestStore, recipient: String, _ body: @escaping @Sendable (CourierScene) async throws -> Void
    ) async throws {
        try await MailPeers.inFolder { folder in
            let place = try store.place(in: folder)
            let server = try await PeerServer("receiver.py", ["plain"], in: folder)
            let mailbox = Mailbox()
            let bench = try ServerBench(storage: AccountStorage.at(place)) { configuration in
                configuration.mail = MailConfiguration(from: try MailAddress("accounts@example.com"), destination: .custom(mailbox))
            }
            try await bench.run { client in
                let token = try await client.register()
                let claim = try await client.send(
                    .post, "/v1/account/addresses", token: token, json: ["email": .string("\(recipient)@example.org")])
                await bench.system.sendMail()
                let verified = try await client.verify(claim, code: try mailbox.code(), token: token)
                try #require(verified.status == .ok)
                await bench.system.sendMail()
                try await body(
                    CourierScene(
                        bench: bench, client: client, token: token, server: server, store: place,
                        log: folder.appending(path: "courier.log")))
            }
            #expect(try await server.stop() == 0)
        }
    }

    /// Queues a notice.
    func changePassword() async throws {
        let passwords: JSONValue = [
            "currentPassword": .string(ServerBench.password), "newPassword": .string(ServerBench.otherPassword),
        ]
        let answer = try await client.send(.put, "/v1/account/password", token: token, json: passwords)
        try #require((200..<300).contains(answer.status.code), "\(answer.text)")
        try await requireOneMail()
    }

    /// Queues a code.
    func requestCode() async throws {
        let begun = try await client.send(.post, "/v1/recovery", json: ["account": "anna.k"])
        try #require(begun.status == .created, "\(begun.text)")
        try await requireOneMail()
    }

    private func requireOneMail() async throws {
        try #require(try await bench.system.service.stores.waitingMail(limit: 2).count == 1)
    }

    /// The messages that the mail server received.
    var copies: [Data] { get throws { try server.printed(as: Line.self).compactMap(\.message) } }

    /// Runs the courier once in a separate process.
    ///
    /// - Parameters:
    ///   - second: the time by the courier's clock, after the mail was queued.
    ///   - step: where it is killed; nil if it ends normally.
    func courier(at second: Int = 0, killedAt step: KilledCourierTests.Step? = nil) async throws {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "CourierHost")
        process.arguments = [store, "\(server.port)", "\(second)", step?.rawValue ?? "none"]
        try Data().write(to: log)
        let output = try FileHandle(forWritingTo: log)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        if step?.isAtServer == true {
            try await poll { try process.hasEnded || !server.printed(as: Line.self).isEmpty }
            kill(process.processIdentifier, SIGKILL)
        }
        let status = await process.exitStatus
        let words = String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
        try #require(status == (step == nil ? 0 : SIGKILL), "\(words)")
    }
}
