import AppleIdentityEmulator
import Foundation
import Testing

@Suite("Sign-in of a device to an Apple Account")
struct DeviceSignInTests {
    private static let password = "Orchard-1"

    private func bench() async throws -> ServiceBench {
        let bench = try await ServiceBench()
        try bench.service.changePassword(of: bench.anna, to: #require(AccountPassword(Self.password)))
        return bench
    }

    private func signIn(
        _ bench: ServiceBench, _ account: String = "anna", _ password: String = Self.password, on device: String = "phone",
        unlocks: Bool = false
    ) async -> Result<DeviceSignIn, DeviceSignInRejection> {
        await bench.service.signInDevice(
            DeviceSignInRequest(account: account, password: password, device: device, deviceName: "A \(device)", unlocks: unlocks))
    }

    /// Signs in with the code on the emulator's page.
    private func signInWithCode(_ bench: ServiceBench, on device: String = "phone", unlocks: Bool = false) async throws {
        guard case .needsCode(let id) = try await signIn(bench, on: device, unlocks: unlocks).get() else { throw Unexpected() }
        let code = try #require(bench.service.twoFactorCodes(for: bench.anna).first { $0.authorization == id }).code
        #expect(try bench.service.enterDeviceCode(code, for: id).get() == .signedIn(bench.anna))
    }

    private func wrong(_ code: String) -> String { code == "000000" ? "000001" : "000000" }

    @Test("a device signs in by name or address, with the password and the code; afterwards it is trusted and needs no code")
    func signedIn() async throws {
        let bench = try await bench()
        try bench.service.changePerson(bench.anna) { $0.otherEmails = ["berg@example.org"] }
        for (index, name) in ["anna", "Anna@example.com", "berg@example.org"].enumerated() {
            guard case .needsCode = try await signIn(bench, name, on: "d\(index)").get() else { throw Unexpected() }
        }
        try await signInWithCode(bench)
        #expect(try await signIn(bench).get() == .signedIn(bench.anna))
        #expect(bench.service.devices(of: bench.anna).map(\.name) == ["A phone"])
        bench.service.signOutDevice("phone", of: bench.anna)
        guard case .needsCode = try await signIn(bench).get() else { throw Unexpected() }
    }

    @Test("trusted devices show the code, except the one that signs in; a signed-out device shows none")
    func shownCodes() async throws {
        let bench = try await bench()
        try await signInWithCode(bench, on: "first")
        guard case .needsCode(let id) = try await signIn(bench, on: "second").get() else { throw Unexpected() }
        let shown = bench.service.codes(for: bench.anna, shownBy: "first")
        #expect(shown.map(\.authorization) == [id] && shown.map(\.appName) == ["A second"])
        #expect(bench.service.codes(for: bench.anna, shownBy: "second").isEmpty)
        #expect(bench.service.codes(for: bench.anna, shownBy: "other").isEmpty)
        bench.clock.advance(by: 600)
        #expect(bench.service.codes(for: bench.anna, shownBy: "first").isEmpty)
        #expect(bench.service.enterDeviceCode(shown[0].code, for: id).rejection == .codeExpired)
    }

    @Test("an account without two-factor authentication requires only the password")
    func noTwoFactor() async throws {
        let bench = try await bench()
        try bench.service.changePerson(bench.anna) { $0.hasTwoFactor = false }
        #expect(try await signIn(bench).get() == .signedIn(bench.anna))
        try bench.service.changePerson(bench.anna) { $0.hasTwoFactor = true }
        #expect(try await signIn(bench).get() == .signedIn(bench.anna))
    }

    @Test("an unknown name gets the same responses as a wrong password, including the lock")
    func unknownName() async throws {
        let bench = try await bench()
        var rejections: [String: [DeviceSignInRejection?]] = [:]
        for name in ["anna", "nobody"] {
            for _ in 0..<6 { rejections[name, default: []].append(await signIn(bench, name, "Wrong-1").rejection) }
            for _ in 0..<6 { rejections[name, default: []].append(await signIn(bench, name, "Wrong-1", unlocks: true).rejection) }
        }
        let expected: [DeviceSignInRejection?] =
            Array(repeating: .wrongCredentials, count: 5) + [.accountLocked] + Array(repeating: .wrongCredentials, count: 5)
            + [.tooManyAttempts]
        #expect(rejections["anna"] == expected)
        #expect(rejections["nobody"]?.prefix(6) == expected.prefix(6))
        #expect(rejections["nobody"]?.last == .tooManyAttempts)
    }

    @Test("no device can sign in to an account without a password")
    func noPassword() async throws {
        let bench = try await ServiceBench()
        #expect(await signIn(bench, "anna", "").rejection == .wrongCredentials)
        #expect(await signIn(bench, "anna", Self.password).rejection == .wrongCredentials)
    }

    @Test("five wrong passwords lock the account, even in parallel; a correct one resets the count")
    func locking() async throws {
        let bench = try await bench()
        for _ in 0..<4 { #expect(await signIn(bench, "anna", "Wrong-1").rejection == .wrongCredentials) }
        try await signInWithCode(bench)
        for _ in 0..<4 { #expect(await signIn(bench, "anna", "Wrong-1").rejection == .wrongCredentials) }
        #expect(bench.service.person(bench.anna)?.isLocked == false)
        let looked = await withTaskGroup(of: DeviceSignInRejection?.self) { group in
            for _ in 0..<8 { group.addTask { await signIn(bench, "anna", "Wrong-1").rejection } }
            return await group.reduce(into: []) { $0.append($1) }.count { $0 == .wrongCredentials }
        }
        #expect(looked == 1)
        #expect(bench.service.person(bench.anna)?.isLocked == true)
        #expect(await signIn(bench).rejection == .accountLocked)
    }

    @Test("wrong codes and passwords count together, and a new sign-in with the password does not reset the count")
    func wrongCodes() async throws {
        let bench = try await bench()
        for attempt in 0..<5 {
            guard case .needsCode(let id) = try await signIn(bench, on: "thief").get() else { throw Unexpected() }
            let code = try #require(bench.service.twoFactorCodes(for: bench.anna).first).code
            #expect(bench.service.enterDeviceCode(wrong(code), for: id).rejection == .wrongCode, "\(attempt)")
            if attempt < 4 { _ = await bench.service.checkPassword(Self.password, of: bench.anna) }
        }
        #expect(bench.service.person(bench.anna)?.isLocked == true)
        #expect(bench.service.twoFactorCodes(for: bench.anna).isEmpty)
        #expect(await signIn(bench, on: "thief").rejection == .accountLocked)
    }

    @Test("password and code unlock an account, at most five times an hour")
    func unlocking() async throws {
        let bench = try await bench()
        try bench.service.changePerson(bench.anna) { $0.isLocked = true }
        for _ in 0..<5 { #expect(await signIn(bench, "anna", "Wrong-1", unlocks: true).rejection == .wrongCredentials) }
        #expect(await signIn(bench, unlocks: true).rejection == .tooManyAttempts)
        bench.clock.advance(by: 3_600)
        try await signInWithCode(bench, unlocks: true)
        #expect(bench.service.person(bench.anna)?.isLocked == false)
        #expect(try await signIn(bench).get() == .signedIn(bench.anna))
    }

    @Test("a sign-in that waits for its code ends when the password changes")
    func changedPassword() async throws {
        let bench = try await bench()
        guard case .needsCode(let id) = try await signIn(bench).get() else { throw Unexpected() }
        let code = try #require(bench.service.twoFactorCodes(for: bench.anna).first).code
        try bench.service.changePassword(of: bench.anna, to: #require(AccountPassword("Another-1")))
        #expect(bench.service.enterDeviceCode(code, for: id).rejection == .codeExpired)
        #expect(await signIn(bench).rejection == .wrongCredentials)
        guard case .needsCode = try await signIn(bench, "anna", "Another-1").get() else { throw Unexpected() }
    }

    @Test("a sign-in that waits for its code ends when its account is deleted, even if the name is used again")
    func deletedAccount() async throws {
        let bench = try await bench()
        guard case .needsCode(let id) = try await signIn(bench).get() else { throw Unexpected() }
        let code = try #require(bench.service.twoFactorCodes(for: bench.anna).first).code
        try bench.service.deleteAccount(bench.anna)
        try bench.service.addPerson(
            .init(id: bench.anna, givenName: "Anna", familyName: "", email: "other@example.com"),
            password: AccountPassword("Another-1"))
        #expect(bench.service.enterDeviceCode(code, for: id).rejection == .codeExpired)
        #expect(bench.service.devices(of: bench.anna).isEmpty)
    }

    @Test(
        "a password must satisfy Apple's rule",
        arguments: [("Orchard-1", true), ("orchard-1", false), ("ORCHARD-1", false), ("Orchard--", false), ("Orch-1", false)])
    func rule(_ text: String, _ isTaken: Bool) {
        #expect((AccountPassword(text) != nil) == isTaken)
    }

    @Test("the saved state contains no password, and accepts the same devices and passwords")
    func saved() async throws {
        let bench = try await bench()
        try await signInWithCode(bench)
        let json = try bench.service.saved().json()
        #expect(!String(decoding: json, as: UTF8.self).contains(Self.password))
        let again = try await AppleService(
            restoring: SavedService(json: json), clock: bench.clock, keyMaker: .reusing(RSAKeys.pem),
            passwordRounds: ServiceBench.passwordRounds)
        let request = DeviceSignInRequest(account: "anna", password: Self.password, device: "phone", deviceName: "x")
        #expect(try await again.signInDevice(request).get() == .signedIn(bench.anna))
    }

    @Test("password hashing uses 210,000 rounds by default, also in a restored service")
    func cost() async throws {
        let clock = EmulatedClock(stoppedAt: ServiceBench.noon)
        let service = try await AppleService(clock: clock, keyMaker: .reusing(RSAKeys.pem))
        let person = try service.addPerson(
            .init(givenName: "Anna", familyName: "Berg", email: "anna@example.com", hasTwoFactor: false),
            password: AccountPassword(Self.password)
        ).id
        let request = DeviceSignInRequest(account: "anna@example.com", password: Self.password, device: "phone", deviceName: "x")
        for (rounds, isRight) in [(209_999, false), (210_000, true)] {
            let restored = try await AppleService(
                restoring: service.saved(), clock: clock, keyMaker: .reusing(RSAKeys.pem), passwordRounds: rounds)
            #expect(await restored.signInDevice(request).rejection == (isRight ? nil : .wrongCredentials))
        }
        let restored = try await AppleService(restoring: service.saved(), clock: clock, keyMaker: .reusing(RSAKeys.pem))
        #expect(try await restored.signInDevice(request).get() == .signedIn(person))
        #expect(EmulatorConfiguration().passwordRounds == 210_000)
    }

    @Test("an app receives the chosen address, or the first one if the account no longer has it")
    func addresses() async throws {
        let bench = try await ServiceBench()
        try bench.service.changePerson(bench.anna) { $0.otherEmails = ["berg@example.org"] }
        let foreign = NativeSignInRequest(
            client: bench.app, person: bench.anna, scopes: [.email], choices: .init(address: "bo@example.com"))
        #expect(bench.service.signInNatively(foreign).rejection == .unknownAddress)
        #expect(try bench.signInNatively(.init(address: "berg@example.org")).email == "berg@example.org")
        #expect(try Claim.part(1, of: bench.signInNatively().identityToken)["email"] == "berg@example.org")
        try bench.service.changePerson(bench.anna) { $0.otherEmails = [] }
        #expect(try Claim.part(1, of: bench.signInNatively().identityToken)["email"] == "anna@example.com")
    }

    @Test("an account has each address once, shares none with another account, and has at most ten further addresses")
    func unsuitableAddresses() async throws {
        let bench = try await ServiceBench()
        try bench.service.addPerson(.init(givenName: "Bo", familyName: "", email: "bo@example.com"))
        for (addresses, code) in [
            (["Anna@example.com"], EmulatorError.Code.exists), (["bo@example.com"], .exists), (["no address"], .malformed),
            ((0..<11).map { "a\($0)@example.org" }, .limit),
        ] {
            do {
                try bench.service.changePerson(bench.anna) { $0.otherEmails = addresses }
                Issue.record("\(addresses)")
            } catch {
                #expect(error.code == code)
            }
        }
        try bench.service.changePerson(bench.anna) { $0.otherEmails = (0..<10).map { "a\($0)@example.org" } }
        let taken = #expect(throws: EmulatorError.self) {
            try bench.service.addPerson(.init(givenName: "Cy", familyName: "", email: "A1@example.org"))
        }
        #expect(taken?.code == .exists)
    }
}
