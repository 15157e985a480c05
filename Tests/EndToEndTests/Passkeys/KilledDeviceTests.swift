import Foundation
import HTTPTypes
import JSONText
import TestKit
import Testing

/// SIGKILL for the device at every step of a registration: before the new passkey is stored, after that, before the server receives it,
/// and before the server's response arrives.
@Suite("A passkey registration whose device is killed", .tags(.realParts), .serialized, .timeLimit(.minutes(20)))
struct KilledDeviceTests {
    /// The moment at which the device is killed.
    enum Moment: Hashable, Sendable {
        /// At a step of the device's database, from 1.
        case storing(step: Int)
        /// The device has stored the passkey, and the server receives no response.
        case beforeSending
        /// The server has stored the passkey, and its response is lost.
        case answerLost
    }

    /// How the app repairs the device after its next launch.
    enum Repair: CaseIterable, Sendable {
        /// It signs in with the password, and reports the passkeys that the server accepts.
        case signals
        /// It registers again.
        case anotherAttempt
    }

    @Test("leaves no passkey on one side only after a repair, and the passkey signs in", arguments: Repair.allCases)
    func killed(_ repair: Repair) async throws {
        let server = try LatchkeyProcess(
            apple: ["team: ABCDE12345", "keyID: ABC123DEFG", "keyFile: apple.p8", "nativeClients: [com.example.shop]"],
            settings: ["throttles:", "  registrationsPerAddress:", "    attempts: 4000"])
        defer { server.kill() }
        try await server.start()
        let count = try await server.use { client in
            try await Registration(client, user: "count").stepsOfCreation()
        }
        #expect(count >= 3, "the steps are not counted")
        let moments = (1...max(1, count)).map(Moment.storing) + [.beforeSending, .answerLost]
        var orphans = 0
        for (number, moment) in moments.enumerated() {
            let wasOrphan = try await server.use { client in
                try await Registration(client, user: "anna\(number)").round(moment, repair)
            }
            if wasOrphan { orphans += 1 }
        }
        // Without a passkey that only the device has, nothing is repaired.
        #expect(orphans >= 2)
    }
}

/// An account of a server, and a device on which its user registers a passkey.
private struct Registration {
    private let client: AppleBenchClient
    private let user: String
    private let token: String
    private let device: HostedDevice

    init(_ client: AppleBenchClient, user: String) async throws {
        self.client = client
        self.user = user
        token = try await client.register(user).text("session", "token")
        device = try HostedDevice()
    }

    func stepsOfCreation() async throws -> Int {
        let lines = try device.run("create", try await options()).lines
        return Int(lines.last?.split(separator: " ").last ?? "") ?? 0
    }

    /// Kills the device during a registration, repairs what remains, and signs in. Returns whether only the device had the passkey.
    func round(_ moment: KilledDeviceTests.Moment, _ repair: KilledDeviceTests.Repair) async throws -> Bool {
        let words: Comment = "\(moment), \(repair)"
        switch moment {
        case .storing(let step):
            let killed = try device.run("create", try await options(), strikingAt: step)
            #expect(killed.status == 9 && killed.lines.isEmpty, words)
        case .beforeSending: _ = try device.run("create", try await options())
        case .answerLost: #expect(try await register() == 201, words)
        }
        let (kept, known) = (try device.accepted(), try await acceptedByServer())
        // No step leaves a passkey on the server alone, or more than one on the device.
        #expect(kept.count <= 1 && Set(known).isSubset(of: kept), words)
        #expect(known.count == (moment == .answerLost ? 1 : 0), words)
        if moment == .beforeSending || moment == .answerLost { #expect(kept.count == 1, words) }

        if repair == .signals {
            try await report()
            // A passkey that the server does not know is no longer offered.
            #expect(try device.accepted() == known, words)
        }
        // The device recognizes the passkey that the server already has. Otherwise a new one replaces the former.
        #expect(try await register() == (moment == .answerLost ? nil : 201), words)
        #expect(try await signsIn(), words)
        try await report()
        let accepted = try device.accepted()
        #expect(try await acceptedByServer() == accepted && accepted.count == 1, words)
        return kept.count > known.count
    }

    /// Registers a passkey. Returns the status of the server, or nil if the device has an excluded passkey.
    private func register() async throws -> Int? {
        let created = try #require(try device.run("create", try await options()).lines.first)
        guard created != "excluded" else { return nil }
        return try await client.send(
            .post, "/v1/account/passkeys", token: token, json: ["credential": try Self.json(created)]
        ).status
    }

    private func signsIn() async throws -> Bool {
        let options = try await client.send(.post, "/v1/sessions/passkey-options")
        let signed = try #require(try device.run("sign", try Self.publicKey(options)).lines.first)
        let answer = try await client.send(
            .post, "/v1/sessions/passkey",
            json: ["secret": .string(try options.text("secret")), "credential": try Self.json(signed)])
        return answer.json["account"]?["username"]?.string == user
    }

    /// Signs in with the password, and reports the accepted passkeys to the device.
    private func report() async throws {
        _ = try device.run("report", Self.text(try await signal()))
    }

    private func acceptedByServer() async throws -> [String] {
        try #require(try await signal()["allAcceptedCredentialIds"]?.array).compactMap(\.string)
    }

    private func signal() async throws -> JSONValue {
        try #require(try await client.enter(user).json["signals"]?["signalAllAcceptedCredentials"])
    }

    private func options() async throws -> String {
        try Self.publicKey(try await client.send(.post, "/v1/account/passkey-options", token: token))
    }

    private static func publicKey(_ options: AppleBenchClient.Answer) throws -> String {
        text(try #require(options.json["publicKey"]))
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: value.bytes(), as: UTF8.self)
    }

    private static func json(_ text: String) throws -> JSONValue {
        try JSONText.parse(Array(text.utf8)).root.value
    }
}

/// A device in a folder. Each operation is a process (CredentialHost).
private final class HostedDevice: Sendable {
    private let folder = FileManager.default.temporaryDirectory.path + "/killed-device-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The IDs of the passkeys that the device offers.
    func accepted() throws -> [String] {
        try run("accepted", "accounts.example.com").lines
    }

    /// - Parameter step: the step at which the process is killed; 0 for none, which must succeed.
    func run(_ action: String, _ message: String, strikingAt step: Int = 0) throws -> (status: Int32, lines: [String]) {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "CredentialHost")
        process.arguments = [folder, action, "\(step)", message]
        let output = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let status = process.wait().status
        if step == 0 { #expect(status == 0, "\(action): \(text)") }
        return (status, text.split(separator: "\n").map(String.init))
    }
}
