import Dispatch
import Synchronization

/// A queue of entries for screens. Several screens may be connected, and one screen takes each entry.
///
/// An entry that no screen accepts in time is interrupted. An entry whose screen disconnects is offered again.
package final class ScreenQueue<Content: Sendable>: Sendable {
    private let timeout: PromptTimeout
    private let state = Mutex(State())

    package init(timeout: PromptTimeout) {
        self.timeout = timeout
    }

    /// Returns a unique number.
    package func nextNumber() -> UInt64 {
        state.withLock { $0.next() }
    }

    /// Offers the content to the screens. Calls `interrupt` if no screen takes it in time.
    package func add(_ content: Content, number: UInt64, interrupt: @escaping @Sendable () -> Void) {
        let offer = state.withLock { state in
            state.entries.append(Entry(number: number, content: content, interrupt: interrupt))
            return state.offer(number)
        }
        perform(offer)
    }

    /// Ends the entry, answered or not. Calls `lockedAction` before a screen can answer another one.
    package func remove(_ number: UInt64, lockedAction: () -> Void = {}) {
        let watchers = state.withLock { state in
            state.entries.removeAll { $0.number == number }
            lockedAction()
            return state.removeWatchers { $0.number == number }
        }
        for watcher in watchers { watcher.onEnd() }
    }

    /// Connects a screen.
    package func open() -> ScreenConnection {
        ScreenConnection(number: nextNumber())
    }

    /// Gives the screen the first entry that no screen has taken, immediately or when one arrives.
    package func take(as screen: ScreenConnection, _ give: @escaping @Sendable (Content) -> Void) {
        let content = state.withLock { state -> Content? in
            guard let index = state.entries.firstIndex(where: \.isOffered) else {
                state.waiting.append((screen, give))
                return nil
            }
            state.entries[index].taker = screen
            return state.entries[index].content
        }
        if let content { give(content) }
    }

    /// Calls `onEnd` when the entry has ended, or immediately if it already has.
    package func watch(_ number: UInt64, as screen: ScreenConnection, _ onEnd: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard state.entries.contains(where: { $0.number == number }) else { return true }
            state.watchers.append((screen, number, onEnd))
            return false
        }
        if isOver { onEnd() }
    }

    /// Returns whether the screen waits for an entry or for the end of one.
    package func isWaiting(_ screen: ScreenConnection) -> Bool {
        state.withLock { state in
            state.waiting.contains { $0.screen == screen } || state.watchers.contains { $0.screen == screen }
        }
    }

    /// Returns the entry if the screen has taken it and not answered it.
    package func taken(_ number: UInt64, by screen: ScreenConnection) -> Content? {
        state.withLock { state in state.index(of: number, takenBy: screen).map { state.entries[$0].content } }
    }

    /// Marks an entry that the screen has taken as answered, unless `accept` throws. The entry cannot end before `accept` returns.
    ///
    /// Returns nil if the entry has ended, was answered, or was taken by another screen.
    package func answer<Answer, Failure: Error>(
        _ number: UInt64, by screen: ScreenConnection, accept: (Content) throws(Failure) -> Answer
    ) throws(Failure) -> Answer? {
        try state.withLock { (state) throws(Failure) -> Answer? in
            guard let index = state.index(of: number, takenBy: screen) else { return nil }
            let answer = try accept(state.entries[index].content)
            state.entries[index].isAnswered = true
            return answer
        }
    }

    /// Disconnects the screen. Entries that it has taken and not answered are offered again.
    package func leave(_ screen: ScreenConnection) {
        let offers = state.withLock { state -> [Offer] in
            state.waiting.removeAll { $0.screen == screen }
            _ = state.removeWatchers { $0.screen == screen }
            let left = state.entries.filter { $0.taker == screen && !$0.isAnswered }.map(\.number)
            return left.map { state.offer($0) }
        }
        offers.forEach(perform)
    }

    private func perform(_ offer: Offer) {
        switch offer {
        case .given(let content, let give): give(content)
        case .waits(let number, let offering): timeout.wait { [weak self] in self?.interrupt(number, offering) }
        }
    }

    /// Interrupts the entry, unless a screen has taken it since it was offered.
    private func interrupt(_ number: UInt64, _ offering: UInt64) {
        let interrupt = state.withLock { state -> (@Sendable () -> Void)? in
            let index = state.entries.firstIndex { $0.number == number && $0.offering == offering && $0.isOffered }
            guard let index else { return nil }
            state.entries[index].isAnswered = true
            return state.entries[index].interrupt
        }
        interrupt?()
    }
}

extension ScreenQueue {
    private struct Entry {
        let number: UInt64
        let content: Content
        let interrupt: @Sendable () -> Void
        var taker: ScreenConnection?
        var isAnswered = false
        /// The number of the latest offer of the entry.
        var offering: UInt64 = 0

        var isOffered: Bool { taker == nil && !isAnswered }
    }

    private typealias Watcher = (screen: ScreenConnection, number: UInt64, onEnd: @Sendable () -> Void)

    /// The result of offering an entry.
    private enum Offer {
        case given(Content, @Sendable (Content) -> Void)
        case waits(number: UInt64, offering: UInt64)
    }

    private struct State {
        /// The waiting entries, in the order in which screens show them.
        var entries: [Entry] = []
        var waiting: [(screen: ScreenConnection, give: @Sendable (Content) -> Void)] = []
        var watchers: [Watcher] = []
        private var last: UInt64 = 0

        mutating func next() -> UInt64 {
            last += 1
            return last
        }

        func index(of number: UInt64, takenBy screen: ScreenConnection) -> Int? {
            entries.firstIndex { $0.number == number && $0.taker == screen && !$0.isAnswered }
        }

        mutating func offer(_ number: UInt64) -> Offer {
            let offering = next()
            guard let index = entries.firstIndex(where: { $0.number == number }) else {
                return .waits(number: number, offering: offering)
            }
            entries[index].offering = offering
            entries[index].taker = nil
            guard !waiting.isEmpty else { return .waits(number: number, offering: offering) }
            let (screen, give) = waiting.removeFirst()
            entries[index].taker = screen
            return .given(entries[index].content, give)
        }

        mutating func removeWatchers(where isGone: (Watcher) -> Bool) -> [Watcher] {
            defer { watchers.removeAll(where: isGone) }
            return watchers.filter(isGone)
        }
    }
}

/// A connection that can show entries.
package struct ScreenConnection: Hashable, Sendable {
    fileprivate let number: UInt64
}

/// The time for which an entry waits for a screen. The clock is injected.
package struct PromptTimeout: Sendable {
    /// A function that calls its argument once, from any thread, when the time has passed.
    let wait: @Sendable (_ over: @escaping @Sendable () -> Void) -> Void

    package init(_ wait: @escaping @Sendable (_ over: @escaping @Sendable () -> Void) -> Void) {
        self.wait = wait
    }

    package static func seconds(_ seconds: Int) -> PromptTimeout {
        PromptTimeout { over in DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: over) }
    }
}
