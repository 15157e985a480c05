package import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol
package import FoundationEssentials
import PasswordManager
import Synchronization

/// The system's service that finds out which apps and websites belong together: `AssociationDaemon` with its memory, its network and its clock.
///
/// It answers from what it knows and waits for nothing. Downloads run in tasks of their own; time passes only where ``timePassed()`` says so.
package final class AssociationService: Sendable {
    private struct State {
        var daemon: AssociationDaemon
        var downloads: [Int: Task<Void, Never>] = [:]
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isStopped = false
    }

    private let state: Mutex<State>
    private let store: any AssociationStore
    private let loader: any AssociationLoader
    private let now: @Sendable () -> Date
    private let changed: @Sendable () -> Void

    /// Knows what it knew. A memory that is damaged is forgotten, and learnt anew when the apps are installed again.
    ///
    /// - Parameters:
    ///   - changed: called, from any thread, after an association began or ceased to hold.
    /// - Throws: `unavailable` where the memory cannot be read.
    package init(
        store: any AssociationStore = VolatileAssociationStore(), policy: DaemonPolicy = DaemonPolicy(),
        loader: any AssociationLoader, now: @escaping @Sendable () -> Date, changed: @escaping @Sendable () -> Void = {}
    ) throws(DeviceRefusal) {
        let known = try store.load().flatMap { try? AssociationDaemon(stored: $0, policy: policy) }
        state = Mutex(State(daemon: known ?? AssociationDaemon(policy: policy)))
        self.store = store
        self.loader = loader
        self.now = now
        self.changed = changed
        // What was due when the process ended.
        timePassed()
    }

    /// An app was installed, or updated where it was there already: its sites are asked at once.
    package func install(_ app: InstalledApp) { handle(.installed(app)) }

    /// An app was removed.
    package func remove(_ app: AppIdentifier) { handle(.removed(app)) }

    /// Developer mode was switched, which `?mode=developer` needs.
    package func setDeveloperMode(_ isOn: Bool) { handle(.developerMode(isOn)) }

    /// The person decided about an association.
    package func decide(_ key: AssociationKey, _ approval: Approval) { handle(.decided(key, approval)) }

    /// Forgets what was learnt, and learns it anew.
    package func reset() { handle(.reset) }

    /// Time may have passed: what is due by now is begun. To be called at ``nextWake``, and when the device is online again.
    package func timePassed() { handle(.clock) }

    /// When something becomes due; nil where nothing will.
    package var nextWake: Date? { daemon.nextWake }

    /// Everything that is known.
    package var daemon: AssociationDaemon { state.withLock(\.daemon) }

    /// Returns when no site is being asked any more.
    package func isSettled() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.downloads.isEmpty { return true }
                state.waiting.append(continuation)
                return false
            }
            if isSettled { continuation.resume() }
        }
    }

    /// The device is switched off: nothing is asked any more.
    package func stop() {
        let (downloads, waiting) = state.withLock { state in
            state.isStopped = true
            defer { (state.downloads, state.waiting) = ([:], []) }
            return (state.downloads.values, state.waiting)
        }
        for download in downloads { download.cancel() }
        for continuation in waiting { continuation.resume() }
    }

    private func handle(_ event: DaemonEvent) {
        let now = now()
        let (isOther, waiting) = state.withLock { state in
            guard !state.isStopped else { return (false, [CheckedContinuation<Void, Never>]()) }
            if case .answered(let id, _) = event { state.downloads[id] = nil }
            let effects = state.daemon.handle(event, now: now)
            // What cannot be written down is learnt anew at the next start.
            if let memory = try? state.daemon.stored() { try? store.save(memory) }
            var isOther = false
            for effect in effects {
                switch effect {
                case .fetch(let fetch): state.downloads[fetch.id] = download(fetch)
                case .cancel(let id): state.downloads.removeValue(forKey: id)?.cancel()
                case .changed: isOther = true
                }
            }
            guard state.downloads.isEmpty else { return (isOther, []) }
            defer { state.waiting = [] }
            return (isOther, state.waiting)
        }
        if isOther { changed() }
        for continuation in waiting { continuation.resume() }
    }

    private func download(_ fetch: SiteFetch) -> Task<Void, Never> {
        Task { [weak self, loader] in
            let answer = await loader.load(fetch)
            if !Task.isCancelled { self?.handle(.answered(fetch.id, answer)) }
        }
    }
}

extension AssociationService: DomainAssociations {
    package func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { daemon.isAssociated(app, with: host) }

    package func hosts(of app: AppIdentifier) -> [DomainName] { daemon.hosts(of: app) }
}

extension AssociationService: WebCredentialAssociations {
    package func association(of app: AccessGroup, with site: SharedCredentialSite) -> WebCredentialAssociation {
        guard let app = try? AppIdentifier(app.rawValue), let host = try? DomainName(site.rawValue) else { return .notEntitled }
        let daemon = daemon
        if daemon.isAssociated(app, with: host) { return .approved }
        let isNamed = daemon.associations.contains {
            $0.key.app == app && $0.key.entitlement.service == .webcredentials && $0.key.entitlement.covers(host)
        }
        return isNamed ? .notApproved : .notEntitled
    }
}

/// Performs the downloads of the association service.
package protocol AssociationLoader: Sendable {
    /// Follows no redirect, and tells whatever happens.
    func load(_ fetch: SiteFetch) async -> SiteAnswer
}

/// A device that reaches no site.
package struct NoAssociationLoader: AssociationLoader {
    package init() {}
    package func load(_ fetch: SiteFetch) async -> SiteAnswer { .connectionFailed("the device is offline") }
}

/// Where the memory of the association service lasts.
package protocol AssociationStore: Sendable {
    /// What was saved last; nothing where nothing was. Throws `unavailable` where it cannot be read.
    func load() throws(DeviceRefusal) -> [UInt8]?
    /// Replaces it, all or nothing. Throws `unavailable`.
    func save(_ memory: [UInt8]) throws(DeviceRefusal)
}

/// Forgets with the process. For tests.
package final class VolatileAssociationStore: AssociationStore {
    private let memory = Mutex<[UInt8]?>(nil)

    package init() {}

    package func load() throws(DeviceRefusal) -> [UInt8]? { memory.withLock { $0 } }
    package func save(_ new: [UInt8]) throws(DeviceRefusal) { memory.withLock { $0 = new } }
}

/// A file beside the keychain. Whenever the process is killed, the file is the one before or the one after.
package struct FileAssociationStore: AssociationStore {
    private let file: DurableFile

    /// - Parameter folder: the device's, which is its owner's alone.
    package init(folder: String) {
        file = DurableFile(folder: folder, name: "associations.json")
    }

    package func load() throws(DeviceRefusal) -> [UInt8]? { try file.load() }
    package func save(_ memory: [UInt8]) throws(DeviceRefusal) { try file.replace(by: memory) }
}

/// A device on which no app belongs to any website.
package struct NoDomainAssociations: DomainAssociations {
    package init() {}
    package func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { false }
    package func hosts(of app: AppIdentifier) -> [DomainName] { [] }
}
