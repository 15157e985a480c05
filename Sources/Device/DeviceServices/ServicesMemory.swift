package import DeviceProtocol
import FoundationEssentials
package import Secrets
import Synchronization

/// The state of the services, with its storage.
final class ServicesMemory: Sendable {
    private let store: any ServicesStore
    private let state: Mutex<ServicesState>

    /// Loads the state. Throws `unavailable` if the stored state cannot be read. Starting without it would report to apps that no
    /// user ever signed in.
    init(store: any ServicesStore) throws(DeviceError) {
        self.store = store
        state = Mutex(try store.load() ?? ServicesState())
    }

    var current: ServicesState { state.withLock { $0 } }

    /// Applies a change completely or not at all, durable on return.
    func change<Value: Sendable>(_ body: (inout ServicesState) -> Value) throws(DeviceError) -> Value {
        try state.withLock { (state) throws(DeviceError) in
            var changed = state
            let value = body(&changed)
            if changed != state {
                try store.save(changed)
                state = changed
            }
            return value
        }
    }
}

/// The stored state of the services.
package struct ServicesState: Codable, Equatable, Sendable {
    /// The version of the stored form.
    package static let currentVersion = 1
    /// The number of revocations that are kept for apps; the oldest are removed first.
    package static let revocationLimit = 256

    package private(set) var version = currentVersion
    package var account: AppleAccount?
    package private(set) var consents: [RememberedConsent] = []
    package private(set) var lastRevocation: UInt64 = 0
    package private(set) var revocations: [Revocation] = []
    /// The credential providers, by application identifier.
    package var providers: [String: ProvidedIdentities] = [:]

    package init() {}

    /// Returns the account's consent to the app, current or revoked.
    func consent(of account: AppleAccount, to client: AppleClient) -> RememberedConsent? {
        consents.first { $0.account == account && $0.client == client }
    }

    /// Returns whether the account uses an app of the team.
    func uses(_ account: AppleAccount, team: String) -> Bool {
        consents.contains { $0.account == account && $0.client.team == team && !$0.isRevoked }
    }

    /// Stores a consent.
    mutating func remember(_ consent: RememberedConsent) {
        consents.removeAll { $0.account == consent.account && $0.client == consent.client }
        consents.append(consent)
    }

    /// Marks a current consent as revoked. Does nothing otherwise.
    mutating func revoke(_ account: AppleAccount, _ client: AppleClient) {
        guard let index = consents.firstIndex(where: { $0.account == account && $0.client == client && !$0.isRevoked }) else {
            return
        }
        consents[index].isRevoked = true
        lastRevocation += 1
        revocations.append(Revocation(number: lastRevocation, client: client))
        revocations.removeFirst(max(0, revocations.count - Self.revocationLimit))
    }
}

/// A consent as the device remembers it, for use while offline.
package struct RememberedConsent: Codable, Equatable, Sendable {
    package let account: AppleAccount
    package let client: AppleClient
    /// The user ID in the team.
    package let user: String
    package var isRevoked = false
}

/// A revocation on this device.
package struct Revocation: Codable, Equatable, Sendable {
    package let number: UInt64
    package let client: AppleClient
}

/// The storage of the services' state.
package protocol ServicesStore: Sendable {
    /// Returns the stored state; nil if none exists. Throws `unavailable` if it cannot be read.
    func load() throws(DeviceError) -> ServicesState?
    /// Replaces the state durably and atomically. Throws `unavailable` if that fails.
    func save(_ state: ServicesState) throws(DeviceError)
}

/// Stores the state in memory. For tests.
package final class VolatileServicesStore: ServicesStore {
    private let state = Mutex<ServicesState?>(nil)

    package init() {}

    package func load() throws(DeviceError) -> ServicesState? { state.withLock { $0 } }
    package func save(_ state: ServicesState) throws(DeviceError) { self.state.withLock { $0 = state } }
}

/// Stores the state in a sealed file next to the keychain, replaced atomically.
package struct FileServicesStore: ServicesStore {
    private let file: DurableFile

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folder: the device's folder, which only its owner can access.
    ///   - key: the device's ``Device/fileKey``.
    package init(folder: String, sealedBy key: SealingKey) {
        file = DurableFile(folder: folder, name: "services.sealed", sealedBy: key)
    }

    package func load() throws(DeviceError) -> ServicesState? {
        guard let bytes = try file.load() else { return nil }
        do {
            let state = try JSONDecoder().decode(ServicesState.self, from: Data(bytes))
            guard state.version == ServicesState.currentVersion else {
                throw DeviceError.unavailable("\(file.path) has the unsupported version \(state.version)")
            }
            return state
        } catch let rejection as DeviceError {
            throw rejection
        } catch {
            throw .unavailable("\(file.path) is damaged")
        }
    }

    package func save(_ state: ServicesState) throws(DeviceError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let bytes = try? [UInt8](encoder.encode(state)) else {
            throw .unavailable("the state of the services cannot be encoded")
        }
        try file.replace(by: bytes)
    }
}
