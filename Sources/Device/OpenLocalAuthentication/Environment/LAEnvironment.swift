package import DeviceProtocol
import Dispatch
public import Foundation
import Synchronization

/// How a person can be authenticated on the device, and word of changes.
///
/// The device sends no word by itself: while there are observers, this object looks once a second, on a private queue, and calls them there.
public final class LAEnvironment: NSObject, Sendable {
    /// Of the process's device, or within a simulated device's `run`, of that one.
    public class var currentUser: LAEnvironment { ofTask }

    /// Set by whoever sets ``CurrentDevice/link`` for a task, so that observers stay with their device.
    @TaskLocal package static var ofTask = LAEnvironment(device: CurrentDevice.processDefault)

    private struct Memory {
        var observers: [WeakObserver] = []
        var lastReport: Mechanisms?
        /// A look is due.
        var isWatching = false
    }

    private let device: any DeviceLink
    private let queue = DispatchQueue(label: "local-authentication.environment")
    private let memory = Mutex(Memory())

    package init(device: any DeviceLink) {
        self.device = device
        super.init()
    }

    /// How it stands now. Blocks while the device looks. Without a device there are no mechanisms in it.
    public var state: State { State(mechanisms) }

    /// Calls the observer after every change from now on, until it is removed or gone; it is not kept.
    public func addObserver(_ observer: any Observer) {
        let now = mechanisms
        let added = WeakObserver(observer)
        let isFirst = memory.withLock { memory in
            if memory.observers.isEmpty { memory.lastReport = now }
            memory.observers.append(added)
            defer { memory.isWatching = true }
            return !memory.isWatching
        }
        if isFirst { lookLater() }
    }

    /// Calls the observer no more. One that was not added: nothing.
    public func removeObserver(_ observer: any Observer) {
        let removed = ObjectIdentifier(observer)
        memory.withLock { memory in
            memory.observers.removeAll { $0.identity == removed }
        }
    }

    private func lookLater() {
        queue.asyncAfter(deadline: .now() + 1) { [weak self] in
            guard let self else { return }
            look()
            let goesOn = memory.withLock { memory in
                memory.isWatching = !memory.observers.isEmpty
                return memory.isWatching
            }
            if goesOn { lookLater() }
        }
    }

    /// Tells the observers where something changed since the last look.
    package func look() {
        let now = mechanisms
        let (old, observers) = memory.withLock { memory -> (Mechanisms?, [WeakObserver]) in
            memory.observers.removeAll { $0.observer == nil }
            defer { memory.lastReport = now }
            return memory.lastReport == now ? (nil, []) : (memory.lastReport, memory.observers)
        }
        for observer in observers { observer.observer?.environment(self, stateDidChangeFromOldState: State(old)) }
    }

    private var mechanisms: Mechanisms? {
        try? device.perform(ReadMechanisms())
    }

    /// Whom to tell of changes.
    public protocol Observer: NSObjectProtocol {
        /// Something changed. Called on a private queue. Does nothing where it is not implemented.
        func environment(_ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State)
    }
}

extension LAEnvironment.Observer {
    /// Does nothing.
    public func environment(_ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State) {}
}

/// Unchecked: the reference is only read, and that observers are called on a private queue is their contract.
private final class WeakObserver: @unchecked Sendable {
    let identity: ObjectIdentifier
    private(set) weak var observer: (any LAEnvironment.Observer)?

    init(_ observer: any LAEnvironment.Observer) {
        identity = ObjectIdentifier(observer)
        self.observer = observer
    }
}
