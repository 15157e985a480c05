import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("Invalidated contexts", .timeLimit(.minutes(20))) struct InvalidationTests {
    @Test("invalidation cancels the prompt, and later uses fail", arguments: Form.allCases)
    func inFlight(form: Form) async throws {
        let device = try DeviceSimulator()
        device.person.will(.wait)
        await device.run {
            let context = LAContext()
            let end = Task { try await form.evaluate(.deviceOwnerAuthentication, with: context) }
            await device.person.prompted(times: 1)
            context.invalidate()
            await #expect(throws: LAError(.appCancel)) { try await end.value }
            await #expect(throws: LAError(.invalidContext)) {
                try await form.evaluate(.deviceOwnerAuthentication, with: context)
            }
            var error: NSError?
            #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
            #expect(error?.code == LAError.invalidContext.rawValue)
            context.invalidate()
            await #expect(throws: LAError(.invalidContext)) {
                try await form.evaluate(.deviceOwnerAuthentication, with: context)
            }
        }
        #expect(device.person.promptCount == 1)
    }

    @Test("invalidation discards the evidence, used or not", arguments: [true, false])
    func afterwards(wasUsed: Bool) async throws {
        let device = try DeviceSimulator()
        if wasUsed { device.person.will(.match) }
        try await device.run {
            let context = LAContext()
            if wasUsed { try await Form.async.evaluate(.deviceOwnerAuthentication, with: context) }
            context.invalidate()
            for form in Form.allCases {
                await #expect(throws: LAError(.invalidContext)) {
                    try await form.evaluate(.deviceOwnerAuthentication, with: context)
                }
            }
            #expect(throws: (any Error).self) { try context.contextReference() }
        }
    }

    @Test("deallocation cancels the prompt")
    func deallocation() async throws {
        let device = try DeviceSimulator()
        device.person.will(.wait)
        let replies = Replies<LAError?>()
        await device.run {
            var context: LAContext? = LAContext()
            context?.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "see your notes") { isDone, error in
                replies.put(isDone ? nil : error as? LAError)
            }
            await device.person.prompted(times: 1)
            context = nil
            #expect(await replies.first() == [LAError(.appCancel)])
        }
        // The device has already hidden the prompt, so a response has no effect.
        device.person.will(.match)
        #expect(device.person.remainingAnswers == [.match])
    }

    @Test("an evaluation is cancelled even before the device has received it", arguments: Form.allCases)
    func atOnce(form: Form) async throws {
        let device = try DeviceSimulator()
        try await device.run {
            for _ in 1...20 {
                device.person.will(.wait)
                let context = LAContext()
                let end = Task { try await form.evaluate(.deviceOwnerAuthentication, with: context) }
                context.invalidate()
                // Whichever of the two was first.
                do {
                    try await end.value
                    Issue.record("an evaluation succeeded without a response")
                } catch let error as LAError {
                    #expect(error.code == .appCancel || error.code == .invalidContext)
                }
            }
        }
    }

    @Test("a restart of the device invalidates every context")
    func reboot() async throws {
        let device = try DeviceSimulator(passcode: nil)
        device.person.will(.match, .match)
        try await device.run {
            let context = LAContext()
            try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: context)
            try device.reboot()
            await #expect(throws: LAError(.invalidContext)) {
                try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: context)
            }
            try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: LAContext())
        }
    }
}
