import DeviceBroker
import DeviceProtocol
import Synchronization
import Testing

@testable import DeviceServices
@testable import DeviceSimulator

@Suite("Showing sheets") struct SheetQueueTests {
    /// Records the numbers of its sheets, and answers immediately or not at all.
    private final class Screen: SheetInterface {
        let shown = Mutex<[UInt64]>([])
        let hidden = Mutex<[UInt64]>([])
        private let reply: SheetAnswer?
        private let whenShown: @Sendable () -> Void

        init(_ reply: SheetAnswer?, whenShown: @escaping @Sendable () -> Void = {}) {
            self.reply = reply
            self.whenShown = whenShown
        }

        func show(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void) {
            shown.withLock { $0.append(sheet.number) }
            if let reply { answer(reply) }
            whenShown()
        }

        func hide(_ sheet: Sheet) { hidden.withLock { $0.append(sheet.number) } }
        func notify(_ notification: SystemNotification) {}
    }

    private let app: App

    init() throws {
        app = App(identifier: try #require(AccessGroup(rawValue: DeviceSimulator.usualApp)))
    }

    private func isInterrupted(_ answer: SheetAnswer) -> Bool { if case .interrupted = answer { true } else { false } }

    @Test("each sheet has a unique number, by which it is answered and hidden")
    func numbers() throws {
        let device = try DeviceSimulator()
        let (queue, screen) = (SheetQueue(state: device.device.state), Screen(.proceed))
        queue.attach(screen)
        for _ in 0..<3 { _ = queue.answer(to: .alert(.noAccount), for: app, until: PromptCancellationToken()) }
        #expect(screen.shown.withLock { $0 } == [1, 2, 3])
        #expect(screen.hidden.withLock { $0 } == [1, 2, 3])
    }

    @Test("no sheet is shown on a locked device or without a screen, and locking hides it")
    func locks() throws {
        let device = try DeviceSimulator()
        let (queue, screen) = (SheetQueue(state: device.device.state), Screen(nil) { device.lock() })
        #expect(isInterrupted(queue.answer(to: .alert(.noAccount), for: app, until: PromptCancellationToken())))
        queue.attach(screen)
        #expect(isInterrupted(queue.answer(to: .alert(.noAccount), for: app, until: PromptCancellationToken())))
        #expect(screen.shown.withLock { $0.count } == 1)
        #expect(isInterrupted(queue.answer(to: .alert(.noAccount), for: app, until: PromptCancellationToken())))
        #expect(screen.shown.withLock { $0.count } == 1)
    }

    @Test("cancelling the request hides the sheet")
    func cancellation() throws {
        let device = try DeviceSimulator()
        let cancellation = PromptCancellationToken()
        let (queue, screen) = (SheetQueue(state: device.device.state), Screen(nil) { cancellation.cancel() })
        queue.attach(screen)
        #expect(isInterrupted(queue.answer(to: .alert(.noAccount), for: app, until: cancellation)))
        #expect(screen.hidden.withLock { $0 } == [1])
    }

    /// The event that ends a wait below a sheet.
    enum Ending: CaseIterable, Sendable {
        case none, button, app, lock
    }

    @Test("a sheet during a wait ends it by a button, with the app's request and with a locked device", arguments: Ending.allCases)
    func during(ending: Ending) throws {
        let device = try DeviceSimulator()
        let cancellation = PromptCancellationToken()
        let queue = SheetQueue(state: device.device.state)
        let screen = Screen(ending == .button ? .cancel : nil) {
            switch ending {
            case .none, .button: break
            case .app: cancellation.cancel()
            case .lock: device.lock()
            }
        }
        queue.attach(screen)
        let isEnded = queue.show(.securityKeyTouch, for: app, until: cancellation) { token in
            #expect(screen.hidden.withLock { $0.isEmpty })
            return token.isCancelled
        }
        #expect(isEnded == (ending != .none))
        #expect(screen.shown.withLock { $0 } == [1] && screen.hidden.withLock { $0 } == [1])
    }

    @Test("a wait whose sheet cannot be shown ends at once")
    func duringWithoutScreen() throws {
        let device = try DeviceSimulator()
        let queue = SheetQueue(state: device.device.state)
        #expect(queue.show(.securityKeyTouch, for: app, until: PromptCancellationToken()) { $0.isCancelled })
        let screen = Screen(nil)
        queue.attach(screen)
        let cancellation = PromptCancellationToken()
        cancellation.cancel()
        #expect(queue.show(.securityKeyTouch, for: app, until: cancellation) { $0.isCancelled })
        #expect(screen.shown.withLock { $0.isEmpty })
    }
}
