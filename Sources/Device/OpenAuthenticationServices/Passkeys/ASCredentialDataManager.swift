import DeviceProtocol
public import Foundation

/// Reports to the device what the app's server knows about the user's credentials, so that the device offers only those that work.
///
/// The app must be associated with the site (`webcredentials`). A method that returns has delivered its report; it does not
/// reveal whether the device has such a credential. Each method throws ``ASAuthorizationError``:
/// ``ASAuthorizationError/failed`` for an app without the association and for a value that is too long, and
/// ``ASAuthorizationError/notInteractive`` while the device is locked.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASCredentialDataManager: NSObject, @unchecked Sendable {
    private let reporter = CredentialReporter()

    /// Creates a manager for the device of the process or of the current task.
    public override init() {
        super.init()
    }

    /// Reports a passkey that the server does not know, such as one that it rejected at its creation. The device deletes it.
    ///
    /// The device cannot restore a deleted passkey. For a user who is signed in, use
    /// ``reportAllAcceptedPublicKeyCredentials(relyingPartyIdentifier:userHandle:acceptedCredentialIDs:)``.
    open func reportUnknownPublicKeyCredential(relyingPartyIdentifier: String, credentialID: Data) async throws {
        try await reporter.report(unknown: credentialID, at: relyingPartyIdentifier)
    }

    /// Reports all passkeys of a user. The device hides its other passkeys of the user from apps, and offers a hidden one again
    /// if the list contains it.
    ///
    /// - Parameters:
    ///   - relyingPartyIdentifier: The domain of the relying party.
    ///   - userHandle: The user handle: 1 to 64 bytes.
    ///   - acceptedCredentialIDs: Up to 256 credential IDs. With an empty list, the device hides every passkey of the user.
    open func reportAllAcceptedPublicKeyCredentials(
        relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) async throws {
        try await reporter.report(accepted: acceptedCredentialIDs, of: userHandle, at: relyingPartyIdentifier)
    }

    /// Reports the current name of a user. The device shows it with the user's passkeys.
    ///
    /// - Parameters:
    ///   - relyingPartyIdentifier: The domain of the relying party.
    ///   - userHandle: The user handle: 1 to 64 bytes.
    ///   - newName: The user name: 1 to 1,024 bytes, without control characters.
    open func reportPublicKeyCredentialUpdate(
        relyingPartyIdentifier: String, userHandle: Data, newName: String
    ) async throws {
        try await reporter.report(name: newName, of: userHandle, at: relyingPartyIdentifier)
    }

    /// Reports that a user no longer signs in with a password. The device keeps the saved password until the user deletes it, and
    /// offers it to no app until it changes.
    open func reportUnusedPasswordCredential(domain: String, userName: String) async throws {
        try await reporter.report(unusedPasswordOf: userName, at: domain)
    }
}

/// The name of ``ASCredentialDataManager`` in iOS 26.0.
@available(*, deprecated, renamed: "ASCredentialDataManager")
public typealias ASCredentialUpdater = ASCredentialDataManager

/// Sends reports to the device that was the current one when the value was created.
private struct CredentialReporter: Sendable {
    private let device: any DeviceLink = CurrentDevice.link

    func report(unknown credentialID: Data, at relyingParty: String) async throws {
        try await send(
            UnknownPasskey(relyingParty: relyingParty, credentialID: Array(credentialID)).map(CredentialReport.unknownPasskey))
    }

    func report(accepted credentialIDs: [Data], of userHandle: Data, at relyingParty: String) async throws {
        try await send(
            AcceptedPasskeys(
                relyingParty: relyingParty, userHandle: Array(userHandle), credentialIDs: credentialIDs.map { Array($0) }
            ).map(CredentialReport.acceptedPasskeys))
    }

    func report(name: String, of userHandle: Data, at relyingParty: String) async throws {
        try await send(
            PasskeyUserName(relyingParty: relyingParty, userHandle: Array(userHandle), userName: name)
                .map(CredentialReport.userName))
    }

    func report(unusedPasswordOf userName: String, at domain: String) async throws {
        try await send(UnusedPassword(domain: domain, userName: userName).map(CredentialReport.unusedPassword))
    }

    /// Sends a report. Nil is one that the device rejects.
    private func send(_ report: CredentialReport?) async throws {
        guard let report else {
            throw ASAuthorizationError(.failed, because: "The report has a value that is empty, too long or malformed.")
        }
        let call = DeviceCall(device: device)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            DeviceCall.start { continuation.resume(with: call.send(report)) }
        }
    }
}

extension DeviceCall {
    /// Blocks until the device has applied or rejected the report.
    fileprivate func send(_ report: CredentialReport) -> Result<Void, ASAuthorizationError> {
        do throws(DeviceError) {
            switch try perform({ ReportCredentials(context: $0, report: report) }) {
            case .accepted: return .success(())
            case .rejected(let rejection): return .failure(ASAuthorizationError(rejection))
            }
        } catch {
            return .failure(error.authorizationError)
        }
    }
}
