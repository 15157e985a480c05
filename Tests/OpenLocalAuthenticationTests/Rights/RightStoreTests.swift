import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("Right store", .timeLimit(.minutes(20))) struct RightStoreTests {
    private var store: LARightStore { .shared }

    private func expect<Value>(_ code: OSStatus, _ body: () async throws -> Value) async {
        do {
            _ = try await body()
            Issue.record("nothing was thrown")
        } catch {
            #expect(status(of: error) == code)
        }
    }

    @Test("a restart keeps a right's key and secret, but not its authorization")
    func restart() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .match)
        try await device.run {
            let saved = try await store.saveRight(
                LARight(requirement: .biometry), identifier: "2fa", secret: Data("secret".utf8))
            #expect(saved.state == .unknown)
            try await saved.authorize(localizedReason: "sign in")
            let signature = try await saved.key.sign(Data("a".utf8), algorithm: .ecdsaSignatureMessageX962SHA256)
            try device.reboot()
            try device.unlock(passcode: "2468")
            await #expect(throws: LAError(.invalidContext)) {
                try await saved.key.sign(Data("a".utf8), algorithm: .ecdsaSignatureMessageX962SHA256)
            }
            let found = try await store.right(forIdentifier: "2fa")
            #expect(found.state == .unknown)
            #expect(try await found.key.publicKey.bytes == saved.key.publicKey.bytes)
            try await found.key.publicKey.verify(
                Data("a".utf8), signature: signature, algorithm: .ecdsaSignatureMessageX962SHA256)
            await #expect(throws: LAError(.notInteractive)) { try await found.secret.rawData }
            try await found.authorize(localizedReason: "sign in")
            #expect(try await found.secret.rawData == Data("secret".utf8))
        }
        #expect(device.person.promptCount == 2)
    }

    @Test("a name that is in use is rejected, and the stored right does not change")
    func duplicate() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            try await store.saveRight(LARight(requirement: .biometry), identifier: "2fa", secret: Data("first".utf8))
            await expect(errSecDuplicateItem) {
                try await store.saveRight(LARight(), identifier: "2fa", secret: Data("second".utf8))
            }
            await expect(errSecDuplicateItem) { try await store.saveRight(LARight(), identifier: "2fa") }
            let found = try await store.right(forIdentifier: "2fa")
            try await found.authorize(localizedReason: "sign in")
            #expect(try await found.secret.rawData == Data("first".utf8))
        }
        // With biometry, as it was saved.
        #expect(device.person.prompts.map(\.question) == [.biometry])
    }

    @Test("invalid names and overlong secrets are rejected", arguments: ["", String(repeating: "n", count: 256)])
    func rejections(name: String) async throws {
        try await DeviceSimulator().run {
            await expect(errSecParam) { try await store.saveRight(LARight(), identifier: name) }
            await expect(errSecParam) { try await store.right(forIdentifier: name) }
            await expect(errSecParam) { try await store.removeRight(forIdentifier: name) }
            await expect(errSecDataTooLarge) {
                try await store.saveRight(LARight(), identifier: "2fa", secret: Data(count: 1 << 20 + 1))
            }
            try await store.saveRight(LARight(), identifier: String(repeating: "n", count: 255), secret: Data(count: 1 << 20))
        }
    }

    @Test("rights are removed by object, by name, or all together")
    func removal() async throws {
        try await DeviceSimulator().run {
            await expect(errSecItemNotFound) { try await store.right(forIdentifier: "a") }
            let first = try await store.saveRight(LARight(), identifier: "a")
            for name in ["b", "c", "d"] { try await store.saveRight(LARight(), identifier: name) }
            try await store.removeRight(first)
            await expect(errSecItemNotFound) { try await first.authorize(localizedReason: "sign in") }
            await expect(errSecItemNotFound) { try await store.removeRight(first) }
            try await store.removeRight(forIdentifier: "b")
            await expect(errSecItemNotFound) { try await store.right(forIdentifier: "b") }
            _ = try await store.right(forIdentifier: "c")
            try await store.removeAllRights()
            for name in ["c", "d"] { await expect(errSecItemNotFound) { try await store.right(forIdentifier: name) } }
            try await store.removeAllRights()
        }
    }

    @Test("enrolling a finger removes only rights of the current set")
    func currentSet() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            let bound = try await store.saveRight(LARight(requirement: .biometryCurrentSet), identifier: "bound")
            try await store.saveRight(LARight(requirement: .biometry), identifier: "free")
            try device.enrol("a glove")
            await expect(errSecItemNotFound) { try await store.right(forIdentifier: "bound") }
            await expect(errSecItemNotFound) { try await bound.authorize(localizedReason: "sign in") }
            try await store.right(forIdentifier: "free").authorize(localizedReason: "sign in")
        }
    }

    @Test("a saved right can be saved under another name, with the same requirement and a new key")
    func again() async throws {
        let device = try DeviceSimulator()
        device.person.will(.noMatch, .fallback)
        try await device.run {
            let first = try await store.saveRight(LARight(requirement: .biometry), identifier: "a")
            let second = try await store.saveRight(first, identifier: "b")
            #expect(try await first.key.publicKey.bytes != second.key.publicKey.bytes)
            await #expect(throws: LAError(.userFallback)) { try await second.authorize(localizedReason: "sign in") }
        }
    }

    @Test("the completion handlers do the same")
    func completionHandlers() async throws {
        try await DeviceSimulator().run {
            let names = Replies<String>()
            store.saveRight(LARight(), identifier: "a") { right, error in
                names.put("saved \(right != nil) \(error == nil)")
            }
            store.saveRight(LARight(), identifier: "", secret: Data()) { right, error in
                names.put("rejected \(right == nil) \(status(of: error) == errSecParam)")
            }
            #expect(await Set(names.first(2)) == ["saved true true", "rejected true true"])
            let right = try await store.right(forIdentifier: "a")
            store.right(forIdentifier: "a") { right, error in names.put("found \(right != nil) \(error == nil)") }
            #expect(await names.first() == ["found true true"])
            store.removeRight(right) { names.put("removed \($0 == nil)") }
            #expect(await names.first() == ["removed true"])
            store.removeRight(forIdentifier: "a") { names.put("gone \(status(of: $0) == errSecItemNotFound)") }
            #expect(await names.first() == ["gone true"])
            store.removeAllRights { names.put("all \($0 == nil)") }
            #expect(await names.first() == ["all true"])
        }
    }
}
