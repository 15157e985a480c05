import DeviceProtocol
import DeviceSimulator
import Dispatch
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("Context and device", .timeLimit(.minutes(20))) struct SessionTests {
    @Test("a context is opened at its first use, and closed with the object or when invalidated", arguments: [true, false])
    func lifetime(isInvalidated: Bool) async throws {
        let device = try DeviceSimulator()
        let requests = Replies<RequestKind>()
        await device.run {
            await CurrentDevice.$link.withValue(WatchedLink(link: CurrentDevice.link, before: { requests.put($0) })) {
                _ = LAContext()
                var context: LAContext? = LAContext()
                context?.localizedReason = "for later"
                for _ in 1...2 { #expect(context?.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) == true) }
                if isInvalidated {
                    context?.invalidate()
                    context?.invalidate()
                }
                context = nil
                #expect(await requests.first(4) == [.openContext, .preflight, .preflight, .closeContext])
            }
        }
    }

    @Test("a response that arrives after the end of its context does not count", arguments: Form.allCases)
    func lateAnswer(form: Form) async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        let (arrived, passed) = (Replies<RequestKind>(), DispatchSemaphore(value: 0))
        await device.run {
            let link = WatchedLink(
                link: CurrentDevice.link,
                after: { kind in
                    guard kind == .evaluate else { return }
                    arrived.put(kind)
                    passed.wait()
                })
            await CurrentDevice.$link.withValue(link) {
                let context = LAContext()
                let end = Task { try await form.evaluate(.deviceOwnerAuthentication, with: context) }
                _ = await arrived.first()
                context.invalidate()
                passed.signal()
                await #expect(throws: LAError(.appCancel)) { try await end.value }
            }
        }
    }

    @Test("a pending authorization does not authorize a right that was deauthorized", arguments: Form.allCases)
    func lateAuthorization(form: Form) async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        let (arrived, passed) = (Replies<RequestKind>(), DispatchSemaphore(value: 0))
        await device.run {
            let link = WatchedLink(
                link: CurrentDevice.link,
                after: { kind in
                    guard kind == .evaluate else { return }
                    arrived.put(kind)
                    passed.wait()
                })
            await CurrentDevice.$link.withValue(link) {
                let right = LARight()
                let end = Task { try await form.authorize(right) }
                _ = await arrived.first()
                await form.deauthorize(right)
                passed.signal()
                await #expect(throws: LAError(.appCancel)) { try await end.value }
                #expect(right.state == .notAuthorized)
            }
        }
    }

    @Test("concurrent first uses open one context")
    func race() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            let context = LAContext()
            try await withThrowingTaskGroup(of: ContextReference.self) { group in
                for _ in 1...8 { group.addTask { try context.contextReference() } }
                let references = try await group.reduce(into: Set()) { $0.insert($1) }
                #expect(references.count == 1)
            }
            try await Form.async.evaluate(.deviceOwnerAuthentication, with: context)
        }
    }

    @Test("Security uses a context's texts, and whether it may interact")
    func use() throws {
        try DeviceSimulator().run {
            let context = LAContext()
            context.localizedReason = "the context's"
            context.localizedCancelTitle = "Not now"
            context.localizedFallbackTitle = ""
            let use = try context.authenticationUse()
            #expect(use.context == (try context.contextReference()) && use.interface == .allow)
            #expect(use.presentation == Presentation(reason: "the context's", cancelTitle: "Not now", fallbackTitle: ""))
            context.interactionNotAllowed = true
            let own = try context.authenticationUse(reason: "the query's")
            #expect(own.interface == .fail && own.presentation.reason == "the query's")
            #expect(own.presentation.cancelTitle == "Not now")
            context.invalidate()
            #expect(throws: DeviceError.authentication(.invalidContext)) { try context.authenticationUse() }
        }
    }
}
