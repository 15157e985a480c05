import DeviceProtocol
public import Foundation

/// The type of the user activity with which the system starts an app to which the user exported credentials.
public let ASCredentialExchangeActivity = "ASCredentialExchangeActivityType"

/// The key of the token, a `UUID`, in the `userInfo` of the activity.
public let ASCredentialImportToken = "ASCredentialImportToken"

/// Exports an app's credentials to the device, which saves them in Passwords.
///
/// Call ``requestExport(for:)``, then ``exportCredentials(_:)``. The device shows how many of the credentials are new, authenticates the
/// user, and saves them. It replaces no saved credential.
public final class ASCredentialExportManager: Sendable {
    /// The format that the destination accepts.
    public struct ExportOptions: Hashable, Sendable {
        /// The version of the format.
        public let formatVersion: ASExportedCredentialData.FormatVersion
    }

    private let device: any DeviceLink = CurrentDevice.link

    /// Creates a manager for the device of the process or of the current task.
    ///
    /// - Parameter presentationAnchor: The window of the app. Sheets of the device are above all windows.
    public init(presentationAnchor: ASPresentationAnchor) {}

    /// Begins an export, and returns the format for the credentials.
    ///
    /// - Parameter extensionBundleIdentifier: The destination. Nil for the device, which is the only one.
    /// - Throws: ``ASAuthorizationError``: ``ASAuthorizationError/notInteractive`` while the device is locked,
    ///   ``ASAuthorizationError/credentialExport`` for another destination.
    public func requestExport(for extensionBundleIdentifier: String? = nil) async throws -> ExportOptions {
        guard extensionBundleIdentifier == nil else {
            throw ASAuthorizationError(.credentialExport, because: "The device exports to its own Passwords only.")
        }
        _ = try await ExchangeCall.send(.announce, to: device)
        return ExportOptions(formatVersion: .v1)
    }

    /// Passes credentials to the device, and returns after it saved them.
    ///
    /// The device rejects single credentials that it cannot save, such as passkeys that are not for ES256, and saves the others.
    ///
    /// - Throws: ``ASAuthorizationError``: ``ASAuthorizationError/canceled`` if the user cancels, ``ASAuthorizationError/failed`` if
    ///   authentication fails, ``ASAuthorizationError/notInteractive`` while the device is locked, and
    ///   ``ASAuthorizationError/credentialExport`` for more than 8 MiB or 10,000 items.
    public func exportCredentials(_ credentialData: ASExportedCredentialData) async throws {
        guard let document = CredentialDocument(Array(try JSONEncoder().encode(credentialData))) else {
            throw ASAuthorizationError(.credentialExport, because: "The credentials exceed 8 MiB.")
        }
        _ = try await ExchangeCall.send(.export(document), to: device)
    }
}

/// Imports the credentials that the user exported to the app.
public final class ASCredentialImportManager: Sendable {
    private let device: any DeviceLink = CurrentDevice.link

    /// Creates a manager for the device of the process or of the current task.
    public init() {}

    /// Returns the exported credentials, once.
    ///
    /// - Parameter token: The token of the user activity (``ASCredentialImportToken``). It is valid for five minutes, for one call of
    ///   this app.
    /// - Throws: ``ASAuthorizationError``: ``ASAuthorizationError/credentialImport`` for another token,
    ///   ``ASAuthorizationError/notInteractive`` while the device is locked.
    public func importCredentials(token: UUID) async throws -> ASExportedCredentialData {
        let bytes = withUnsafeBytes(of: token.uuid) { Array($0) }
        guard let own = ExchangeToken(bytes), case .document(let document) = try await ExchangeCall.send(.take(own), to: device),
            let data = try? JSONDecoder().decode(ASExportedCredentialData.self, from: Data(document.bytes))
        else { throw ASAuthorizationError(.credentialImport, because: "The device returned no credentials.") }
        return data
    }
}

/// Sends the steps of an exchange to the device.
private enum ExchangeCall {
    /// Returns the device's response. Throws its rejection.
    static func send(
        _ step: CredentialExchangeStep, to device: any DeviceLink
    ) async throws -> CredentialExchangeOutcome {
        let call = DeviceCall(device: device)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<CredentialExchangeOutcome, any Error>) in
                DeviceCall.start { continuation.resume(with: call.send(step)) }
            }
        } onCancel: {
            call.cancel()
        }
    }
}

extension DeviceCall {
    /// Blocks until the device has performed or rejected the step.
    fileprivate func send(_ step: CredentialExchangeStep) -> Result<CredentialExchangeOutcome, any Error> {
        do throws(DeviceError) {
            let outcome = try perform { ExchangeCredentials(context: $0, step: step) }
            if case .rejected(let rejection) = outcome { return .failure(ASAuthorizationError(rejection)) }
            return .success(outcome)
        } catch {
            return .failure(error.authorizationError)
        }
    }
}
