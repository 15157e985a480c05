import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import FoundationEssentials
import PasswordManager
import Synchronization

@testable import DeviceServices

/// A device with one saved password, for a site whose app has an extension.
final class ModelDevice: Sendable {
    static let old = "hunter2"

    let id: CredentialID
    let app: AppIdentifier
    /// The storage, which survives every process.
    let disk: InMemoryCredentialStore
    let server: ModelServer
    let signIn: ModelSignIn
    private let keys = Mutex(0)
    private let name: String

    init(_ server: ModelServer, name: String = "one", answers: [UpgradeCredential] = []) throws {
        app = try AppIdentifier("A1B2C3D4E5.com.example.juice")
        guard let id = CredentialID(server: try DomainName("example.com"), user: "jane"),
            let device = DeviceName(rawValue: name)
        else { throw ModelFailure() }
        self.id = id
        self.server = server
        self.name = name
        signIn = ModelSignIn(answers)
        disk = InMemoryCredentialStore(device: device)
        try disk.save(PrivateText(Self.old), as: id, at: Date(timeIntervalSince1970: 1_000))
    }

    /// The system's process, restarted.
    func coordinator(
        _ program: any ExtensionProgram<ModificationOrder, ModificationReport>, failurePlan: FailurePlan = FailurePlan(),
        attributes: ExtensionAttributes = .everything,
        hosts: Set<String> = ["example.com"], store: (any CredentialStore)? = nil, timer: any ExtensionTimer = NoTimer()
    ) -> UpgradeCoordinator {
        let extensions = InstalledExtensions(associations: ModelAssociations(hosts: hosts))
        extensions.install(InstalledExtension(app: app, attributes: attributes, program: program))
        let server = server
        return UpgradeCoordinator(
            UpgradeParts(
                store: store ?? KillableStore(inner: disk, failurePlan: failurePlan), extensions: extensions, timer: timer,
                makePassword: { [self] _ in "candidate \(name) \(nextKey())" },
                makeKey: { [self] in "key \(name) \(nextKey())" }, now: { Date(timeIntervalSince1970: 10_000 + server.now) }),
            signIn: signIn)
    }

    /// The device resolves what it can. Then the user tries the passwords in Settings until one signs in.
    func settle(_ coordinator: UpgradeCoordinator? = nil) {
        let coordinator = coordinator ?? self.coordinator(ModelExtension(server))
        coordinator.resolvePending()
        guard let saved, let upgrade = saved.pendingUpgrade else { return }
        let works = (upgrade.candidates + [saved.password]).first { server.signsIn($0.exposed) }
        _ = coordinator.settle(id, as: works.map { .signsIn(with: $0) } ?? (server.usesApple ? .usesApple : .nothing))
    }

    var saved: SavedCredential? { try? disk.credential(id) }

    func hasPassword(like beginning: String?) -> Bool {
        beginning.map { saved?.password.exposed.hasPrefix($0) ?? false } ?? false
    }

    /// Whether a user can sign in with the data on the device.
    var canSignIn: Bool {
        guard let saved else { return server.usesApple && signIn.wasGranted }
        // An account that was converted while its password could not be removed uses Sign in with Apple.
        return server.signsIn(saved.password.exposed) || (server.usesApple && signIn.wasGranted)
    }

    private func nextKey() -> Int {
        keys.withLock { keys in
            keys += 1
            return keys
        }
    }
}

struct ModelFailure: Error {}

extension ExtensionAttributes {
    static let everything = ExtensionAttributes(supportsStrongPassword: true, supportsSignInWithApple: true)
}

struct ModelAssociations: DomainAssociations {
    let hosts: Set<String>

    func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { hosts.contains(host.text) }
    func hosts(of app: AppIdentifier) -> [DomainName] { hosts.sorted().compactMap { try? DomainName($0) } }
}

/// A timer whose timeout never expires.
struct NoTimer: ExtensionTimer {
    var time: Double { 0 }

    func set(at time: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void { {} }
}

/// A user at the sheet of Sign in with Apple.
final class ModelSignIn: UpgradeSignIn {
    private let answers: Mutex<[UpgradeCredential]>
    private let granted = Mutex(false)

    init(_ answers: [UpgradeCredential]) {
        self.answers = Mutex(answers)
    }

    var wasGranted: Bool { granted.withLock { $0 } }

    func credential(
        for app: AppIdentifier, state: String?, nonce: String?, until cancellation: PromptCancellationToken
    ) -> UpgradeCredential {
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        let credential = answer ?? .granted(AppleIDGrant(user: "001.a", state: state))
        if case .granted = credential { granted.withLock { $0 = true } }
        return credential
    }

    func usesApple(_ app: AppIdentifier) -> Bool { wasGranted }
}
