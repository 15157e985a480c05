import AssociatedDomains
import DeviceBroker
import DeviceServices
import Dispatch
import Foundation
import PasswordManager
import Synchronization

/// A device as a person has it in hand: what it shows, as a value, and what can be done with it.
///
/// Apps run on it; the system's prompts, sheets and questions stand until the person answers them. Time does not pass by itself.
public final class Phone: Sendable {
    /// The device itself: its lock, its sensor, its keychain, its clock. Its ``DeviceSimulator/person`` and ``DeviceSimulator/sheets`` are asked
    /// nothing any more: prompts and sheets are on the screen.
    public let device: DeviceSimulator

    private let core: Mutex<PhoneCore>

    /// - Parameters:
    ///   - device: The device. Each has one phone at a time.
    ///   - name: What the person calls it.
    /// - Throws: What a new device throws.
    public convenience init(_ device: DeviceSimulator? = nil, name: String = "iPhone") throws {
        try self.init(device ?? DeviceSimulator(), name: name, random: SystemRandomNumberGenerator())
    }

    /// A phone whose files stand in a folder, and which knows when it is made again what it knew: see
    /// ``DeviceSimulator/init(storedIn:biometry:isEnrolled:passcode:app:accessGroups:enclave:)``. Apps are installed anew; messages are gone.
    public convenience init(storedIn folder: String, name: String = "iPhone") throws {
        try self.init(DeviceSimulator(storedIn: folder), name: name)
    }

    /// - Parameter random: For strong passwords.
    package init(_ device: DeviceSimulator, name: String, random: any RandomNumberGenerator & Sendable) throws {
        self.device = device
        core = Mutex(
            PhoneCore(
                PhoneState(
                    name: name, store: device.services.passwords, associations: device.services.associations, random: random,
                    now: device.clock.now)))
        attach()
        device.services.settings.onChange { [weak self] in
            // Told within changes that the phone makes itself.
            DispatchQueue.global().async { [weak self] in self?.hear(.passwordsChanged) }
        }
        noticeDevice()
    }

    deinit {
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
        guard let identifier = try? AppIdentifier(app.identifier), !identifier.isWildcard,
            let known = try? DeviceSimulator.app(app.identifier, app.accessGroups)
        else { throw PhoneRefusal(.failed, "\(app.identifier) names no app") }
        core.withLock { $0.programs[app.identifier] = PhoneCore.Program(app: app, known: known) }
        hear(.installed(AppDescription(identifier: identifier, name: app.name)))
        try? await device.install(
            associatedDomains: app.associatedDomains, of: app.identifier, isSignedForDevelopment: app.isSignedForDevelopment)
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

    /// The page in the web sheet is led to an address, as by a link or a redirect: where an app waits for that one, the sheet closes. Nothing without
    /// a page.
    public func leadPage(to address: String) {
        let report = core.withLock { $0.pages.last?.report }
        report?(.led(to: address))
    }

    // MARK: - The machine

    /// Takes what happened, from any thread.
    func hear(_ news: PhoneNews) {
        let now = device.clock.now
        core.withLock { $0.hear(news, at: now) }
        drain()
    }

    /// Shows how the device is now, whoever has changed that.
    func noticeDevice() {
        let facts = device.facts
        if core.withLock({ $0.state.device }) != facts { hear(.device(facts)) }
        let account = device.services.services.settings.account?.rawValue
        if core.withLock({ $0.state.account.account }) != account { hear(.account(AccountFacts(account: account))) }
        watchLock()
    }

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
