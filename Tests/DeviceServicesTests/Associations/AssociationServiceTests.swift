import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Foundation
import Secrets
import Synchronization
import Testing

@Suite("The association service")
struct AssociationServiceTests {
    private static let name = "ABCDE12345.com.example.app"

    private func app(_ domains: String..., isForDevelopment: Bool = false) throws -> InstalledApp {
        InstalledApp(
            try AppIdentifier(Self.name), entitlements: try domains.map { try AssociatedDomainEntitlement($0) },
            isSignedForDevelopment: isForDevelopment)
    }

    private func association(_ service: AssociationService, _ host: String, of app: String = name) throws
        -> WebCredentialAssociation
    {
        service.association(
            of: try #require(AccessGroup(rawValue: app)), with: try #require(SharedCredentialSite(rawValue: host)))
    }

    private func service(
        _ loader: ScriptedLoader, store: any AssociationStore = VolatileAssociationStore(), clock: TestClock = TestClock(),
        changed: @escaping @Sendable () -> Void = {}
    ) throws -> AssociationService {
        try AssociationService(
            store: store, policy: DaemonPolicy(route: .direct), loader: loader, now: { clock.now }, changed: changed)
    }

    @Test("fetches from the site at installation, and associates a named app")
    func installs() async throws {
        let loader = ScriptedLoader(["example.com": .naming(Self.name), "other.example": .naming("ABCDE12345.com.example.other")])
        let changes = Mutex(0)
        let service = try service(loader) { changes.withLock { $0 += 1 } }
        service.install(try app("webcredentials:example.com", "webcredentials:other.example"))
        await service.isSettled()
        #expect(loader.urls.count == 2)
        #expect(try association(service, "example.com") == .approved)
        #expect(try association(service, "other.example") == .notApproved)
        #expect(try association(service, "third.example") == .notEntitled)
        #expect(try association(service, "example.com", of: "ABCDE12345.com.example.other") == .notEntitled)
        #expect(try association(service, "example.com", of: "no identifier") == .notEntitled)
        #expect(service.hosts(of: try AppIdentifier(Self.name)).map(\.text) == ["example.com"])
        #expect(changes.withLock { $0 } == 1)
    }

    @Test("is settled once a change was reported")
    func settled() async throws {
        let (reports, report) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        let isSettled = Mutex(false)
        let service = try service(ScriptedLoader(["example.com": .naming(Self.name)])) {
            report.yield()
            gate.wait()
        }
        service.install(try app("webcredentials:example.com"))
        for await _ in reports.prefix(1) {}
        let wait = Task.immediate {
            await service.isSettled()
            isSettled.withLock { $0 = true }
        }
        #expect(!isSettled.withLock { $0 })
        gate.signal()
        await wait.value
    }

    @Test(
        "rejects a file that is malformed, redirected, missing or without the app",
        arguments: [
            SiteAnswer.response(status: 200, body: Array("{".utf8)), .response(status: 302, body: []),
            .response(status: 404, body: []), .certificateRejected("untrusted"), .tooLarge, .timedOut, .connectionFailed("offline"),
            .naming(),
        ])
    func rejects(answer: SiteAnswer) async throws {
        let service = try service(ScriptedLoader(["example.com": answer]))
        service.install(try app("webcredentials:example.com"))
        await service.isSettled()
        #expect(try association(service, "example.com") == .notApproved)
    }

    @Test("distinguishes hosts by their exact names")
    func exact() async throws {
        let service = try service(ScriptedLoader(["example.com": .naming(Self.name)]))
        service.install(try app("webcredentials:example.com"))
        await service.isSettled()
        for host in ["www.example.com", "com", "example.com.evil.example", "exarnple.com", "xn--exmple-cua.com"] {
            #expect(try association(service, host) == .notEntitled, "\(host)")
        }
    }

    @Test("detects a broken association after a week, and a recovered site after three hours")
    func time() async throws {
        let (loader, clock) = (ScriptedLoader(["example.com": .connectionFailed("offline")]), TestClock())
        let service = try service(loader, clock: clock)
        service.install(try app("webcredentials:example.com"))
        await service.isSettled()
        loader.answer(.naming(Self.name), for: "example.com")
        service.timePassed()
        await service.isSettled()
        #expect(try association(service, "example.com") == .notApproved)
        clock.advance(by: 3 * 3_600)
        #expect(service.nextWake == clock.now)
        service.timePassed()
        await service.isSettled()
        #expect(try association(service, "example.com") == .approved)

        loader.answer(.naming(), for: "example.com")
        clock.advance(by: 7 * 86_400)
        service.timePassed()
        await service.isSettled()
        #expect(try association(service, "example.com") == .notApproved)
    }

    @Test("fetches for developers only in developer mode")
    func developerMode() async throws {
        let loader = ScriptedLoader(["example.com": .naming(Self.name)])
        let service = try service(loader)
        service.install(try app("webcredentials:example.com?mode=developer", isForDevelopment: true))
        await service.isSettled()
        #expect(loader.urls.isEmpty)
        service.setDeveloperMode(true)
        await service.isSettled()
        #expect(try association(service, "example.com") == .approved)
        service.setDeveloperMode(false)
        #expect(try association(service, "example.com") == .notApproved)
    }

    @Test("keeps its memory over a restart, and discards a damaged one")
    func memory() async throws {
        let (loader, store) = (ScriptedLoader(["example.com": .naming(Self.name)]), VolatileAssociationStore())
        let first = try service(loader, store: store)
        first.install(try app("webcredentials:example.com"))
        await first.isSettled()
        first.stop()
        let second = try service(loader, store: store)
        #expect(try association(second, "example.com") == .approved)
        #expect(loader.urls.count == 1)
        try store.save(Array("{".utf8))
        #expect(try association(try service(loader, store: store), "example.com") == .notEntitled)
    }

    @Test("repeats an interrupted download at the next start")
    func interrupted() async throws {
        let (loader, store) = (ScriptedLoader(["example.com": .naming(Self.name)]), VolatileAssociationStore())
        let clock = TestClock()
        var daemon = AssociationDaemon(policy: DaemonPolicy(route: .direct))
        _ = daemon.handle(.installed(try app("webcredentials:example.com")), now: clock.now)
        try store.save(daemon.stored())
        let service = try service(loader, store: store, clock: clock)
        await service.isSettled()
        #expect(try association(service, "example.com") == .approved)
    }

    @Test("processes nothing after it was stopped")
    func stopped() async throws {
        let loader = ScriptedLoader(["example.com": .naming(Self.name)])
        let service = try service(loader)
        service.stop()
        service.install(try app("webcredentials:example.com"))
        await service.isSettled()
        #expect(loader.urls.isEmpty)
    }

    @Test("keeps its memory in a sealed file that only the owner can read, and rejects a file that another program wrote")
    func file() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/associations-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let key = MasterKey.random(SystemRandomBytes()).sealingKey(for: KeyPurpose("test"))
        let store = FileAssociationStore(folder: folder, sealedBy: key)
        #expect(try store.load() == nil)
        let loader = ScriptedLoader(["example.com": .naming(Self.name)])
        let first = try service(loader, store: store)
        first.install(try app("webcredentials:example.com"))
        await first.isSettled()
        #expect(try association(try service(loader, store: store), "example.com") == .approved)
        let path = folder + "/associations.sealed"
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("example.com".utf8)) == nil)
        try Data(first.daemon.stored()).write(to: URL(filePath: path))
        #expect(throws: DeviceError.self) { try service(loader, store: store) }
    }
}

/// A clock that is stopped until it is moved.
final class TestClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }
}
