import DeviceBroker
import DeviceProtocol
import DeviceScreens
import DeviceServices
import Foundation
import OneTimeCodes
import PasswordManager
import TestKit
import Testing

@testable import DeviceSimulator

@Suite("A phone on a stored device", .tags(.realParts), .timeLimit(.minutes(20))) struct StoredPhoneTests {
    /// Uses a phone, and returns after its files were released.
    private func use(_ folder: StoredFolder, _ body: (Phone) async throws -> Void) async throws {
        try await Leash.untilReleased { leash in
            let phone = try Phone(DeviceSimulator(storedIn: folder.path, time: .following { leash.now }))
            if phone.device.isLocked { try await phone.enterPasscode("2468") }
            try await body(phone)
        }
    }

    /// Replaces a file of a device that is off.
    private func write(_ text: String, to name: String, of folder: StoredFolder, isSealed: Bool) async throws {
        try await Leash.untilReleased { leash in
            let simulator = try DeviceSimulator(storedIn: folder.path, time: .following { leash.now })
            let key = isSealed ? simulator.device.fileKey : nil
            try DurableFile(folder: folder.path, name: name, sealedBy: key).replace(by: Array(text.utf8))
        }
    }

    private func install(_ phone: Phone) async throws {
        try phone.device.put(SimulatedSite(.file(ShopApp.associationFile)), at: "example.com")
        try await phone.install(
            PhoneApp(
                ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains, settings: ["password": "p"],
                program: ScreenAppProgram(ShopApp.self)))
    }

    @Test("restores its apps, messages, a recent code and settings after a restart")
    func again() async throws {
        let folder = StoredFolder()
        try await use(folder) { phone in
            try await install(phone)
            phone.receive(message: "hello", from: "Bob")
            phone.advance(by: .seconds(100))
            phone.receive(message: "Your code is 123456", from: "Shop")
            phone.advance(by: .seconds(170))
            try await phone.perform(.openSettings(.root))
            try await phone.perform(.setAutoFill(false))
        }
        try await use(folder) { phone in
            #expect(
                phone.view.content == .home([PhoneView.AppIcon(id: ShopApp.identifier, name: "Shop", isRunning: false)]))
            #expect(!phone.device.services.settings.autoFill.isOn)
            try await phone.perform(.openMessages)
            guard case .messages(let messages) = phone.view.content else {
                Issue.record("no messages")
                return
            }
            #expect(messages.map(\.text) == ["Your code is 123456", "hello"])
            #expect(messages.map(\.id) == [2, 1] && messages.map(\.code?.text) == ["123456", nil])
            #expect(messages.first.map { phone.view.time.timeIntervalSince($0.received) } == 170)
            #expect(phone.withCore { core in core.state.currentCodes(at: core.state.now).count } == 1)
            phone.receive(message: "later", from: "Bob")
            #expect(phone.view.content != .messages(messages))
        }
    }

    @Test("an app from within an earlier process shows an error until it is installed again, and an executable runs")
    func programs() async throws {
        let folder = StoredFolder()
        try await use(folder) { phone in
            try await install(phone)
            try await phone.install(
                PhoneApp(
                    "ABCDE12345.com.example.tool", name: "Tool", program: ExecutableProgram(at: "/bin/false", arguments: ["x"])))
        }
        try await use(folder) { phone in
            try await phone.perform(.open(app: ShopApp.identifier))
            let view = try await phone.wait { if case .launching(_, _?) = $0.content { true } else { false } }
            guard case .launching(_, let reason) = view.content else {
                Issue.record("the app is not being started")
                return
            }
            #expect(reason?.contains("Install the app again") == true)
            try await phone.perform(.home)
            try await install(phone)
            #expect(try await phone.open(ShopApp.identifier) == .signIn)
            let tool = phone.withCore { $0.programs["ABCDE12345.com.example.tool"]?.app.program as? ExecutableProgram }
            #expect(tool?.path == "/bin/false" && tool?.arguments == ["x"])
        }
    }

    @Test("stores its messages, account, apps and associations only in encrypted files")
    func sealing() async throws {
        let folder = StoredFolder()
        try await use(folder) { phone in
            try await install(phone)
            try phone.device.signIn(toAppleAccount: "ann.appleseed", service: "http://127.0.0.1:9")
            phone.receive(message: "meet me at noon", from: "Bobby")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names).isSuperset(of: ["phone.sealed", "services.sealed", "associations.sealed"]))
        for name in names {
            guard let bytes = folder.bytes(of: name) else { continue }
            for word in ["ann.appleseed", "meet me", "Bobby", "isAutoFillOn", "example.com"] {
                #expect(bytes.range(of: Data(word.utf8)) == nil, "\(name) shows \(word)")
            }
        }
    }

    @Test("restores the account, the sensor and the enrolment")
    func device() async throws {
        let folder = StoredFolder()
        do {
            let device = try DeviceSimulator(storedIn: folder.path, biometry: .touchID, passcode: "13579")
            try device.signIn(toAppleAccount: "ann", service: "http://127.0.0.1:9")
            try device.enrol("another")
            try device.unenrol()
        }
        let device = try DeviceSimulator(storedIn: folder.path, biometry: .faceID, isEnrolled: false)
        #expect(device.isLocked)
        #expect(device.facts.biometry == .touchID)
        #expect(device.sensor.templates == ["another"])
        #expect(device.services.services.settings.account?.rawValue == "ann")
        try device.unlock(passcode: "13579")
    }

    @Test(
        "a file that is damaged or of a later version is an error that names it, and stays unchanged",
        arguments: [("phone.sealed", false), ("phone.sealed", true), ("device.json", false)],
        [
            "", "{", "[]", "{}", #"{"version":0}"#, #"{"version":1}"#, #"{"version":99,"apps":[]}"#,
            #"{"version":1,"apps":7,"templates":7}"#,
        ])
    func damaged(file: (name: String, isSealed: Bool), text: String) async throws {
        let folder = StoredFolder()
        let name = file.name
        try await use(folder) { try await install($0) }
        let kept = try #require(folder.bytes(of: name))
        try await write(text, to: name, of: folder, isSealed: file.isSealed)
        let written = folder.bytes(of: name)
        for _ in 0..<2 {
            do {
                _ = try Phone(storedIn: folder.path)
                Issue.record("the file was accepted")
            } catch {
                #expect("\(error)".contains(name))
            }
            #expect(folder.bytes(of: name) == written)
        }
        // The other files are unchanged, and the phone opens with the repaired file.
        try folder.write(kept, to: name)
        try await use(folder) { phone in
            // The app and the browser.
            #expect(phone.withCore { core in core.state.entries.count } == 2)
        }
    }

    @Test("shows in Settings that it cannot save its settings")
    func full() async throws {
        let folder = StoredFolder()
        try await use(folder) { phone in
            // No file can replace a folder.
            try? FileManager.default.removeItem(atPath: folder.path + "/phone.sealed")
            try FileManager.default.createDirectory(atPath: folder.path + "/phone.sealed", withIntermediateDirectories: false)
            try await phone.perform(.openSettings(.root))
            phone.receive(message: "hello", from: "Bob")
            await phone.isSettled()
            guard case .settings(let settings) = phone.view.content else {
                Issue.record("the phone does not show Settings")
                return
            }
            #expect(settings.failure?.contains("cannot save its settings") == true)
        }
    }
}
