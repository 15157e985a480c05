import AppleIdentityEmulator
import Foundation
import Testing

@Suite("Saving and restoring")
struct SavedServiceTests {
    private func restored(_ bench: ServiceBench, _ json: Data? = nil) async throws -> AppleService {
        try await AppleService(
            restoring: SavedService(json: json ?? bench.service.saved().json()), clock: bench.clock, randomness: .seeded(99),
            keyMaker: .reusing(RSAKeys.pem))
    }

    @Test("a restored service continues: tokens, codes, accounts, teams, keys and waiting notifications")
    func goingOn() async throws {
        let bench = try await ServiceBench()
        let refresh = try #require(try bench.exchange(bench.signIn([:], .init(email: .hide))["code"]).get().refreshToken)
        let code = try bench.signIn()["code"]
        try bench.service.setForwarding(false, for: bench.anna, team: bench.team)
        try bench.service.addFault(.delay(milliseconds: 5), at: .token, count: 3)
        let service = try await restored(bench)
        #expect(service.keySet() == bench.service.keySet())
        #expect(service.teams == bench.service.teams && service.people == bench.service.people)
        #expect(service.appIDs == bench.service.appIDs && service.servicesIDs == bench.service.servicesIDs)
        #expect(service.notifications == bench.service.notifications && service.notifications.count == 1)
        #expect(service.faults == bench.service.faults && service.settings == bench.service.settings)
        #expect(service.consents(of: bench.anna) == bench.service.consents(of: bench.anna))
        let secret = try bench.secret()
        let form = try bench.form([
            "grant_type": "refresh_token", "client_id": "com.example.web", "client_secret": secret, "refresh_token": refresh,
        ])
        let token = try #require(try service.token(form).get().identityToken)
        #expect(try Claim.part(1, of: token)["sub"]?.text == bench.service.subject(of: bench.anna, for: bench.team)?.rawValue)
        _ = try service.token(
            bench.form([
                "grant_type": "authorization_code", "client_id": "com.example.web", "client_secret": secret, "code": code,
                "redirect_uri": bench.callback,
            ])
        ).get()
    }

    @Test("equal states have equal bytes, and a state survives a round trip")
    func sameBytes() async throws {
        let bench = try await ServiceBench()
        _ = try bench.signIn()
        let json = try bench.service.saved().json()
        #expect(try bench.service.saved().json() == json)
        #expect(try await restored(bench).saved().json() == json)
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.contains("for tests only") && text.contains("\"version\" : 4"))
    }

    @Test("the clock's offset is saved")
    func clockOffset() async throws {
        let bench = try await ServiceBench()
        bench.clock.advance(by: 86_400.5)
        let saved = try SavedService(json: bench.service.saved().json())
        #expect(saved.clockOffset == 86_400.5)
    }

    @Test("a file is readable only by its owner, and replaces the previous one")
    func file() async throws {
        let bench = try await ServiceBench()
        let folder = FileManager.default.temporaryDirectory.appending(path: "emulator-state-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/state.json"
        try Data("old".utf8).write(to: URL(filePath: path))
        try bench.service.saved().write(to: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["state.json"])
        #expect(try SavedService(contentsOf: path).json() == bench.service.saved().json())
        #expect(throws: EmulatorError.self) { try SavedService(contentsOf: folder + "/none.json") }
        #expect(throws: EmulatorError.self) { try bench.service.saved().write(to: folder + "/none/state.json") }
    }

    @Test("a state of another version is rejected, and the error names both versions", arguments: [0, 3, 5])
    func otherVersions(version: Int) async throws {
        let bench = try await ServiceBench()
        let text = String(decoding: try bench.service.saved().json(), as: UTF8.self)
        let other = text.replacing("\"version\" : 4", with: "\"version\" : \(version)")
        let error = #expect(throws: EmulatorError.self) { try SavedService(json: Data(other.utf8)) }
        #expect(error?.code == .malformed)
        #expect(error?.reason == "the saved state has the unsupported version \(version); this program reads version 4")
    }

    @Test("other files and damaged files are rejected")
    func damaged() async throws {
        let bench = try await ServiceBench()
        let json = try bench.service.saved().json()
        let text = String(decoding: json, as: UTF8.self)
        for bad in [
            "", "{}", "[]", "{\"version\":4}", String(text.dropLast(10)), text.replacing("\"clockOffset\" : 0,", with: ""),
            text.replacing("\"clockOffset\" : 0,", with: "\"clockOffset\" : 1e300,"),
            text.replacing("\"clockOffset\" : 0,", with: "\"clockOffset\" : -7258118401,"),
            text.replacing("TEAM123456", with: "team"), text.replacing("\"listedKeys\" : 2", with: "\"listedKeys\" : 9"),
        ] {
            #expect(bad != text)
            #expect(throws: EmulatorError.self) { try SavedService(json: Data(bad.utf8)) }
        }
        _ = try SavedService(json: Data(text.replacing("\"clockOffset\" : 0,", with: "\"clockOffset\" : -7258118400,").utf8))
        let broken = text.replacing("BEGIN RSA PRIVATE KEY", with: "BEGIN NOTHING")
        #expect(broken != text)
        await #expect(throws: (any Error).self) { _ = try await restored(bench, Data(broken.utf8)) }
    }

    @Test("five hundred mutated state files are restored or rejected")
    func fuzz() async throws {
        let bench = try await ServiceBench()
        _ = try bench.exchange(bench.signIn()["code"]).get()
        let good = [UInt8](try bench.service.saved().json())
        var random = EmulatedRandomness.seeded(17)
        for _ in 0..<500 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...127, using: &random)
            }
            _ = try? SavedService(json: Data(bytes))
        }
    }
}
