import AssociatedDomains
import DeviceBroker
import DeviceScreens
import DeviceServices
import Dispatch
import Foundation
import PasswordManager
import Synchronization
package import WebClient

/// A device as a person has it in hand: what it shows, as a value, and what can be done with it.
///
/// Apps run on it; the system's prompts, sheets and questions stand until the person answers them. Time passes as it does on the device: by itself or
/// not (``DeviceSimulator/Timekeeping``).
public final class Phone: Sendable {
    /// The device itself: its lock, its sensor, its keychain, its clock. Its ``DeviceSimulator/person`` and ``DeviceSimulator/sheets`` are asked
    /// nothing any more: prompts and sheets are on the screen.
    public let device: DeviceSimulator

    /// Nothing where the phone goes with its device.
    let memoryFile: PhoneMemoryFile?

    private let core: Mutex<PhoneCore>
    /// Looks at a clock that goes, from time to time.
    private let ticking = Mutex<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - device: The device. Each has one phone at a time.
    ///   - name: What the person calls it.
    /// - Throws: What a new device throws; on a stored one where what the phone knew is damaged, or of a later version. It is left as it is.
    public convenience init(_ device: DeviceSimulator? = nil, name: String = "iPhone") throws {
        try self.init(device ?? DeviceSimulator(), name: name, random: SystemRandomNumberGenerator())
    }

    /// A phone whose files stand in a folder, and which knows when it is made again what it knew: see
    /// ``DeviceSimulator/init(storedIn:biometry:isEnrolled:passcode:app:accessGroups:faceIDUsage:enclave:time:)``; and besides its apps, its messages, and what was
    /// set for AutoFill. An app that runs within a process is to be installed again before it runs; an executable is not.
    ///
    /// What a phone began on another thread may hold its files for a moment after it was let go. A second one in that moment is refused.
    public convenience init(storedIn folder: String, name: String = "iPhone") throws {
        try self.init(DeviceSimulator(storedIn: folder), name: name)
    }

    /// - Parameters:
    ///   - random: For strong passwords.
    ///   - web: What the browser loads pages from; nil: the device's network.
    package init(
        _ device: DeviceSimulator, name: String, random: any RandomNumberGenerator & Sendable, web: (any WebTransport)? = nil
    ) throws {
        self.device = device
        memoryFile = PhoneMemoryFile(of: device)
        let browsed = BrowsedPages()
        let browser = PhoneApp(
            Browser.id, name: Browser.name,
            program: BrowserProgram(
                web: web ?? BrowsedNetwork(network: device.services.network), pages: browsed,
                now: { [clock = device.clock] in clock.now }))
        var state = PhoneState(
            name: name, store: device.services.passwords, unsavedPasswords: device.services.unsavedPasswords,
            associations: device.services.associations, quirks: { [sites = device.services.sites] in sites.quirks },
            browsed: browsed,
            random: random, now: device.clock.now)
        state.provided = { [desk = device.services.services.providers] in desk.provided }
        let memory = try memoryFile?.load()
        if let memory { state.restore(memory) }
        for app in memory?.apps ?? [] {
            // Its Info.plist was taken before; one that is not any more leaves the app without extension.
            try? device.install(app.app.upgradeExtension, of: app.identifier)
            try? device.install(app.app.credentialProvider, of: app.identifier)
        }
        state.entries.append(
            PhoneState.Entry(app: AppDescription(identifier: try AppIdentifier(Browser.id), name: Browser.name)))
        let program = PhoneCore.Program(app: browser, known: try DeviceSimulator.app(browser))
        core = Mutex(PhoneCore(state, memory: memory, clockRuns: device.clock.isRunning))
        core.withLock { $0.programs[Browser.id] = program }
        device.services.settings.autoFill = state.autoFillSettings
        attach()
        device.services.settings.onChange { [weak self] in
            // Told within changes that the phone makes itself.
            DispatchQueue.global().async { [weak self] in
                self?.noticeDevice()
                self?.hear(.passwordsChanged)
            }
        }
        noticeDevice()
        if device.clock.isRunning { tick() }
        hear(.started)
    }

    deinit {
        ticking.withLock { $0?.cancel() }
        detach()
        device.services.settings.onChange {}
        for process in core.withLock({ $0.runningProcesses }) { process.terminate() }
    }

    // MARK: - Seeing

    /// What the person sees now.
    public var view: PhoneView {
        noticeDevice()
        return core.withLock(\.view)
    }

    /// What the person sees, now and after every change. Whoever is slow to look sees the newest, and not what came in between.
    public func views() -> AsyncStream<PhoneView> {
        let (stream, continuation) = AsyncStream.makeStream(of: PhoneView.self, bufferingPolicy: .bufferingNewest(1))
        let number = core.withLock { $0.add(continuation) }
        continuation.onTermination = { [weak self] _ in
            self?.core.withLock { $0.watchers[number] = nil }
        }
        return stream
    }

    // MARK: - Doing

    /// Does what a person does, and returns when the device has done its part: unlocked, signed in, shown the next thing. What an app makes of it
    /// may come later, and so may what a prompt that was answered leads to.
    ///
    /// - Throws: Where there is nothing to do it to, and where the device refuses.
    public func perform(_ action: PhoneAction) async throws(PhoneRefusal) {
        noticeDevice()
        let now = device.clock.now
        let works = try core.withLock { (core) throws(PhoneRefusal) in try core.act(action, at: now) }
        drain()
        for work in works { try await complete(work) }
    }

    // MARK: - What happens to a phone

    /// Installs an app, which asks its sites whether they know it. Returns when they have answered. One that is there already is updated, and its
    /// process goes on as it is.
    ///
    /// - Throws: Where the identifier is none of an app: ten capital letters and digits of a team, a dot, and a bundle identifier.
    public func install(_ app: PhoneApp) async throws(PhoneRefusal) {
        guard app.identifier != Browser.id, let identifier = try? AppIdentifier(app.identifier), !identifier.isWildcard,
            let known = try? DeviceSimulator.app(app)
        else { throw PhoneRefusal(.failed, "\(app.identifier) names no app") }
        do {
            try device.install(app.upgradeExtension, of: app.identifier)
            try device.install(app.credentialProvider, of: app.identifier)
        } catch {
            throw PhoneRefusal(.failed, "the extension of \(app.name) cannot be installed: \(error)")
        }
        withCore { $0.programs[app.identifier] = PhoneCore.Program(app: app, known: known) }
        hear(.installed(AppDescription(identifier: identifier, name: app.name)))
        try? await device.install(
            associatedDomains: app.associatedDomains, of: app.identifier, isSignedForDevelopment: app.isSignedForDevelopment)
        noticeDevice()
        hear(.passwordsChanged)
    }

    /// A message comes in.
    public func receive(message: String, from sender: String) {
        hear(.message(message, sender: sender))
    }

    /// Time passes.
    public func advance(by duration: Duration) {
        device.clock.advance(by: duration)
        hear(.timePassed)
        device.services.associations.found.timePassed()
        lookForCodes()
    }

    /// Whether the device reaches anything.
    public var isOnline: Bool {
        get { device.isOnline }
        set {
            device.isOnline = newValue
            noticeDevice()
            if newValue { device.services.associations.found.timePassed() }
        }
    }

    // MARK: - The machine

    /// Takes what happened, from any thread.
    func hear(_ news: PhoneNews) {
        hear { $0.hear(news, at: $1) }
    }

    /// Takes what happened as the machine's parts see it.
    @discardableResult
    func hear<Value: Sendable>(_ body: (inout PhoneCore, Date) -> Value) -> Value {
        let now = device.clock.now
        let value = core.withLock { body(&$0, now) }
        drain()
        return value
    }

    /// Shows how the device is now, whoever has changed that.
    func noticeDevice() {
        // Several may look at once, and whoever looked first may come last: what they saw does not count then, and they look again.
        var isTaken = false
        while !isTaken {
            let look = withCore { $0.beginLook() }
            let (facts, account) = (device.facts, device.services.services.settings.account?.rawValue)
            isTaken = hear { $0.notice(facts, account: account, look, at: $1) }
        }
        watchLock()
    }

    /// Looks at the clock, as long as there is a phone.
    private func tick() {
        let task = Task { [weak self] in
            while (try? await Task.sleep(for: Self.tickLength)) != nil {
                guard let self else { return }
                self.lookAtClock()
            }
        }
        ticking.withLock { $0 = task }
    }

    /// What time alone changes: the clock's minute, a banner, codes, sites that are to be asked again, and what is asked of the account elsewhere.
    func lookAtClock() {
        let now = device.clock.now
        if withCore({ $0.state.isDue(at: now) }) { hear(.timePassed) }
        lookForCodes()
        let associations = device.services.associations.found
        if let wake = associations.nextWake, wake <= now { associations.timePassed() }
    }

    private static let tickLength = Duration.seconds(1)

    /// Carries out what is to be done, in order and one after the other, whoever asked for it. Nothing of it blocks.
    private func drain() {
        while let effect = core.withLock({ $0.nextEffect() }) {
            carryOut(effect)
            core.withLock { $0.effectIsDone() }
        }
    }

    /// What is asked of whoever holds the machine's parts.
    func withCore<Value: Sendable>(_ body: (inout PhoneCore) -> Value) -> Value {
        core.withLock { body(&$0) }
    }
}

/// Waiting for what apps and the system do, by looking at every change.
extension Phone {
    /// Returns what the person sees as soon as it is so.
    ///
    /// - Parameters:
    ///   - patience: How long to wait, in real time: to be reached by nothing but a mistake.
    /// - Throws: A refusal that says what is seen instead, once patience is at its end; `CancellationError`.
    @discardableResult
    public func wait(
        patience: Duration = .seconds(60), until condition: @escaping @Sendable (PhoneView) -> Bool
    ) async throws -> PhoneView {
        try await attempt("what is waited for", patience) { (view: PhoneView) throws(PhoneRefusal) -> PhoneView? in
            condition(view) ? view : nil
        }
    }

    /// Returns when every app has handled what it was told, and the device has done what follows.
    public func isSettled() async {
        await settled { $0.isQuiet }
    }

    /// Returns as soon as the condition is met, also where what the person sees does not change with it.
    func settled(_ isMet: @escaping @Sendable (PhoneCore) -> Bool) async {
        await withCheckedContinuation { continuation in
            if withCore({ $0.wait(continuation, until: isMet) }) { continuation.resume() }
        }
    }

    /// Tries with every new view until there is a value.
    func attempt<Value: Sendable>(
        _ what: String, _ patience: Duration = .seconds(60),
        _ body: @escaping @Sendable (PhoneView) async throws(PhoneRefusal) -> Value?
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { [self] in
                for await view in views() {
                    do throws(PhoneRefusal) {
                        if let value = try await body(view) { return value }
                    } catch {
                        // The screen has changed in between, or is about to.
                        guard error.code == .nothingThere || error.code == .covered else { throw error }
                    }
                }
                throw CancellationError()
            }
            group.addTask {
                try await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else {
                throw PhoneRefusal(.nothingThere, "after \(patience) there is not \(what); there is: \(view.summary)")
            }
            return value
        }
    }
}
