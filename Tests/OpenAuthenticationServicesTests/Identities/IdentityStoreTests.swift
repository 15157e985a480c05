import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@Suite("Identity store") @MainActor
struct IdentityStoreTests {
    @Test("an app that the user has not enabled as a provider cannot use the store")
    func disabled() async throws {
        let device = try DeviceSimulator()
        let store = device.run { ASCredentialIdentityStore.shared }
        #expect(await store.state().isEnabled == false)
        await #expect(throws: ASCredentialIdentityStoreError(.storeDisabled)) {
            try await store.saveCredentialIdentities([identity("jane")])
        }
        try device.setProvidesPasswords(true)
        #expect(await store.state().isEnabled)
        try await store.saveCredentialIdentities([identity("jane")])
        #expect(await users(store) == ["jane"])
        // Disabling the provider removes its identities.
        try device.setProvidesPasswords(false)
        try device.setProvidesPasswords(true)
        #expect(await users(store) == [])
    }

    @Test("identities are added, replaced and removed by service, user and record")
    func changes() async throws {
        let device = try DeviceSimulator()
        try device.setProvidesPasswords(true)
        let store = device.run { ASCredentialIdentityStore.shared }
        try await store.saveCredentialIdentities([identity("jane"), identity("john")])
        let again = identity("jane")
        again.rank = 7
        try await store.saveCredentialIdentities([again])
        let all = await store.credentialIdentities(forService: nil)
        #expect(all.map(\.user) == ["john", "jane"])
        #expect(all.last?.rank == 7 && all.last?.recordIdentifier == "record-jane")
        try await store.removeCredentialIdentities([identity("john"), identity("nobody")])
        #expect(await users(store) == ["jane"])
        try await store.replaceCredentialIdentities([identity("jim"), identity("jill", at: "example.org")])
        #expect(await users(store) == ["jim", "jill"])
        #expect(await store.credentialIdentities().map(\.user) == ["jim", "jill"])
        let service = ASCredentialServiceIdentifier(identifier: "example.org", type: .domain)
        #expect(await store.credentialIdentities(forService: service).map(\.user) == ["jill"])
        #expect(await store.credentialIdentities(forService: nil, credentialIdentityTypes: .passkey).isEmpty)
        try await store.removeAllCredentialIdentities()
        #expect(await users(store) == [])
    }

    @Test("both of Apple's names replace all identities, with and without a handler")
    func replacing() async throws {
        let device = try DeviceSimulator()
        try device.setProvidesPasswords(true)
        let store = device.run { ASCredentialIdentityStore.shared }
        let code = ASOneTimeCodeCredentialIdentity(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "example.com", type: .domain), label: "code",
            recordIdentifier: nil)
        try await store.replaceCredentialIdentities([identity("jane"), code])
        #expect(await users(store) == ["jane", "code"])
        try await (store as any OldIdentityStore).replaceCredentialIdentities(with: [identity("jim")])
        #expect(await users(store) == ["jim"])
        let (isDone, error) = await withCheckedContinuation { continuation in
            store.replaceCredentialIdentities(with: [identity("jill")]) { isDone, error in
                continuation.resume(returning: (isDone, error as? ASCredentialIdentityStoreError))
            }
        }
        #expect(isDone && error == nil)
        #expect(await users(store) == ["jill"])
    }

    @Test("every app has its own store")
    func apps() async throws {
        let device = try DeviceSimulator()
        try device.setProvidesPasswords(true)
        let store = device.run { ASCredentialIdentityStore.shared }
        try await store.saveCredentialIdentities([identity("jane")])
        let other = try device.link(ofApp: "OTHER.app", accessGroups: [])
        let otherStore = CurrentDevice.$link.withValue(other) { ASCredentialIdentityStore.shared }
        #expect(await users(otherStore) == [])
        #expect(await otherStore.state().isEnabled == false)
    }

    @Test("overlong texts are rejected, and handlers are called on the main actor")
    func limits() async throws {
        let device = try DeviceSimulator()
        try device.setProvidesPasswords(true)
        let store = device.run { ASCredentialIdentityStore.shared }
        let (isDone, error) = await withCheckedContinuation { continuation in
            store.saveCredentialIdentities([identity(String(repeating: "j", count: 1_025))]) { isDone, error in
                MainActor.assertIsolated()
                continuation.resume(returning: (isDone, error as? ASCredentialIdentityStoreError))
            }
        }
        #expect(!isDone && error?.code == .internalError)
        try await store.saveCredentialIdentities([identity(String(repeating: "j", count: 1_024))])
        #expect(await users(store).count == 1)
    }

    @Test("without a device the store is not available")
    func noDevice() async throws {
        let store = CurrentDevice.$link.withValue(MissingDevice(reason: "none")) { ASCredentialIdentityStore.shared }
        #expect(await store.state().isEnabled == false)
        await #expect(throws: ASCredentialIdentityStoreError(.internalError)) { try await store.removeAllCredentialIdentities() }
    }

    private func identity(_ user: String, at domain: String = "example.com") -> ASPasswordCredentialIdentity {
        ASPasswordCredentialIdentity(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: domain, type: .domain), user: user,
            recordIdentifier: "record-\(user.prefix(20))")
    }

    private func users(_ store: ASCredentialIdentityStore) async -> [String] {
        await store.credentialIdentities(forService: nil).map(\.user)
    }
}

/// A protocol that password managers declare for the store, to mock it in their tests.
private protocol OldIdentityStore {
    func replaceCredentialIdentities(with identities: [ASPasswordCredentialIdentity]) async throws
}

extension ASCredentialIdentityStore: OldIdentityStore {}
