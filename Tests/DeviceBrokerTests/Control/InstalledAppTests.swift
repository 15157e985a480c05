import DeviceProtocol
import Foundation
import GRDB
import Testing

@testable import DeviceBroker

@Suite("Installed app", .timeLimit(.minutes(20))) struct InstalledAppTests {
    let files: DeviceFiles

    init() throws {
        files = try DeviceFiles()
    }

    @Test("an app continues with its next call after a restart of the broker, with the same identity")
    func nextCall() throws {
        var link: SocketLink?
        try files.withDevice { device throws in
            link = try device.app()
            try link?.perform(AddItem.password(group: Self.shared))
        }
        try files.withDevice { device throws in
            // Not launched again: the program is still running, and has only its socket's path.
            #expect(try link?.perform(FindItems.password(group: Self.shared)).items.first?.data == RunningFixture.secret)
            #expect(try device.status()?.apps.map(\.app) == [TestDevice.app])
        }
    }

    @Test("a context is not valid for a restarted broker")
    func contexts() throws {
        var link: SocketLink?
        var context: ContextReference?
        try files.withDevice { device throws in
            link = try device.app()
            context = try link?.perform(OpenContext())
        }
        try files.withDevice { _ throws in
            let (link, context) = (try #require(link), try #require(context))
            #expect(throws: DeviceError.authentication(.invalidContext)) {
                try link.perform(Preflight(context: context, subject: .policy(.owner)))
            }
            let fresh = try link.perform(OpenContext())
            #expect(throws: DeviceError.authentication(.passcodeNotSet)) {
                try link.perform(Preflight(context: fresh, subject: .policy(.owner)))
            }
        }
    }

    @Test("an installed app is launched by its name alone, with its stored groups and no others")
    func byName() throws {
        let nameOnly = App(identifier: TestDevice.app.identifier)
        let greedy = App(identifier: TestDevice.app.identifier, accessGroups: [Self.shared, TestDevice.group("TEAM.more")])
        var first: LaunchedApp?
        try files.withDevice { device throws in first = try device.running.launch(TestDevice.app) }
        try files.withDevice { device throws in
            #expect(try device.running.launch(nameOnly) == first)
            expectBadRequest { try device.running.launch(greedy) }
            // The owner may replace them at the start of the device.
            #expect(try device.running.install(greedy).app == greedy)
            #expect(try device.running.install(nameOnly).app == greedy)
        }
        try files.withDevice { device throws in #expect(try device.running.launch(nameOnly).app == greedy) }
    }

    @Test("uninstalling removes the socket and the groups, and keeps the items")
    func uninstalling() throws {
        let identifier = TestDevice.app.identifier
        try files.withDevice { device throws in
            let link = try device.app()
            try link.perform(AddItem.password())
            try device.owner().perform(.uninstall(identifier))
            expectUnavailable { try link.perform(FindItems.password()) }
            #expect(throws: DeviceError.item(.notFound)) { try device.owner().perform(.uninstall(identifier)) }
            #expect(try device.status()?.apps.isEmpty == true)
        }
        try files.withDevice { device throws in
            #expect(try device.status()?.apps.isEmpty == true)
            let link = try device.app(App(identifier: identifier))
            #expect(try link.perform(FindItems.password()).items.count == 1)
            #expect(throws: DeviceError.item(.missingEntitlement)) { try link.perform(FindItems.password(group: Self.shared)) }
        }
    }

    @Test("uninstalling an app cancels its prompt")
    func uninstallingWhileAsked() throws {
        try files.withDevice { device throws in
            try device.setUp()
            let link = try device.app()
            try link.perform(AddItem.password(constraints: [.userPresence]))
            let answer = device.find(link)
            let screen = try device.owner()
            _ = try screen.nextPrompt()
            try device.owner().perform(.uninstall(TestDevice.app.identifier))
            guard case .failure(.unavailable) = answer.take() else {
                Issue.record("the app received a response")
                return
            }
        }
    }

    @Test("the file does not contain the app's name and groups, and a writer of the file cannot add a group")
    func atRest() throws {
        try files.withDevice { device throws in
            _ = try device.running.launch(TestDevice.app)
            _ = try device.running.launch(TestDevice.otherApp)
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: files.path) {
            guard let bytes = FileManager.default.contents(atPath: files.path + "/" + name) else { continue }
            #expect(bytes.range(of: Data("TEAM.".utf8)) == nil, "\(name) contains an app or group name")
        }
        // The record of one app under the name of the other, and the other's record with one bit changed.
        // A device's connections are closed with their last reference, which a thread may briefly retain.
        var patient = Configuration()
        patient.busyMode = .timeout(60)
        let database = try DatabaseQueue(path: files.path + "/keychain", configuration: patient)
        try database.write { connection in
            let rows = try Row.fetchAll(connection, sql: "SELECT identifier, record FROM installed_apps")
            let names = rows.map { $0["identifier"] as Data }
            var apps = rows.map { $0["record"] as Data }
            apps[1][apps[1].count - 1] ^= 1
            for (name, app) in zip(names, [apps[1], apps[0]]) {
                try connection.execute(sql: "UPDATE installed_apps SET record = ? WHERE identifier = ?", arguments: [app, name])
            }
        }
        try database.close()
        try files.withDevice { device throws in
            #expect(try device.status()?.apps.isEmpty == true)
            #expect(try device.running.launch(TestDevice.app).app == TestDevice.app)
        }
        try files.withDevice { device throws in #expect(try device.status()?.apps.map(\.app) == [TestDevice.app]) }
    }

    private static let shared = TestDevice.group("TEAM.shared")

    private func expectUnavailable(_ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation) {
        #expect(sourceLocation: location) {
            try body()
        } throws: { error in
            if case DeviceError.unavailable = error { true } else { false }
        }
    }

    private func expectBadRequest(_ body: () throws -> some Any, _ location: SourceLocation = #_sourceLocation) {
        #expect(sourceLocation: location) {
            _ = try body()
        } throws: { error in
            if case DeviceError.badRequest = error { true } else { false }
        }
    }
}
