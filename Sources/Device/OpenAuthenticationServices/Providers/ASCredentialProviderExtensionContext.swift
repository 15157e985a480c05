import DeviceProtocol
public import Foundation
import Synchronization

/// Answers the system for an extension that provides credentials. Its methods may be called from any thread.
///
/// The first answer to a request counts, and ends the request: handlers of later ones are called with false. Handlers are called on the main actor.
///
/// `Sendable` holds for the class itself, whose state is behind one lock; a subclass answers for its own.
open class ASCredentialProviderExtensionContext: NSObject, @unchecked Sendable {
    private struct State {
        /// Nil once the request has ended.
        var report: (@Sendable (ProviderReport) -> Void)?
    }

    private let state = Mutex(State())

    /// Of a view controller, which is the only one who makes any.
    override init() {
        super.init()
    }

    /// Gives a password. The system fills it in and saves nothing of it.
    ///
    /// - Parameter completionHandler: called with true before the system ends the extension; false where the request has ended.
    open func completeRequest(
        withSelectedCredential credential: ASPasswordCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        guard [credential.user, credential.password].allSatisfy({ $0.utf8.count <= PasswordGrant.maximumLength }) else {
            return end(.gaveUp(ModificationFailure(.failed, "The credential is too long.")), completionHandler)
        }
        end(.password(PasswordGrant(user: credential.user, password: credential.password)), completionHandler)
    }

    /// Gives a password; see ``completeRequest(withSelectedCredential:completionHandler:)``.
    @discardableResult
    open func completeRequest(withSelectedCredential credential: ASPasswordCredential) async -> Bool {
        await withCheckedContinuation { continuation in
            completeRequest(withSelectedCredential: credential) { continuation.resume(returning: $0) }
        }
    }

    /// Gives a one-time code. The system fills it in and saves nothing of it.
    ///
    /// - Parameter completionHandler: see ``completeRequest(withSelectedCredential:completionHandler:)``.
    open func completeOneTimeCodeRequest(
        using credential: ASOneTimeCodeCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        guard credential.code.utf8.count <= ProviderReport.maximumCodeLength else {
            return end(.gaveUp(ModificationFailure(.failed, "The code is too long.")), completionHandler)
        }
        end(.oneTimeCode(credential.code), completionHandler)
    }

    /// Gives a one-time code; see ``completeOneTimeCodeRequest(using:completionHandler:)``.
    @discardableResult
    open func completeOneTimeCodeRequest(using credential: ASOneTimeCodeCredential) async -> Bool {
        await withCheckedContinuation { continuation in
            completeOneTimeCodeRequest(using: credential) { continuation.resume(returning: $0) }
        }
    }

    /// Ends the view in which the person set the provider up.
    open func completeExtensionConfigurationRequest() {
        end(.isConfigured, nil)
    }

    /// Gives up. ``ASExtensionError/userInteractionRequired`` brings a second request, with a view; every error that is no ``ASExtensionError`` counts as
    /// ``ASExtensionError/failed``.
    open func cancelRequest(withError error: any Error) {
        end(.gaveUp(ModificationFailure(error)), nil)
    }

    /// A request begins, the first or the second.
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
        // The system may end the process as soon as it has the report.
        Task { @MainActor in
            handler(report != nil)
            report?(last)
        }
    }
}
