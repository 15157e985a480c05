import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

/// A context as apps mock it in their tests: an override uses the older type of the reply.
private final class SubstituteContext: LAContext, @unchecked Sendable {
    override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { true }

    override func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping (Bool, (any Error)?) -> Void
    ) {
        reply(policy == .deviceOwnerAuthentication, policy == .deviceOwnerAuthentication ? nil : LAError(.biometryLockout))
    }
}

@Suite("Subclass of a context") struct SubclassTests {
    @Test("the override applies to both forms")
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
