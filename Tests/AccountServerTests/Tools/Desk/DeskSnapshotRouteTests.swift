import Accounts
import HTTPTypes
import JSONText
import Secrets
import Synchronization
import TestKit
import Testing
import WebServing

@testable import AccountServer

@Suite("Snapshots on the desk")
struct DeskSnapshotRouteTests {
    private static let forms = ["/dev/snapshots/save", "/dev/snapshots/first/restore", "/dev/snapshots/first/delete"]

    @Test("the first page lists snapshots, with forms that save, restore and delete")
    func page() async throws {
        let snapshots = FakeSnapshots(["first"])
        let bench = try DeskBench(snapshots: snapshots)
        try await bench.run { client in
            var developer = try await bench.developer(client)
            let page = try await developer.open("/")
            for path in Self.forms { #expect(page.text.contains("action=\"\(path)\""), "\(path)") }
            #expect(page.text.contains("Without --data, snapshots are deleted"))

            let saving = try await developer.submitOnce(page, to: "/dev/snapshots/save", ["name": "second"])
            #expect(saving.status == .ok && saving.text.contains("data-awaits=\"/\""))
            #expect(saving.headers[.literal("Refresh")] == "10; url=/")
            let restoring = try await developer.submitOnce(page, to: "/dev/snapshots/first/restore")
            #expect(restoring.status == .ok && restoring.text.contains("Restoring a snapshot"))
            let deletion = try await developer.submitOnce(page, to: "/dev/snapshots/first/delete")
            #expect(deletion.status == .seeOther && deletion.headers[.location] == "/")
        }
        #expect(snapshots.requests == ["save second", "restore first", "delete first"])
    }

    @Test(
        "a request for a snapshot that exists, is missing or has a malformed name changes nothing",
        arguments: [
            ("/dev/snapshots/save", "first", HTTPResponse.Status.conflict),
            ("/dev/snapshots/save", "../first", .badRequest), ("/dev/snapshots/save", "", .badRequest),
            ("/dev/snapshots/other/restore", nil, .notFound), ("/dev/snapshots/other/delete", nil, .notFound),
            ("/dev/snapshots/.draft/delete", nil, .badRequest),
        ] as [(String, String?, HTTPResponse.Status)])
    func rejected(path: String, name: String?, status: HTTPResponse.Status) async throws {
        let snapshots = FakeSnapshots(["first"])
        let bench = try DeskBench(snapshots: snapshots)
        try await bench.run { client in
            var developer = try await bench.developer(client)
            let page = try await developer.open("/")
            var fields = try page.form(to: "/dev/snapshots/first/delete").filled([:])
            if let name { fields.append((name: "name", value: name)) }
            #expect(try await developer.post(path, fields).status == status)
        }
        #expect(snapshots.requests.isEmpty)
    }

    @Test("a form without the developer's cookie, from another origin or without its token changes nothing", arguments: forms)
    func foreignForms(path: String) async throws {
        let snapshots = FakeSnapshots(["first"])
        let bench = try DeskBench(snapshots: snapshots)
        try await bench.run { client in
            let name = path.hasSuffix("save") ? [(name: "name", value: "second")] : []
            var stranger = Browser(client, origin: DeskBench.origin)
            #expect(try await stranger.post(path, name).status == .unauthorized)
            var developer = try await bench.developer(client)
            let fields = try await developer.open("/").form(to: "/dev/snapshots/first/delete").filled([:]) + name
            #expect(try await developer.post(path, name).status == .forbidden)
            for field in [
                HTTPField(name: .origin, value: "http://localhost:3000"),
                HTTPField(name: .secFetchSite, value: "same-site"),
            ] {
                #expect(try await developer.post(path, fields, headers: [field.name: field.value]).status == .forbidden)
            }
            #expect(snapshots.requests.isEmpty)
            #expect(try await developer.post(path, fields).status.code < 400)
        }
        #expect(snapshots.requests.count == 1)
    }

    @Test("the command of the user reads the snapshots and sends orders")
    func command() async throws {
        let snapshots = FakeSnapshots(["first"], outcome: (.restore, "the disk is full"))
        let bench = try DeskBench(snapshots: snapshots)
        let token = DeskBench.bearer.reveal()
        try await bench.run { client async throws in
            let list = try await client.send(.get, "/dev/snapshots", token: token).json
            #expect(list["run"]?.number?.int == 3)
            #expect(list["snapshots"]?[0]?["name"]?.string == "first")
            #expect(list["snapshots"]?[0]?["savedAt"]?.string == "2026-03-01T12:00:00.000Z")
            #expect(list["outcome"]?["action"]?.string == "restore" && list["outcome"]?["failure"]?.string == "the disk is full")

            for (action, name, status) in [
                ("save", "second", 202), ("restore", "first", 202), ("delete", "first", 200), ("save", "first", 409),
                ("delete", "other", 404), ("save", "a/b", 400), ("forget", "first", 400),
            ] {
                let order: JSONValue = ["action": .string(action), "name": .string(name)]
                let answer = try await client.send(.post, "/dev/snapshots", token: token, json: order)
                #expect(Int(answer.status.code) == status, "\(action) \(name)")
                if status < 300 { #expect(answer.json["run"]?.number?.int == 3) } else { #expect(answer.json["detail"] != nil) }
            }
        }
        #expect(snapshots.requests == ["save second", "restore first", "delete first"])
    }

    @Test("an order without the bearer token, from another page or of another type is rejected")
    func foreignOrders() async throws {
        let snapshots = FakeSnapshots(["first"])
        let bench = try DeskBench(snapshots: snapshots)
        try await bench.run { client in
            let order = Array(#"{"action":"delete","name":"first"}"#.utf8)
            #expect(try await client.send(.post, "/dev/snapshots", body: order, headers: [:]).status == .unauthorized)
            var developer = try await bench.developer(client)
            let headers: HTTPFields = [.contentType: "application/json", .origin: DeskBench.origin]
            for (field, status) in [
                (HTTPField(name: .origin, value: "http://localhost:9000"), .forbidden),
                (HTTPField(name: .secFetchSite, value: "same-site"), .forbidden),
                (HTTPField(name: .contentType, value: "text/plain"), .unsupportedMediaType),
            ] as [(HTTPField, HTTPResponse.Status)] {
                var all = headers
                all[field.name] = field.value
                #expect(try await developer.send(.post, "/dev/snapshots", body: order, headers: all).status == status)
            }
            #expect(snapshots.requests.isEmpty)
            #expect(try await developer.send(.post, "/dev/snapshots", body: order, headers: headers).status == .ok)
        }
    }

    @Test("without data that can be copied there is no section, and the command receives the reason")
    func none() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            var developer = try await bench.developer(client)
            let page = try await developer.open("/")
            #expect(!page.text.contains("Snapshots"))
            for method in [HTTPRequest.Method.get, .post] {
                let answer = try await client.send(method, "/dev/snapshots", token: DeskBench.bearer.reveal())
                #expect(answer.status == .conflict && answer.json["detail"]?.string?.contains("cannot be copied") == true)
                #expect(try await client.send(method, "/dev/snapshots").status == .unauthorized)
            }
            for path in Self.forms {
                #expect(try await developer.post(path, page.form(to: "/dev/start-over").filled([:])).status == .notFound)
            }
        }
    }

    @Test(
        "the first page says how the last request ended",
        arguments: [
            (SnapshotOutcome.Action.save, nil, "The snapshot first was saved."),
            (.restore, nil, "The snapshot first was restored."),
            (.save, "the disk is full", "The snapshot first was not saved: the disk is full."),
        ] as [(SnapshotOutcome.Action, String?, String)])
    func outcome(action: SnapshotOutcome.Action, failure: String?, sentence: String) async throws {
        let bench = try DeskBench(snapshots: FakeSnapshots([], outcome: (action, failure)))
        try await bench.run { client in
            var developer = try await bench.developer(client)
            #expect(try await developer.open("/").text.contains(sentence))
        }
    }

    @Test(
        "a name of a snapshot has letters, digits and some marks",
        arguments: [
            ("a", true), ("before-upgrade", true), ("2026.11.29_b", true), (String(repeating: "n", count: 40), true),
            ("", false), (String(repeating: "n", count: 41), false), (".", false), ("..", false), (".draft", false), ("-a", false),
            ("_a", false), ("a/b", false), ("a\\b", false), ("a b", false), ("a\n", false), ("a\0", false), ("ä", false),
            ("a:b", false), ("a%2fb", false), ("\u{FF41}", false),
        ])
    func names(text: String, isAccepted: Bool) {
        #expect(SnapshotName(text)?.description == (isAccepted ? text : nil))
    }

    @Test("an accepted name is always one component of a path that is not hidden")
    func anyName() {
        var generator = SeededGenerator(seed: 29)
        let scalars = (UInt32(0)...0x17F).compactMap { Unicode.Scalar($0) }
        var count = 0
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                // Most characters are near the accepted ones, so that many texts are accepted.
                let limit = Bool.random(using: &generator) ? 0x7F : 0x17F
                text.append(scalars[Int.random(in: 0...limit, using: &generator)])
            }
            guard let name = SnapshotName(String(text))?.description else { continue }
            count += 1
            #expect(!name.contains("/") && !name.contains("\0") && !name.hasPrefix(".") && !name.isEmpty && name == String(text))
        }
        #expect(count > 500)
    }
}

/// Snapshots in memory. They keep the accepted requests, and do nothing.
private final class FakeSnapshots: DevelopmentSnapshots {
    let run = 3
    let areKept = false
    let outcome: SnapshotOutcome?
    private let names: [SnapshotName]
    private let accepted = Mutex<[String]>([])

    init(_ names: [String], outcome: (action: SnapshotOutcome.Action, failure: String?)? = nil) {
        self.names = names.compactMap { SnapshotName($0) }
        self.outcome = outcome.flatMap { outcome in
            SnapshotName("first").map { SnapshotOutcome(outcome.action, $0, failure: outcome.failure) }
        }
    }

    var requests: [String] { accepted.withLock { $0 } }

    func all() -> [Snapshot] { names.map { Snapshot(name: $0, savedAt: Timestamp(seconds: 1_772_366_400)) } }

    func save(_ name: SnapshotName) throws {
        guard !names.contains(name) else { throw SnapshotRejection.taken(name) }
        accepted.withLock { $0.append("save \(name)") }
    }

    func restore(_ name: SnapshotName) throws { try accept("restore", name) }

    func delete(_ name: SnapshotName) throws { try accept("delete", name) }

    private func accept(_ action: String, _ name: SnapshotName) throws {
        guard names.contains(name) else { throw SnapshotRejection.missing(name) }
        accepted.withLock { $0.append("\(action) \(name)") }
    }
}
