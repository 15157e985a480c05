package import DeviceProtocol
import FoundationEssentials
package import Secrets
import Synchronization

/// What the services remember, and where it lasts.
final class ServicesMemory: Sendable {
    private let store: any ServicesStore
    private let state: Mutex<ServicesState>

    /// Throws `unavailable` where what was kept cannot be read: forgetting it would tell apps that nobody ever signed in.
    init(store: any ServicesStore) throws(DeviceRefusal) {
        self.store = store
        state = Mutex(try store.load() ?? ServicesState())
    }

    var current: ServicesState { state.withLock { $0 } }

    /// Changes all of it or nothing, durably when it returns.
    func change<Value: Sendable>(_ body: (inout ServicesState) -> Value) throws(DeviceRefusal) -> Value {
        try state.withLock { (state) throws(DeviceRefusal) in
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

/// Everything that the services remember.
package struct ServicesState: Codable, Equatable, Sendable {
    /// Of the form that is written.
    package static let currentVersion = 1
    /// How many revocations are kept for apps that have not asked yet; the oldest go first.
    package static let keptRevocations = 256

    package private(set) var version = currentVersion
    package var account: AppleAccount?
    package private(set) var consents: [RememberedConsent] = []
    package private(set) var lastRevocation: UInt64 = 0
    package private(set) var revocations: [Revocation] = []
    /// Providers of passwords, by application identifier.
    package var providers: [String: ProvidedIdentities] = [:]

    package init() {}

    /// The consent that the account gave the app, in force or revoked.
    func consent(of account: AppleAccount, to client: AppleClient) -> RememberedConsent? {
        consents.first { $0.account == account && $0.client == client }
    }

    /// Whether the account uses any app of the team.
    func uses(_ account: AppleAccount, team: String) -> Bool {
        consents.contains { $0.account == account && $0.client.team == team && !$0.isRevoked }
    }

    /// Notes a consent that was given, for the first time or again.
    mutating func remember(_ consent: RememberedConsent) {
        consents.removeAll { $0.account == consent.account && $0.client == consent.client }
        consents.append(consent)
    }

    /// Notes that a consent in force was revoked. Nothing otherwise.
    mutating func revoke(_ account: AppleAccount, _ client: AppleClient) {
        guard let index = consents.firstIndex(where: { $0.account == account && $0.client == client && !$0.isRevoked }) else {
            return
        }
        consents[index].isRevoked = true
        lastRevocation += 1
        revocations.append(Revocation(number: lastRevocation, client: client))
        revocations.removeFirst(max(0, revocations.count - Self.keptRevocations))
    }
}

/// What a device remembers of a consent, so that it can tell while it is offline.
package struct RememberedConsent: Codable, Equatable, Sendable {
    package let account: AppleAccount
    package let client: AppleClient
    /// The person as the team knows them.
    package let user: String
    package var isRevoked = false
}

/// One of the device's revocations.
package struct Revocation: Codable, Equatable, Sendable {
    package let number: UInt64
    package let client: AppleClient
}

/// Where the services' memory lasts.
package protocol ServicesStore: Sendable {
    /// What was saved last; nothing where nothing was. Throws `unavailable` where it cannot be read.
    func load() throws(DeviceRefusal) -> ServicesState?
    /// Replaces it, durably, all or nothing. Throws `unavailable`.
    func save(_ state: ServicesState) throws(DeviceRefusal)
}

/// Forgets with the process. For tests.
package final class VolatileServicesStore: ServicesStore {
    private let state = Mutex<ServicesState?>(nil)

    package init() {}

    package func load() throws(DeviceRefusal) -> ServicesState? { state.withLock { $0 } }
    package func save(_ state: ServicesState) throws(DeviceRefusal) { self.state.withLock { $0 = state } }
}

/// A sealed file beside the keychain. Whenever the process is killed, the file is the one before or the one after.
package struct FileServicesStore: ServicesStore {
    private let file: DurableFile

    /// - Parameters:
    ///   - folder: the device's, which is its owner's alone.
    ///   - key: the device's ``Device/fileKey``.
    package init(folder: String, sealedBy key: SealingKey) {
        file = DurableFile(folder: folder, name: "services.sealed", sealedBy: key)
    }

    package func load() throws(DeviceRefusal) -> ServicesState? {
        guard let bytes = try file.load() else { return nil }
        do {
            let state = try JSONDecoder().decode(ServicesState.self, from: Data(bytes))
            guard state.version == ServicesState.currentVersion else {
                throw DeviceRefusal.unavailable("\(file.path) is of version \(state.version)")
            }
            return state
        } catch let refusal as DeviceRefusal {
            throw refusal
        } catch {
            throw .unavailable("\(file.path) is damaged")
        }
    }

    package func save(_ state: ServicesState) throws(DeviceRefusal) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let bytes = try? [UInt8](encoder.encode(state)) else {
            throw .unavailable("the services' memory cannot be written down")
        }
        try file.replace(by: bytes)
    }
}
