import DeviceProtocol
import Foundation
import Testing
import Threads

@testable import DeviceBroker

@Suite("Question queue", .timeLimit(.minutes(20))) struct PromptTurnQueueTests {
    let device: TestDevice
    let caller = Caller(app: TestDevice.app, process: ProcessIdentity(processID: 7, userID: 1_000, startTime: 1))
    let link: BrokerLink

    init() throws {
        device = try TestDevice()
        link = BrokerLink(broker: device.device.broker, caller: caller)
    }

    /// Starts an evaluation on a separate thread.
    private func evaluate(_ context: ContextReference, _ link: BrokerLink? = nil) -> Inbox<DeviceError?> {
        let link = link ?? self.link
        let ended = Inbox<DeviceError?>()
        _ = WorkerThread.start { [link] in
            do throws(DeviceError) {
                _ = try link.perform(Evaluate(context: context, subject: .policy(.owner), presentation: .reason("go on")))
                ended.put(nil)
            } catch {
                ended.put(error)
            }
        }
        return ended
    }

    /// Returns a pending prompt, and the evaluation of another context queued behind it.
    private func queued() throws -> (standing: Inbox<DeviceError?>, waiting: Inbox<DeviceError?>, context: ContextReference) {
        let shown = Inbox<Bool>()
        device.person.will(.then { shown.put(true) }, .then {})
        let standing = evaluate(try link.perform(OpenContext()))
        #expect(shown.take())
        let context = try link.perform(OpenContext())
        let waiting = evaluate(context)
        awaitWaiting(1)
        return (standing, waiting, context)
    }

    /// Blocks until this number of requests is in the queue, which sends no signal.
    private func awaitWaiting(_ count: Int) {
        while device.device.presence.line.count < count { usleep(1_000) }
    }

    @Test("a queued question ends with its context, is never shown, and does not affect the next one")
    func closed() throws {
        let (standing, waiting, context) = try queued()
        _ = try link.perform(CloseContext(context: context))
        #expect(waiting.take() == .authentication(.appCancel))
        #expect(device.device.presence.line.count == 0)
        device.sensor.see(.matched)
        #expect(standing.take() == nil)
        #expect(device.person.prompts.count == 1)
        device.sensor.see(.matched)
        #expect(evaluate(try link.perform(OpenContext())).take() == nil)
        #expect(device.person.prompts.count == 2)
    }

    @Test("a queued question ends with its process")
    func processGone() throws {
        let (standing, waiting, _) = try queued()
        device.device.broker.linkEnded(caller)
        #expect(waiting.take() == .authentication(.appCancel))
        #expect(standing.take() == .authentication(.appCancel))
        #expect(device.person.prompts.count == 1)
    }

    @Test("a queued question ends when the device is locked, and is not shown on the locked device")
    func locked() throws {
        let (standing, waiting, _) = try queued()
        device.device.lock()
        #expect(waiting.take() == .authentication(.systemCancel))
        #expect(standing.take() == .authentication(.systemCancel))
        #expect(device.person.prompts.count == 1)
        // A question that starts on a locked device is shown.
        device.sensor.see(.matched)
        #expect(evaluate(try link.perform(OpenContext())).take() == nil)
    }

    @Test("queued questions are shown in order")
    func order() throws {
        let (standing, waiting, _) = try queued()
        device.sensor.see(.matched)
        #expect(standing.take() == nil)
        device.sensor.see(.matched)
        #expect(waiting.take() == nil)
        #expect(device.person.prompts.count == 2)
    }

    @Test("a question of another app precedes the second question of the same app")
    func fairness() throws {
        let (standing, waiting, _) = try queued()
        let other = device.link(TestDevice.otherApp)
        let others = evaluate(try other.perform(OpenContext()), other)
        awaitWaiting(2)
        device.person.will(.then {})
        for inbox in [standing, others, waiting] {
            device.sensor.see(.matched)
            #expect(inbox.take() == nil)
        }
        #expect(device.person.prompts.map(\.caller.app) == [TestDevice.app, TestDevice.otherApp, TestDevice.app])
    }

    @Test("a request that may not prompt does not wait in the queue")
    func notInteractive() throws {
        let (standing, waiting, context) = try queued()
        let quiet = Evaluate(
            context: context, subject: .policy(.owner), presentation: .reason("go on"), mayInteract: false)
        #expect(throws: DeviceError.authentication(.notInteractive)) { try link.perform(quiet) }
        device.device.lock()
        #expect(standing.take() == .authentication(.systemCancel) && waiting.take() == .authentication(.systemCancel))
    }

    @Test("a question that was cancelled before its turn is never shown")
    func takenBackBefore() throws {
        let cancellation = PromptCancellationToken()
        cancellation.cancel()
        let inquiry = PresenceInquiry(
            caller: caller, purpose: .evaluate, presentation: .reason("go on"), mayInteract: true, cancellation: cancellation)
        device.sensor.see(.matched)
        #expect(throws: AuthenticationFailure.appCancel) { try device.device.presence.obtain(.either, for: inquiry) }
        #expect(device.person.prompts.isEmpty)
    }
}
