package import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol
package import FoundationEssentials
import PasswordManager
package import Secrets
import Synchronization

/// The system service that determines which apps and websites are associated: `AssociationDaemon` with storage, network and clock.
///
/// It answers from its memory without waiting. Downloads run in separate tasks. Time advances only in ``timePassed()``.
package final class AssociationService: Sendable {
    private struct State {
        var daemon: AssociationDaemon
        var downloads: [Int: Task<Void, Never>] = [:]
        /// The number of changes that are being reported.
        var reports = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isStopped = false

        var isSettled: Bool { downloads.isEmpty && reports == 0 }

        /// Takes those whose wait is over.
        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            guard isSettled else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    private let state: Mutex<State>
    private let store: any AssociationStore
    private let loader: any AssociationLoader
    private let now: @Sendable () -> Date
    private let changed: @Sendable () -> Void

    /// Loads the stored memory. A memory of another version is discarded, and filled again when apps are installed.
    ///
    /// - Parameters:
    ///   - changed: called from any thread after an association changed.
    /// - Throws: `unavailable` if the memory cannot be read, or if the store's key does not open it.
    package init(
        store: any AssociationStore = VolatileAssociationStore(), policy: DaemonPolicy = DaemonPolicy(),
        loader: any AssociationLoader, now: @escaping @Sendable () -> Date, changed: @escaping @Sendable () -> Void = {}
    ) throws(DeviceError) {
        let known = try store.load().flatMap { try? AssociationDaemon(stored: $0, policy: policy) }
        state = Mutex(State(daemon: known ?? AssociationDaemon(policy: policy)))
        self.store = store
        self.loader = loader
        self.now = now
        self.changed = changed
        // Starts the downloads that were due when the process ended.
        timePassed()
    }

    /// Handles an installed or updated app: fetches from its sites immediately.
    package func install(_ app: InstalledApp) { handle(.installed(app)) }

    /// Turns developer mode on or off, which `?mode=developer` requires.
    package func setDeveloperMode(_ isOn: Bool) { handle(.developerMode(isOn)) }

    /// Starts the work that is due. Call it at ``nextWake``, and when the device is online again.
    package func timePassed() { handle(.clock) }

    /// The time when the next work is due; nil if none is due.
    package var nextWake: Date? { daemon.nextWake }

    /// A snapshot of the daemon.
    package var daemon: AssociationDaemon { state.withLock(\.daemon) }

    /// Returns when no download is in progress and every change was reported.
    package func isSettled() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.isSettled { return true }
                state.waiting.append(continuation)
                return false
            }
            if isSettled { continuation.resume() }
        }
    }

    /// Handles the device being switched off: no further downloads start.
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
            // If writing fails, the next start fetches again.
            if let memory = try? state.daemon.stored() { try? store.save(memory) }
            var isOther = false
            for effect in effects {
                switch effect {
                case .fetch(let fetch): state.downloads[fetch.id] = download(fetch)
                case .cancel(let id): state.downloads.removeValue(forKey: id)?.cancel()
                case .changed: isOther = true
                }
            }
            if isOther { state.reports += 1 }
            return (isOther, state.takeWaiting())
        }
        for continuation in waiting { continuation.resume() }
        guard isOther else { return }
        changed()
        let others = state.withLock { state in
            state.reports -= 1
            return state.takeWaiting()
        }
        for continuation in others { continuation.resume() }
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

    package func isAssociatedForDevelopment(_ app: AppIdentifier, with host: DomainName) -> Bool {
        daemon.isAssociatedForDevelopment(app, with: host)
    }

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
    /// Fetches a file without following redirects. Reports every result.
    func load(_ fetch: SiteFetch) async -> SiteAnswer
}

/// The storage of the association service.
package protocol AssociationStore: Sendable {
    /// Returns the stored memory; nil if none exists. Throws `unavailable` if it cannot be read.
    func load() throws(DeviceError) -> [UInt8]?
    /// Replaces the memory atomically. Throws `unavailable` if that fails.
    func save(_ memory: [UInt8]) throws(DeviceError)
}

/// Stores the memory in the process. For tests.
package final class VolatileAssociationStore: AssociationStore {
    private let memory = Mutex<[UInt8]?>(nil)

    package init() {}

    package func load() throws(DeviceError) -> [UInt8]? { memory.withLock { $0 } }
    package func save(_ new: [UInt8]) throws(DeviceError) { memory.withLock { $0 = new } }
}

/// Stores the memory in a sealed file next to the keychain, replaced atomically.
package struct FileAssociationStore: AssociationStore {
    private let file: DurableFile

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folder: the device's folder, which only its owner can access.
    ///   - key: the device's ``Device/fileKey``.
    package init(folder: String, sealedBy key: SealingKey) {
        file = DurableFile(folder: folder, name: "associations.sealed", sealedBy: key)
    }

    package func load() throws(DeviceError) -> [UInt8]? { try file.load() }
    package func save(_ memory: [UInt8]) throws(DeviceError) { try file.replace(by: memory) }
}

/// Associations of a device on which no app belongs to a website.
package struct NoDomainAssociations: DomainAssociations {
    package init() {}
    package func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { false }
    package func hosts(of app: AppIdentifier) -> [DomainName] { [] }
}
