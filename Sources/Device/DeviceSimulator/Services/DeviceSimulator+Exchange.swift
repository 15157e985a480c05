import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Dispatch
public import Foundation
import PasswordManager

extension DeviceSimulator {
    /// Exports every password, passkey and verification code to an app, as if the user had chosen the app in Passwords. The user must
    /// authenticate: give ``person`` an answer first. The app takes the credentials once within five minutes with
    /// `ASCredentialImportManager.importCredentials(token:)`.
    ///
    /// - Parameter app: The application identifier; nil for the app of the test.
    /// - Returns: The token, which an app receives in a user activity with the type `ASCredentialExchangeActivity`.
    /// - Throws: ``PhoneError`` if the device is locked, authentication fails, or the credentials cannot be read.
    public func exportCredentials(to app: String? = nil) async throws -> UUID {
        guard let identifier = app.map({ AccessGroup(rawValue: $0) }) ?? ownApp.identifier else { throw SimulatorFailure.appName }
        guard !isLocked else { throw PhoneError(.locked, "the device is locked") }
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<UUID, PhoneError>, Never>) in
            DispatchQueue(label: "device.export").async { [self] in
                continuation.resume(returning: Result { () throws(PhoneError) in try offer(to: identifier) })
            }
        }
        return try result.get()
    }

    /// The user names and sites of the saved verification codes, each with the code that is valid now, by site and user. Empty while
    /// the device is locked.
    public var savedVerificationCodes: [(user: String, site: String, code: String)] {
        let now = clock.now
        return ((try? services.codes.codes()) ?? []).compactMap { saved in
            saved.code(at: now).map { (saved.id.user, saved.id.server.text, $0) }
        }
    }

    /// Blocks until the user has answered.
    private func offer(to app: AccessGroup) throws(PhoneError) -> UUID {
        guard askPresence(PendingPrompt.system, PhoneView.PromptView.Purpose.exportCredentials.words) == .confirmed else {
            throw PhoneError(.notRecognized, "the authentication of the user failed")
        }
        guard let exchange = services.services.exchange else { throw PhoneError(.failed, "the device exchanges no credentials") }
        do throws(ExchangeError) {
            let token = try exchange.offer(to: app)
            return UUID(uuid: token.bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
        } catch {
            throw PhoneError(.failed, error.description)
        }
    }
}
