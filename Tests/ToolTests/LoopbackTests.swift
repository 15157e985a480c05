import HTTPTypes
import InternetAddresses
import NIOCore
import NIOPosix
import ReservedPorts
import Secrets
import Synchronization
import TestKit
import Testing
import WebClient

@testable import latchkey

@Suite("The loopback addresses of latchkey dev", .tags(.realParts), .timeLimit(.minutes(20)))
struct LoopbackTests {
    /// The addresses of the documentation (RFC 3849, RFC 5737) are of no machine.
    @Test(
        "only an address of the machine is served",
        arguments: [("127.0.0.1", true), ("192.0.2.1", false), ("2001:db8::1", false)])
    func addresses(text: String, isOfThisMachine: Bool) async throws {
        #expect(try await LoopbackPort.isOfThisMachine(IPAddress(text)) == isOfThisMachine)
    }

    @Test(
        "localhost is served at both of its addresses, and at one on a machine without IPv6",
        arguments: [
            ("127.0.0.1", ["::1"]), ("::1", ["127.0.0.1"]), ("0.0.0.0", ["::1"]), ("::", []),
            ("192.168.1.5", ["127.0.0.1", "::1"]), ("127.0.0.2", ["127.0.0.1", "::1"]), ("2001:db8::1", ["127.0.0.1", "::1"]),
        ] as [(String, [String])])
    func loopback(host: String, others: [String]) async throws {
        let hasV6 = try await LoopbackPort.isOfThisMachine(IPAddress("::1"))
        let hosts = try await LoopbackPort.loopbackHosts(besides: IPAddress(host)).map { "\($0)" }
        #expect(hosts == others.filter { hasV6 || $0 != "::1" })
    }

    /// On a machine without IPv6, no other user can have the address, and the command starts.
    @Test("another user's server at ::1 prevents the start, and no token is printed")
    func occupied() async throws {
        let folder = try CommandFolder()
        guard try await LoopbackPort.isOfThisMachine(IPAddress("::1")) else {
            let dev = try Development(["--no-phones"], in: folder)
            #expect(dev.untilAnnounced().contains("?token="))
            #expect(dev.stop() == 0)
            return
        }
        let ports = try ReservedPort.row(of: 2)
        let foreign = try await ForeignServer.start(at: "::1", port: ports[0].number)
        let run = try folder.run("dev --no-phones --data data --port \(ports[0].number)")
        #expect(run.contains("[::1]:\(ports[0].number) is in use") && run.contains("--port") && run.hasSuffix("= 5"), "\(run)")
        #expect(!run.contains("token"))
        try await foreign.channel.close()
        withExtendedLifetime(ports) {}
    }

    @Test("the desk responds at ::1, and requires the token there too")
    func served() async throws {
        let dev = try Development(["--no-phones"], in: try CommandFolder())
        _ = dev.untilAnnounced()
        if try await LoopbackPort.isOfThisMachine(IPAddress("::1")) {
            let desk = try WebURL("http://[::1]:\(dev.port)/")
            let response = try await LocalTransport.using { try await $0.send(WebRequest(.get, desk)) }
            #expect(response.status == .unauthorized)
        }
        #expect(dev.stop() == 0)
    }

    @Test("a bearer token is for 127.0.0.1 only", arguments: [("127.0.0.1", true), ("localhost", true), ("[::1]", false)])
    func bearer(host: String, isSent: Bool) throws {
        let parent = try CommandFolder()
        let folder = RunFolder(path: parent.path + "/run")
        try folder.make()
        try folder.write(OpaqueToken(random: SystemRandomBytes()), port: 8_080)
        #expect(try (folder.bearer(for: WebURL("http://\(host):8080/")) != nil) == isSent)
        #expect(try folder.bearer(for: WebURL("http://\(host):8081/")) == nil)
    }

    @Test("a bearer token is withdrawn at the end of a run, until the next one publishes it", .timeLimit(.minutes(1)))
    func restart() async throws {
        let parent = try CommandFolder()
        let access = try DevelopmentAccess(port: 8_080, folder: RunFolder(path: parent.path + "/run"))
        let address = try WebURL("http://localhost:8080/")
        let restart = RestartRequest { access.withdrawBearer(ports: [8_080]) }
        try access.publish(port: 8_080)
        #expect(access.folder.bearer(for: address) != nil)
        restart.request(.startOver)
        try await restart.run()
        #expect(access.folder.bearer(for: address) == nil)
        try access.publish(port: 8_080)
        #expect(access.folder.bearer(for: address) != nil)
    }

    @Test("commands connect to 127.0.0.1 for localhost, also if ::1 has another server on the port", .timeLimit(.minutes(5)))
    func connection() async throws {
        let own = try await ForeignServer.start(at: "127.0.0.1", port: 0)
        let port = try #require(own.channel.localAddress?.port)
        let hasOther = try await LoopbackPort.isOfThisMachine(IPAddress("::1"))
        let other = hasOther ? try await ForeignServer.start(at: "::1", port: port) : nil
        let address = try WebURL("http://localhost:\(port)/")
        await #expect(throws: WebClientError.self) {
            try await LocalTransport.using { try await $0.send(WebRequest(.get, address)) }
        }
        #expect(own.hasVisitor && other?.hasVisitor != true)
        try await own.channel.close()
        try await other?.channel.close()
    }
}

/// A server that closes every connection without a response.
private final class ForeignServer: Sendable {
    let channel: any Channel
    private let visit: Visit

    /// Whether a client connected.
    var hasVisitor: Bool { visit.happened.withLock { $0 } }

    private init(_ channel: any Channel, _ visit: Visit) {
        self.channel = channel
        self.visit = visit
    }

    static func start(at host: String, port: Int) async throws -> ForeignServer {
        let visit = Visit()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                visit.happened.withLock { $0 = true }
                return channel.eventLoop.makeFailedFuture(ChannelError.eof)
            }
            .bind(host: host, port: port).get()
        return ForeignServer(channel, visit)
    }

    private final class Visit: Sendable {
        let happened = Mutex(false)
    }
}
