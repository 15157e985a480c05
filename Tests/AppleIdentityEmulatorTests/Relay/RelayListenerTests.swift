import NIOCore
import NIOPosix
import ServiceLifecycle
import TestKit
import Testing

@testable import AppleIdentityEmulator

@Suite("The relay over a socket", .timeLimit(.minutes(20)))
struct RelayListenerTests {
    @Test("an emulator with a relay port accepts mail there, and none after it is stopped")
    func emulator() async throws {
        // In Sources/Apple/AppleIdentityEmulator/AppleIdentityEmulator.docc/PrivateEmailRelay.md
        var configuration = EmulatorConfiguration()
        configuration.securePort = nil
        configuration.relayPort = 0
        let apple = try await AppleIdentityEmulator.start(configuration)
        let port = try #require(apple.relayPort)
        let party = try apple.service.addRelyingParty(
            named: "Shop", bundleID: "com.example.shop", emailSources: [#require(EmailSource("example.com"))])
        // End
        let anna = try apple.service.addPerson(
            AppleAccountDraft(givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com")
        ).id
        let request = NativeSignInRequest(client: party.app, person: anna, scopes: [.email], choices: ConsentChoices(email: .hide))
        _ = try apple.service.signInNatively(request).get()
        let address = try #require(apple.service.relayAddress(of: anna, for: party.team))

        let client = try await RelayClient(port: port)
        #expect(try await client.reply().hasPrefix("220 privaterelay.appleid.com "))
        for command in ["EHLO client.example.com", "MAIL FROM:<accounts@example.com>", "RCPT TO:<\(address)>", "DATA"] {
            let reply = try await client.say(command + "\r\n")
            #expect(reply.hasPrefix("250") || reply.hasPrefix("354"))
        }
        #expect(try await client.say(RelayBench.message() + ".\r\n") == "250 2.0.0 forwarded\r\n")
        #expect(apple.service.mail(of: anna).map(\.text) == ["The text.\n"])
        #expect(try await Caller(apple.baseURL).get("/").text.contains("127.0.0.1:\(port)"))
        #expect(try await client.say("QUIT\r\n") == "221 2.0.0 closing\r\n")
        await client.untilClosed()

        let idle = try await RelayClient(port: port)
        _ = try await idle.reply()
        await apple.stop()
        await idle.untilClosed()
        await #expect(throws: (any Error).self) { _ = try await RelayClient(port: port) }
    }

    @Test("without a relay port there is no relay")
    func off() async throws {
        try await EmulatorScene.run { scene async throws in
            #expect(scene.apple.relayPort == nil)
            #expect(try await !Caller(scene.apple.baseURL).get("/").text.contains("Mail relay"))
        }
    }

    @Test("a relay port in use is reported")
    func taken() async throws {
        var configuration = EmulatorConfiguration()
        configuration.securePort = nil
        configuration.relayPort = 0
        try await withAppleIdentityEmulator(configuration) { apple in
            var second = configuration
            second.relayPort = apple.relayPort
            let error = await #expect(throws: EmulatorError.self) { try await AppleIdentityEmulator.start(second) }
            #expect(error?.code == .address)
        }
    }

    @Test("a connection above the limit receives 421, and a closed one makes room")
    func connections() async throws {
        try await Self.listening({ $0.connections = 1 }) { port in
            let first = try await RelayClient(port: port)
            #expect(try await first.reply().hasPrefix("220 "))
            let second = try await RelayClient(port: port)
            #expect(try await second.reply() == "421 4.3.2 too many connections\r\n")
            await second.untilClosed()
            _ = try await first.say("QUIT\r\n")
            await first.untilClosed()
            // The relay learns of the end of a connection shortly after its client.
            var greeting = ""
            while !greeting.hasPrefix("220 ") { greeting = try await RelayClient(port: port).reply() }
        }
    }

    @Test("a client that sends no command, or no complete one, in time receives 421 and is disconnected", arguments: ["", "NOO"])
    func timeout(text: String) async throws {
        try await Self.listening({ $0.command = .milliseconds(50) }) { port in
            let client = try await RelayClient(port: port)
            // The time may have ended already, so that nothing can be sent.
            if !text.isEmpty { try? await client.send(text) }
            await client.untilClosed()
            #expect(client.heard.hasPrefix("220 ") && client.heard.hasSuffix("421 4.4.2 timeout\r\n"))
        }
    }

    @Test("a client that does not close its side after the last reply still makes room for another one")
    func closing() async throws {
        try await Self.listening({ limits in
            limits.connections = 1
            limits.closing = .milliseconds(50)
        }) { port in
            let client = try await RelayClient(port: port, closesWithPeer: false)
            _ = try await client.reply()
            #expect(try await client.say("A\nB") == "554 5.5.2 a line must end with CRLF and have no other CR or LF\r\n")
            var greeting = ""
            while !greeting.hasPrefix("220 ") { greeting = try await RelayClient(port: port).reply() }
            #expect(client.heard == "")
        }
    }

    /// Runs a relay with a separate service during `body`.
    private static func listening(
        _ change: (inout RelayLimits) -> Void, _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        var limits = RelayLimits()
        change(&limits)
        let bench = try await RelayBench()
        let (ports, announcement) = AsyncStream<Int>.makeStream()
        let listener = RelayListener(bench.service, host: "127.0.0.1", port: 0, limits: limits) { announcement.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { announcement.finish() }
                try await listener.run()
            }
            var ready = ports.makeAsyncIterator()
            let port = try #require(await ready.next())
            try await body(port)
            tasks.cancelAll()
            try await tasks.waitForAll()
        }
    }
}

/// A client that sends what a test says.
private final class RelayClient: Sendable {
    private struct State {
        var text = ""
        var isClosed = false
    }

    private let state: Watched<State>
    private let channel: any Channel

    /// - Parameter closesWithPeer: whether the client closes its side when the relay closes its own.
    init(port: Int, closesWithPeer: Bool = true) async throws {
        let state = Watched(State())
        self.state = state
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: !closesWithPeer)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Listener(hears: { text in state.change { $0.text += text } }, ends: { state.change { $0.isClosed = true } })
                    )
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }

    deinit { channel.close(promise: nil) }

    /// Everything that the relay sent since the last ``reply()``.
    var heard: String { state.value.text }

    /// Returns the next reply, which may have several lines.
    func reply() async throws -> String {
        await state.until { $0.isClosed || Self.isComplete($0.text) }
        return state.change { state in
            defer { state.text = "" }
            return state.text
        }
    }

    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    func say(_ text: String) async throws -> String {
        try await send(text)
        return try await reply()
    }

    func untilClosed() async { await state.until { $0.isClosed } }

    /// Whether the last line of the text is the last line of a reply.
    private static func isComplete(_ text: String) -> Bool {
        guard text.hasSuffix("\r\n"), let line = text.split(separator: "\r\n").last else { return false }
        return line.dropFirst(3).first == " "
    }

    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let hears: @Sendable (String) -> Void
        private let ends: @Sendable () -> Void

        init(hears: @escaping @Sendable (String) -> Void, ends: @escaping @Sendable () -> Void) {
            self.hears = hears
            self.ends = ends
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            hears(String(buffer: unwrapInboundIn(data)))
        }

        func channelInactive(context: ChannelHandlerContext) {
            ends()
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
