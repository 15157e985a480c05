import DeviceBroker
import DeviceServices
import Dispatch
import OpenAuthenticationServices
import Secrets
import Testing

@testable import DeviceSimulator

@Suite("A security key that waits for its touch") @MainActor
struct SecurityKeyWaitTests {
    /// A key that the user does not touch. It waits until the request is cancelled.
    private struct UntouchedKey: SecurityKey {
        func create(
            _ order: SecurityKeyCreation, pin: SecretBytes?, until cancellation: PromptCancellationToken
        ) throws(SecurityKeyRejection) -> SecurityKeyCredential {
            throw wait(until: cancellation)
        }

        func sign(
            _ order: SecurityKeySignatureOrder, pin: SecretBytes?, until cancellation: PromptCancellationToken
        ) throws(SecurityKeyRejection) -> SecurityKeySignature {
            throw wait(until: cancellation)
        }

        private func wait(until cancellation: PromptCancellationToken) -> SecurityKeyRejection {
            let ended = DispatchSemaphore(value: 0)
            cancellation.onCancel { ended.signal() }
            ended.wait()
            return .cancelled
        }
    }

    @Test("the user sees a sheet meanwhile, whose Cancel ends the request", arguments: [true, false])
    func cancelled(isRegistration: Bool) async throws {
        let scene = try await SecurityKeyScene()
        scene.device.services.services.securityKeys.key = UntouchedKey()
        let request: ASAuthorizationRequest = isRegistration ? scene.registration() : scene.assertion()
        #expect(try await scene.error(request, answers: [.proceed, .cancel]).code == .canceled)
        #expect(
            scene.device.sheets.shown.map(\.content) == [.securityKey(site: PasskeyScene.site), .securityKeyTouch])
    }
}
