import DeviceProtocol
import Foundation
import GRDB
import Testing

@testable import DeviceBroker

@Suite("An app that was launched once", .timeLimit(.minutes(5))) struct InstalledAppTests {
    let files: DeviceFiles

    init() throws {
        files = try DeviceFiles()
    }

    @Test("goes on with its next call when the broker was started anew, and is who it was")
    func nextCall() throws {
        var link: SocketLink?
        try withDevice { device throws in
            link = try device.app()
            try link?.perform(AddItem.password(group: Self.shared))
        }
        try withDevice { device throws in
            // Nobody launches it: the program still runs, and holds nothing but its socket's path.
            #expect(try link?.perform(FindItems.password(group: Self.shared)).items.first?.data == RunningFixture.secret)
            #expect(try device.status()?.apps.map(\.app) == [TestDevice.app])
        }
    }

    @Test("has contexts of the broker it opened them at, and of no later one")
    func contexts() throws {
        var link: SocketLink?
        var context: ContextReference?
        try withDevice { device throws in
            link = try device.app()
            context = try link?.perform(OpenContext())
        }
        try withDevice { _ throws in
            let (link, context) = (try #require(link), try #require(context))
            #expect(throws: DeviceRefusal.authentication(.invalidContext)) {
                try link.perform(Preflight(context: context, subject: .policy(.owner)))
            }
            let fresh = try link.perform(OpenContext())
            #expect(throws: DeviceRefusal.authentication(.passcodeNotSet)) {
                try link.perform(Preflight(context: fresh, subject: .policy(.owner)))
            }
        }
    }

    @Test("is launched by its name alone, with the groups it was installed with, and with no others")
    func byName() throws {
        let nameOnly = App(identifier: TestDevice.app.identifier)
        let greedy = App(identifier: TestDevice.app.identifier, accessGroups: [Self.shared, TestDevice.group("TEAM.more")])
        var first: LaunchedApp?
        try withDevice { device throws in first = try device.running.launch(TestDevice.app) }
        try withDevice { device throws in
            #expect(try device.running.launch(nameOnly) == first)
            expectBadRequest { try device.running.launch(greedy) }
            // Its owner may say at the start what it is from now on.
            #expect(try device.running.install(greedy).app == greedy)
            #expect(try device.running.install(nameOnly).app == greedy)
        }
        try withDevice { device throws in #expect(try device.running.launch(nameOnly).app == greedy) }
    }

    @Test("is forgotten when it is uninstalled, with its socket and its groups; its items stay")
    func uninstalling() throws {
        let identifier = TestDevice.app.identifier
        try withDevice { device throws in
            let link = try device.app()
            try link.perform(AddItem.password())
            try device.owner().perform(.uninstall(identifier))
            expectUnavailable { try link.perform(FindItems.password()) }
            #expect(throws: DeviceRefusal.item(.notFound)) { try device.owner().perform(.uninstall(identifier)) }
            #expect(try device.status()?.apps.isEmpty == true)
        }
        try withDevice { device throws in
            #expect(try device.status()?.apps.isEmpty == true)
            let link = try device.app(App(identifier: identifier))
            #expect(try link.perform(FindItems.password()).items.count == 1)
            #expect(throws: DeviceRefusal.item(.missingEntitlement)) { try link.perform(FindItems.password(group: Self.shared)) }
        }
    }

    @Test("that is uninstalled while somebody is asked for it has its question taken back")
    func uninstallingWhileAsked() throws {
        try withDevice { device throws in
            try device.setUp()
            let link = try device.app()
            try link.perform(AddItem.password(constraints: [.userPresence]))
            let answer = device.find(link)
            let screen = try device.owner()
            _ = try screen.nextPrompt()
            try device.owner().perform(.uninstall(TestDevice.app.identifier))
            guard case .failure(.unavailable) = answer.take() else {
                Issue.record("the app was answered")
                return
            }
        }
    }

    @Test("stands in the file without its name and its groups, and gets no group from whoever writes there")
    func atRest() throws {
        try withDevice { device throws in
            _ = try device.running.launch(TestDevice.app)
            _ = try device.running.launch(TestDevice.otherApp)
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: files.path) {
            guard let bytes = FileManager.default.contents(atPath: files.path + "/" + name) else { continue }
            #expect(bytes.range(of: Data("TEAM.".utf8)) == nil, "\(name) names an app or a group")
        }
        // The entry of the one under the name of the other, and the other's with one bit changed.
        // A device's connections are closed with their last reference, which a thread of its may hold for a moment longer.
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
        try withDevice { device throws in
            #expect(try device.status()?.apps.isEmpty == true)
            #expect(try device.running.launch(TestDevice.app).app == TestDevice.app)
        }
        try withDevice { device throws in #expect(try device.status()?.apps.map(\.app) == [TestDevice.app]) }
    }

    private static let shared = TestDevice.group("TEAM.shared")

    private func expectUnavailable(_ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation) {
        #expect(sourceLocation: location) {
            try body()
        } throws: { error in
            if case DeviceRefusal.unavailable = error { true } else { false }
        }
    }

    private func expectBadRequest(_ body: () throws -> some Any, _ location: SourceLocation = #_sourceLocation) {
        #expect(sourceLocation: location) {
            _ = try body()
        } throws: { error in
            if case DeviceRefusal.badRequest = error { true } else { false }
        }
    }

    /// One run of the device: when the body has ended, so has the broker.
    private func withDevice(_ body: (RunningFixture) throws -> Void) throws {
        let fixture = try start()
        defer { try? fixture.running.stop() }
        try body(fixture)
    }

    /// What threads of the last run still hold is let go a moment after it was stopped.
    private func start() throws -> RunningFixture {
        while true {
            do {
                return try RunningFixture(files: files)
            } catch let error as EnclaveError where error.code == .busy {
                sched_yield()
            } catch DeviceRefusal.unavailable(let reason) where reason.contains("another broker") {
                sched_yield()
            }
        }
    }
}
