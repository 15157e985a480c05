import AppleIdentityEmulator
import Foundation
import ReservedPorts
import Testing

@Suite("Starting and stopping an emulator")
struct StartingTests {
    @Test("it listens on ports that the system chooses, and can be stopped twice")
    func oneLine() async throws {
        let apple = try await AppleIdentityEmulator.start()
        #expect(apple.baseURL.hasPrefix("http://127.0.0.1:"))
        #expect(apple.secureBaseURL?.hasPrefix("https://localhost:") == true)
        #expect(try await Caller(apple.baseURL).get("/auth/keys").status == 200)
        await apple.stop()
        await apple.stop()
    }

    /// The port stays reserved, so that no other server of the tests can listen on it afterwards.
    @Test("it listens no more when its body has returned or thrown", arguments: [false, true])
    func stopped(throwing: Bool) async throws {
        struct Planned: Error {}
        let port = try ReservedPort()
        let caller = Caller("http://127.0.0.1:\(port.number)")
        var configuration = EmulatorConfiguration()
        configuration.port = port.number
        do {
            try await withAppleIdentityEmulator(configuration) { _ in
                #expect(try await caller.get("/auth/keys").status == 200)
                if throwing { throw Planned() }
            }
            #expect(!throwing)
        } catch is Planned {}
        await #expect(throws: (any Error).self) { try await caller.get("/auth/keys") }
    }

    @Test(
        "discovery and tokens name Apple as issuer, or with its own issuer the listening address",
        arguments: [false, true])
    func issuer(isOwn: Bool) async throws {
        var configuration = EmulatorConfiguration()
        configuration.issuer = isOwn ? .own : .apple
        try await withAppleIdentityEmulator(configuration) { apple in
            let issuer = isOwn ? apple.baseURL : "https://appleid.apple.com"
            let discovery = try await Caller(apple.baseURL).get("/.well-known/openid-configuration").json
            #expect(discovery["issuer"] as? String == issuer)
            for (name, path) in [
                ("authorization_endpoint", "authorize"), ("token_endpoint", "token"), ("revocation_endpoint", "revoke"),
                ("jwks_uri", "keys"),
            ] {
                #expect(discovery[name] as? String == "\(issuer)/auth/\(path)")
            }
            let app = try apple.service.addRelyingParty(named: "Shop", bundleID: "com.example.shop").app
            let anna = try apple.service.addPerson(
                AppleAccountDraft(givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com")
            ).id
            let credential = try apple.service.signInNatively(
                NativeSignInRequest(client: app, person: anna)
            ).get()
            #expect(try Claim.part(1, of: credential.identityToken)["iss"] == .text(issuer))
        }
    }

    @Test("an address beyond this machine must be allowed explicitly")
    func notLoopback() async throws {
        var configuration = EmulatorConfiguration()
        configuration.host = "0.0.0.0"
        let error = await #expect(throws: EmulatorError.self) { try await AppleIdentityEmulator.start(configuration) }
        #expect(error?.code == .notLoopback)
        configuration.allowsOthers = true
        configuration.securePort = nil
        let apple = try await AppleIdentityEmulator.start(configuration)
        await apple.stop()
    }

    @Test("a port in use is reported")
    func taken() async throws {
        try await withAppleIdentityEmulator { apple in
            var configuration = EmulatorConfiguration()
            configuration.port = try #require(apple.baseURL.split(separator: ":").last.flatMap { Int($0) })
            let error = await #expect(throws: EmulatorError.self) { try await AppleIdentityEmulator.start(configuration) }
            #expect(error?.code == .address)
        }
    }

    @Test("accounts, tokens and keys of a state file survive a restart")
    func kept() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "emulator-state-\(UUID()).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var configuration = EmulatorConfiguration()
        configuration.stateFile = path
        configuration.securePort = nil
        let keys = try await withAppleIdentityEmulator(configuration) { apple in
            _ = try DemoSetup(in: apple.service)
            return try await Caller(apple.baseURL).get("/auth/keys").text
        }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        try await withAppleIdentityEmulator(configuration) { apple in
            #expect(apple.service.people.map(\.id.description) == ["anna", "ben", "cora", "dan", "eve"])
            let again = try await Caller(apple.baseURL).get("/auth/keys").text
            #expect(again == keys)
        }
    }

    @Test("a moved clock keeps its offset after a restart, unless a clock is given")
    func keptClock() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "emulator-state-\(UUID()).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var configuration = EmulatorConfiguration()
        configuration.stateFile = path
        configuration.securePort = nil
        let offset = try await withAppleIdentityEmulator(configuration) { apple in
            apple.service.clock.advance(by: 61 * 86_400)
            return apple.service.clock.offset
        }
        #expect(offset > 60 * 86_400)
        try await withAppleIdentityEmulator(configuration) { apple in #expect(apple.service.clock.offset == offset) }
        configuration.clock = EmulatedClock(stoppedAt: ServiceBench.noon)
        try await withAppleIdentityEmulator(configuration) { apple in #expect(apple.service.clock.now == ServiceBench.noon) }
    }

    @Test("a file that is not a state is rejected and unchanged")
    func damaged() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "emulator-state-\(UUID()).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("my diary".utf8).write(to: URL(filePath: path))
        var configuration = EmulatorConfiguration()
        configuration.stateFile = path
        let error = await #expect(throws: EmulatorError.self) { try await AppleIdentityEmulator.start(configuration) }
        #expect(error?.code == .state)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "my diary")
    }
}
