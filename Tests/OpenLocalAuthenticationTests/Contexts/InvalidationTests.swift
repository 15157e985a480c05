import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("A context that has ended", .timeLimit(.minutes(5))) struct InvalidationTests {
    @Test("takes back what it asks, and is good for nothing after that", arguments: Form.allCases)
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

    @Test("keeps nothing of what was shown to it, used before or not", arguments: [true, false])
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

    @Test("takes back what it asks when nobody holds it any more")
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
        // The device has taken the prompt away: what is done now meets nothing.
        device.person.will(.match)
        #expect(device.person.remainingAnswers == [.match])
    }

    @Test("is taken back though it was never seen by the device", arguments: Form.allCases)
    func atOnce(form: Form) async throws {
        let device = try DeviceSimulator()
        try await device.run {
            for _ in 1...20 {
                device.person.will(.wait)
                let context = LAContext()
                let end = Task { try await form.evaluate(.deviceOwnerAuthentication, with: context) }
                context.invalidate()
                // Whichever of the two came first.
                do {
                    try await end.value
                    Issue.record("an evaluation succeeded that nobody answered")
                } catch let error as LAError {
                    #expect(error.code == .appCancel || error.code == .invalidContext)
                }
            }
        }
    }

    @Test("is what a restart of the device leaves of every context")
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
