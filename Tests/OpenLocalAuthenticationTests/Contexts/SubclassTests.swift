import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

/// How apps replace a context in tests of their own: an override with the older spelling of the reply.
private final class SubstituteContext: LAContext, @unchecked Sendable {
    override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { true }

    override func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping (Bool, (any Error)?) -> Void
    ) {
        reply(policy == .deviceOwnerAuthentication, policy == .deviceOwnerAuthentication ? nil : LAError(.biometryLockout))
    }
}

@Suite("A subclass of a context") struct SubclassTests {
    @Test("answers for both forms")
    func forms() async throws {
        let context: LAContext = SubstituteContext()
        #expect(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
        for form in Form.allCases {
            try await form.evaluate(.deviceOwnerAuthentication, with: context)
            await #expect(throws: LAError(.biometryLockout)) {
                try await form.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: context)
            }
        }
    }
}
