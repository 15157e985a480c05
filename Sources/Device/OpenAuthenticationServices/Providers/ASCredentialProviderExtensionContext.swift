import DeviceProtocol
public import Foundation
import Synchronization

/// The context through which a credential provider extension responds to the system. Its methods may be called from any thread.
///
/// The first response ends the request; the handlers of later ones are called with false. Handlers are called on the main actor.
///
/// `@unchecked Sendable`: a lock protects the state of this class. Subclasses must protect their own.
open class ASCredentialProviderExtensionContext: NSObject, @unchecked Sendable {
    private struct State {
        /// The function that receives the extension's reports. Nil after the end of the request.
        var report: (@Sendable (ProviderReport) -> Void)?
    }

    private let state = Mutex(State())
    private static let invalidOutput = "A blob is too long, or a derived key does not have 32 bytes."

    /// Created only by view controllers.
    override init() {
        super.init()
    }

    /// Completes the request with a password. The system fills it in and does not save it.
    ///
    /// - Parameter completionHandler: Called with true before the system ends the extension, or with false if the request has
    ///   already ended.
    open func completeRequest(
        withSelectedCredential credential: ASPasswordCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        guard [credential.user, credential.password].allSatisfy({ $0.utf8.count <= PasswordGrant.maximumLength }) else {
            return end(.gaveUp(ModificationFailure(.failed, "The credential is too long.")), completionHandler)
        }
        end(.password(PasswordGrant(user: credential.user, password: credential.password)), completionHandler)
    }

    /// Completes the request with a password; see ``completeRequest(withSelectedCredential:completionHandler:)``.
    @discardableResult
    open func completeRequest(withSelectedCredential credential: ASPasswordCredential) async -> Bool {
        await withCheckedContinuation { continuation in
            completeRequest(withSelectedCredential: credential) { continuation.resume(returning: $0) }
        }
    }

    /// Completes the request with a one-time code. The system fills it in and does not save it.
    ///
    /// - Parameter completionHandler: As for ``completeRequest(withSelectedCredential:completionHandler:)``.
    open func completeOneTimeCodeRequest(
        using credential: ASOneTimeCodeCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        guard credential.code.utf8.count <= ProviderReport.maximumCodeLength else {
            return end(.gaveUp(ModificationFailure(.failed, "The code is too long.")), completionHandler)
        }
        end(.oneTimeCode(credential.code), completionHandler)
    }

    /// Completes the request with a one-time code; see ``completeOneTimeCodeRequest(using:completionHandler:)``.
    @discardableResult
    open func completeOneTimeCodeRequest(using credential: ASOneTimeCodeCredential) async -> Bool {
        await withCheckedContinuation { continuation in
            completeOneTimeCodeRequest(using: credential) { continuation.resume(returning: $0) }
        }
    }

    /// Completes the request with a signature by a passkey. The system checks that the signature is for the requested passkey and
    /// client data, and that the flags of the authenticator data report a present and verified user.
    ///
    /// - Parameter completionHandler: As for ``completeRequest(withSelectedCredential:completionHandler:)``.
    open func completeAssertionRequest(
        using credential: ASPasskeyAssertionCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        guard let outputs = PasskeyAssertionOutputs(credential.extensionOutput) else {
            return end(.gaveUp(ModificationFailure(.failed, Self.invalidOutput)), completionHandler)
        }
        let assertion = ProvidedAssertion(
            relyingParty: credential.relyingParty, credentialID: Array(credential.credentialID),
            userHandle: Array(credential.userHandle), clientDataHash: Array(credential.clientDataHash),
            authenticatorData: Array(credential.authenticatorData), signature: Array(credential.signature), outputs: outputs)
        guard let assertion else {
            return end(.gaveUp(ModificationFailure(.failed, "The credential is too long.")), completionHandler)
        }
        end(.passkey(assertion), completionHandler)
    }

    /// Completes the request with a signature by a passkey; see ``completeAssertionRequest(using:completionHandler:)``.
    @discardableResult
    open func completeAssertionRequest(using credential: ASPasskeyAssertionCredential) async -> Bool {
        await withCheckedContinuation { continuation in
            completeAssertionRequest(using: credential) { continuation.resume(returning: $0) }
        }
    }

    /// Completes the request with a new passkey. The system checks that it is for the requested relying party and client data, and that
    /// the flags of the authenticator data report a present and verified user. Save its identity in ``ASCredentialIdentityStore``, so
    /// that the system offers it.
    ///
    /// - Parameter completionHandler: As for ``completeRequest(withSelectedCredential:completionHandler:)``.
    open func completeRegistrationRequest(
        using credential: ASPasskeyRegistrationCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        guard let outputs = PasskeyRegistrationOutputs(credential.extensionOutput) else {
            return end(.gaveUp(ModificationFailure(.failed, Self.invalidOutput)), completionHandler)
        }
        let registration = ProvidedRegistration(
            relyingParty: credential.relyingParty, clientDataHash: Array(credential.clientDataHash),
            credentialID: Array(credential.credentialID), attestationObject: Array(credential.attestationObject), outputs: outputs)
        guard let registration else {
            return end(.gaveUp(ModificationFailure(.failed, "The credential is too long.")), completionHandler)
        }
        end(.registration(registration), completionHandler)
    }

    /// Completes the request with a new passkey; see ``completeRegistrationRequest(using:completionHandler:)``.
    @discardableResult
    open func completeRegistrationRequest(using credential: ASPasskeyRegistrationCredential) async -> Bool {
        await withCheckedContinuation { continuation in
            completeRegistrationRequest(using: credential) { continuation.resume(returning: $0) }
        }
    }

    /// Completes a request for text. The request fails, because the system does not support text to insert yet.
    ///
    /// - Parameter completionHandler: As for ``completeRequest(withSelectedCredential:completionHandler:)``.
    open func completeRequest(withTextToInsert text: String, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        end(.gaveUp(ModificationFailure(.failed, "Text to insert is not supported.")), completionHandler)
    }

    /// Completes a request for text; see ``completeRequest(withTextToInsert:completionHandler:)``.
    @discardableResult
    open func completeRequest(withTextToInsert text: String) async -> Bool {
        await withCheckedContinuation { continuation in
            completeRequest(withTextToInsert: text) { continuation.resume(returning: $0) }
        }
    }

    /// Completes the configuration of the extension and closes its view.
    open func completeExtensionConfigurationRequest() {
        end(.isConfigured, nil)
    }

    /// Cancels the request. ``ASExtensionError/userInteractionRequired`` causes a second request with a view. Errors other than
    /// ``ASExtensionError`` count as ``ASExtensionError/failed``.
    open func cancelRequest(withError error: any Error) {
        end(.gaveUp(ModificationFailure(error)), nil)
    }

    /// Starts the first or second request.
    func begin(_ report: @escaping @Sendable (ProviderReport) -> Void) {
        state.withLock { $0.report = report }
    }

    private func end(_ last: ProviderReport, _ handler: (@Sendable (Bool) -> Void)?) {
        let report = state.withLock { state in
            defer { state.report = nil }
            return state.report
        }
        guard let handler else {
            report?(last)
            return
        }
        // The system may end the process as soon as it receives the report.
        Task { @MainActor in
            handler(report != nil)
            report?(last)
        }
    }
}
