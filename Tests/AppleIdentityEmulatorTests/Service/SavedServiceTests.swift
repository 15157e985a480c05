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

    @Test("a state of version 1, which has no clock offset, is restored and saved in the current version")
    func versionOne() async throws {
        let bench = try await ServiceBench()
        let code = try bench.signIn()["code"]
        let today = String(decoding: try bench.service.saved().json(), as: UTF8.self)
        let old = today.replacing("\"version\" : 4", with: "\"version\" : 1").replacing("  \"clockOffset\" : 0,\n", with: "")
            .replacing(#/ *"isFirst" : true,\n/#, with: "")
        #expect(!old.contains("clockOffset") && !old.contains("isFirst"))
        let saved = try SavedService(json: Data(old.utf8))
        #expect(saved.clockOffset == 0)
        #expect(String(decoding: try saved.json(), as: UTF8.self).contains("\"version\" : 4"))
        let service = try await restored(bench, Data(old.utf8))
        let form = try bench.form([
            "grant_type": "authorization_code", "client_id": "com.example.web", "client_secret": bench.secret(), "code": code,
            "redirect_uri": bench.callback,
        ])
        _ = try service.token(form).get()
    }

    @Test(
        "a state of version 2, which has no passwords and one address for each account, is restored and saved in the current version"
    )
    func versionTwo() async throws {
        let bench = try await ServiceBench()
        bench.clock.advance(by: 3_600)
        let code = try bench.signIn()["code"]
        let today = try bench.service.saved().json()
        var root = try #require(try JSONSerialization.jsonObject(with: today) as? [String: Any])
        var state = try #require(root["state"] as? [String: Any])
        var people = try #require(state["people"] as? [String: Any])
        var accounts = try #require(people["accounts"] as? [String: [String: Any]])
        accounts["anna"]?["otherEmails"] = nil
        people["accounts"] = accounts
        people["access"] = nil
        state["people"] = people
        state["mail"] = nil
        root["state"] = state
        root["version"] = 2
        let old = try JSONSerialization.data(withJSONObject: root)
        let saved = try SavedService(json: old)
        #expect(saved.clockOffset == 3_600)
        #expect(try SavedService(json: saved.json()).clockOffset == 3_600)
        #expect(String(decoding: try saved.json(), as: UTF8.self).contains("\"version\" : 4"))

        let service = try await restored(bench, old)
        #expect(service.people == bench.service.people && service.devices(of: bench.anna).isEmpty)
        let form = try bench.form([
            "grant_type": "authorization_code", "client_id": "com.example.web", "client_secret": bench.secret(), "code": code,
            "redirect_uri": bench.callback,
        ])
        _ = try service.token(form).get()
        let attempt = DeviceSignInRequest(account: "anna", password: "Orchard-2026", device: "phone", deviceName: "Phone")
        #expect(await service.signInDevice(attempt) == .failure(.wrongCredentials), "no password opens the account")
        try service.changePassword(of: bench.anna, to: try #require(AccountPassword("Orchard-2026")))
        guard case .success(.needsCode) = await service.signInDevice(attempt) else {
            Issue.record("the new password is rejected")
            return
        }

        root["clockOffset"] = nil
        let withoutOffset = try JSONSerialization.data(withJSONObject: root)
        #expect(throws: EmulatorError.self, "only version 1 says nothing of the clock") { try SavedService(json: withoutOffset) }
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

    @Test("a state of version 3, which has no mail, is restored and saved in the current version")
    func versionThree() async throws {
        let bench = try await ServiceBench()
        var root = try #require(try JSONSerialization.jsonObject(with: bench.service.saved().json()) as? [String: Any])
        var state = try #require(root["state"] as? [String: Any])
        #expect(state.removeValue(forKey: "mail") != nil)
        root["state"] = state
        root["version"] = 3
        let service = try await restored(bench, JSONSerialization.data(withJSONObject: root))
        #expect(service.people == bench.service.people && service.mail(of: bench.anna).isEmpty)
        #expect(try service.saved().json() == bench.service.saved().json())
    }

    @Test("other versions, other files and damaged files are rejected")
    func damaged() async throws {
        let bench = try await ServiceBench()
        let json = try bench.service.saved().json()
        let text = String(decoding: json, as: UTF8.self)
        for bad in [
            "", "{}", "[]", "{\"version\":1}", "{\"version\":2}", String(text.dropLast(10)),
            text.replacing("\"version\" : 4", with: "\"version\" : 5"), text.replacing("\"version\" : 4", with: "\"version\" : 0"),
            text.replacing("\"clockOffset\" : 0,", with: ""),
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
