import AssociatedDomains
import DeviceBroker
import DeviceScreens
import DeviceServices
import Dispatch
import Foundation
import PasswordManager
import Synchronization
package import WebClient

/// A simulated device as its user sees and operates it. A ``PhoneView`` is everything visible, and a ``PhoneAction`` is one action of
/// the user.
///
/// Apps run on the phone. The system's prompts, sheets and notices stay until the user answers them. Time passes as on the device
/// (``DeviceSimulator/Timekeeping``).
public final class Phone: Sendable {
    /// The device: its lock, sensor, keychain and clock. Its ``DeviceSimulator/person`` and ``DeviceSimulator/sheets`` are not
    /// used: prompts and sheets are on the phone's screen.
    public let device: DeviceSimulator

    /// The file with the phone's memory; nil on a device with a temporary folder.
    let memoryFile: PhoneMemoryFile?

    /// The transport of the browser.
    let web: any WebTransport
    let cookies = CookieJar()

    /// The record of the user's actions; nil for a phone that does not record.
    let heldRecording = Mutex<PhoneRecording?>(nil)
    private let core: Mutex<PhoneCore>
    /// The task that checks a running clock from time to time.
    private let ticking = Mutex<Task<Void, Never>?>(nil)

    /// Creates a phone.
    ///
    /// - Parameters:
    ///   - device: The device. It can have one phone at a time.
    ///   - name: The name that the user gave the device.
    /// - Throws: The errors of a new device; on a stored device, an error if the phone's file is damaged or of a later version.
    ///   The file stays unchanged.
    public convenience init(_ device: DeviceSimulator? = nil, name: String = "iPhone") throws {
        try self.init(device ?? DeviceSimulator(), name: name, random: SystemRandomNumberGenerator())
    }

    /// Opens a phone that is stored in a folder. It restores the device, see
    /// ``DeviceSimulator/init(storedIn:biometry:isEnrolled:passcode:app:accessGroups:faceIDUsage:enclave:time:)``, and the
    /// phone's apps, messages and AutoFill settings. An executable app runs again; an app within a process must be installed
    /// again first.
    ///
    /// Background work of a phone may hold its files for a moment after the phone was released. Opening a second phone in that
    /// moment throws an error.
    public convenience init(storedIn folder: String, name: String = "iPhone") throws {
        try self.init(DeviceSimulator(storedIn: folder), name: name)
    }

    /// Creates a phone.
    ///
    /// - Parameters:
    ///   - random: The generator of strong passwords.
    ///   - web: The transport of the browser; nil for the device's network.
    package init(
        _ device: DeviceSimulator, name: String, random: any RandomNumberGenerator & Sendable, web: (any WebTransport)? = nil
    ) throws {
        self.device = device
        memoryFile = PhoneMemoryFile(of: device)
        let browsed = BrowsedPages()
        let web = web ?? BrowsedNetwork(network: device.services.network)
        self.web = web
        var state = PhoneState(
            name: name, store: device.services.passwords, unsavedPasswords: device.services.unsavedPasswords,
            passkeys: device.services.passkeys, fills: device.services.fills, associations: device.services.associations,
            quirks: { [sites = device.services.sites] in sites.quirks },
            browsed: browsed,
            random: random, now: device.clock.now)
        state.provided = { [coordinator = device.services.services.providers] in coordinator.provided }
        state.requestedPasskeys = { [assisted = device.services.services.assisted] place in
            guard assisted.order(for: place.appIdentifier) != nil else { return nil }
            return assisted.offers(for: place.appIdentifier).map {
                PasskeySuggestion(user: $0.userName, site: $0.relyingParty, credentialID: $0.credentialID)
            }
        }
        let memory = try memoryFile?.load()
        if let memory { state.restore(memory) }
        for app in memory?.apps ?? [] {
            // The Info.plist was valid at installation. If it no longer is, the app has no extension.
            try? device.install(app.app.upgradeExtension, of: app.identifier)
            try? device.install(app.app.credentialProvider, of: app.identifier)
        }
        state.entries.append(
            PhoneState.Entry(app: AppDescription(identifier: try AppIdentifier(Browser.id), name: Browser.name)))
        let known = try DeviceSimulator.app(Browser.id, [], nil)
        core = Mutex(PhoneCore(state, memory: memory, clockRuns: device.clock.isRunning))
        let passkeys = PagePasskeys(services: device.services.services, app: known, screen: PhoneScreen(self))
        let browser = PhoneApp(
            Browser.id, name: Browser.name,
            program: BrowserProgram(
                web: web, pages: browsed, passkeys: passkeys, cookies: cookies, now: { [clock = device.clock] in clock.now }))
        core.withLock { $0.programs[Browser.id] = PhoneCore.Program(app: browser, known: known) }
        device.services.settings.autoFill = state.autoFillSettings
        device.services.settings.language = state.appLanguage.rawValue
        attach()
        device.services.settings.onChange { [weak self] in
            // The phone's own changes call this too, so respond asynchronously.
            DispatchQueue.global().async { [weak self] in
                self?.noticeDevice()
                self?.observe(.passwordsChanged)
            }
        }
        noticeDevice()
        if device.clock.isRunning { tick() }
        observe(.started)
    }

    deinit {
        ticking.withLock { $0?.cancel() }
        detach()
        device.services.settings.onChange {}
        for process in core.withLock({ $0.runningProcesses }) { process.terminate() }
        for events in core.withLock({ Array($0.webSheets.values) }) { events.finish() }
    }

    // MARK: - The visible state

    /// The current view.
    public var view: PhoneView {
        noticeDevice()
        return core.withLock(\.view)
    }

    /// The installed apps, in the order of the home screen; not those of the system.
    package var installedApps: [PhoneView.AppIcon] { withCore { $0.state.icons } }

    /// Returns the current view, and the view after every change. A slow reader receives only the newest.
    public func views() -> AsyncStream<PhoneView> {
        let (stream, continuation) = AsyncStream.makeStream(of: PhoneView.self, bufferingPolicy: .bufferingNewest(1))
        core.withLock { $0.add(continuation) }
        return stream
    }

    // MARK: - Actions

    /// Performs an action, and returns when the device has done its part, such as unlocking or signing in. The reaction of an
    /// app, or of the requester of a prompt, may come later.
    ///
    /// - Throws: If the view has no target for the action, and if the device rejects it.
    public func perform(_ action: PhoneAction) async throws(PhoneError) {
        noticeDevice()
        try await recorded(action) { () async throws(PhoneError) in
            let now = device.clock.now
            let works = try core.withLock { (core) throws(PhoneError) in try core.act(action, at: now) }
            drain()
            for work in works { try await complete(work) }
        }
    }

    // MARK: - Events

    /// Installs an app, and returns when its sites have been asked about their association with it. An existing app is updated,
    /// and its process continues.
    ///
    /// - Throws: If the application identifier is malformed. It consists of a team ID of ten capital letters and digits, a dot,
    ///   and a bundle identifier.
    public func install(_ app: PhoneApp) async throws(PhoneError) {
        guard app.identifier != Browser.id, let identifier = try? AppIdentifier(app.identifier), !identifier.isWildcard,
            let known = try? DeviceSimulator.app(app)
        else { throw PhoneError(.failed, "malformed application identifier: \(app.identifier)") }
        do {
            try device.install(app.upgradeExtension, of: app.identifier)
            try device.install(app.credentialProvider, of: app.identifier)
        } catch {
            throw PhoneError(.failed, "could not install the extension of \(app.name): \(error)")
        }
        withCore { $0.programs[app.identifier] = PhoneCore.Program(app: app, known: known) }
        observe(.installed(AppDescription(identifier: identifier, name: app.name, faceReasons: app.faceReasons)))
        try? await device.install(
            associatedDomains: app.associatedDomains, of: app.identifier, isSignedForDevelopment: app.isSignedForDevelopment)
        noticeDevice()
        observe(.passwordsChanged)
    }

    /// Receives a message. It is stored when the phone is settled, see ``isSettled()``.
    public func receive(message: String, from sender: String) {
        observe(.message(message, sender: sender))
    }

    /// Suggests the language of a browser that shows the phone. Apps start in it until the user chooses a language.
    package func suggest(_ language: PhoneView.Language) {
        observe(.suggestedLanguage(language))
    }

    /// Advances the clock.
    public func advance(by duration: Duration) {
        device.clock.advance(by: duration)
        observe(.timePassed)
        device.services.associations.found.timePassed()
        lookForMailAndCodes()
    }

    /// Whether the device has a network connection.
    public var isOnline: Bool {
        get { device.isOnline }
        set {
            device.isOnline = newValue
            noticeDevice()
            if newValue { device.services.associations.found.timePassed() }
        }
    }

    // MARK: - State

    /// Handles an event, from any thread.
    func observe(_ event: PhoneEvent) {
        observe { $0.observe(event, at: $1) }
    }

    /// Handles an event with access to the phone's core.
    @discardableResult
    func observe<Value: Sendable>(_ body: (inout PhoneCore, Date) -> Value) -> Value {
        let now = device.clock.now
        let value = core.withLock { body(&$0, now) }
        drain()
        return value
    }

    /// Updates the view to the current state of the device.
    func noticeDevice() {
        // Several threads may read the device at once, and an older reading may arrive last. It is then rejected, and the thread
        // reads again.
        var isTaken = false
        while !isTaken {
            let look = withCore { $0.beginReading() }
            let (facts, account) = (device.facts, device.services.services.settings.account?.rawValue)
            isTaken = observe { $0.notice(facts, account: account, look, at: $1) }
        }
        watchLock()
    }

    /// Checks the clock for as long as the phone exists.
    private func tick() {
        let task = Task { [weak self] in
            while (try? await Task.sleep(for: Self.tickLength)) != nil {
                guard let self else { return }
                self.lookAtClock()
            }
        }
        ticking.withLock { $0 = task }
    }

    /// Updates everything that depends on time: the clock's minute, a banner, codes, sites that are due for a check, mail, and
    /// sign-ins of the account elsewhere.
    func lookAtClock() {
        let now = device.clock.now
        if withCore({ $0.state.isDue(at: now) }) { observe(.timePassed) }
        lookForMailAndCodes()
        let associations = device.services.associations.found
        if let wake = associations.nextWake, wake <= now { associations.timePassed() }
    }

    private static let tickLength = Duration.seconds(1)

    /// Performs pending effects, one at a time and in order, on behalf of any thread. No effect blocks.
    private func drain() {
        while let effect = core.withLock({ $0.nextEffect() }) {
            carryOut(effect)
            core.withLock { $0.effectIsDone() }
        }
    }

    /// Accesses the phone's core under its lock.
    func withCore<Value: Sendable>(_ body: (inout PhoneCore) -> Value) -> Value {
        core.withLock { body(&$0) }
    }
}

/// Waits for apps and the system, by checking every change.
extension Phone {
    /// Returns the view as soon as it meets a condition.
    ///
    /// - Parameters:
    ///   - timeout: The timeout in real time. Only a failing test reaches it.
    /// - Throws: After the timeout, an error that describes the current view; `CancellationError`.
    @discardableResult
    public func wait(
        timeout: Duration = .seconds(300), until condition: @escaping @Sendable (PhoneView) -> Bool
    ) async throws -> PhoneView {
        try await attempt("the expected view", timeout) { (view: PhoneView) throws(PhoneError) -> PhoneView? in
            condition(view) ? view : nil
        }
    }

    /// Returns when every app has handled its events, and the device has performed the effects.
    public func isSettled() async {
        await settled { $0.isQuiet }
    }

    /// Returns as soon as the condition is met, even if the view does not change.
    func settled(_ isMet: @escaping @Sendable (PhoneCore) -> Bool) async {
        await withCheckedContinuation { continuation in
            if withCore({ $0.wait(continuation, until: isMet) }) { continuation.resume() }
        }
    }

    /// Tries with every new view until there is a value.
    func attempt<Value: Sendable>(
        _ what: String, _ timeout: Duration = .seconds(300),
        _ body: @escaping @Sendable (PhoneView) async throws(PhoneError) -> Value?
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { [self] in
                for await view in views() {
                    do throws(PhoneError) {
                        if let value = try await body(view) { return value }
                    } catch {
                        // The screen has changed, or is about to.
                        guard error.code == .nothingThere || error.code == .covered else { throw error }
                    }
                }
                throw CancellationError()
            }
            group.addTask {
                try await Task.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else {
                throw PhoneError(.nothingThere, "timed out after \(timeout) waiting for \(what); visible: \(view.summary)")
            }
            return value
        }
    }
}

extension InputPlace {
    /// The app of the place: that of a page is the browser.
    fileprivate var appIdentifier: String {
        switch self {
        case .app(let app): app.description
        case .page: Browser.id
        }
    }
}
