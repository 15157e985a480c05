import DeviceProtocol

/// Performs requests for a credential in asynchronous code, as SwiftUI's `authorizationController` does.
public struct AuthorizationController: Sendable {
    private let device: any DeviceLink

    /// For the device of the process, or of the task that makes the value.
    public init() {
        device = CurrentDevice.link
    }

    /// Performs one request. Throws ``ASAuthorizationError``; a task that is cancelled takes the request back.
    @MainActor
    public func performRequest(
        _ request: ASAuthorizationRequest, options: ASAuthorizationController.RequestOptions = []
    ) async throws -> ASAuthorizationResult {
        try await performRequests([request], options: options)
    }

    /// Performs requests for a credential of any of the kinds; see ``performRequest(_:options:)``.
    @MainActor
    public func performRequests(
        _ requests: [ASAuthorizationRequest], options: ASAuthorizationController.RequestOptions = []
    ) async throws -> ASAuthorizationResult {
        let call = DeviceCall(device: device)
        let subjects = requests.map(\.subject)
        let style: AuthorizationStyle =
            options.contains(.preferImmediatelyAvailableCredentials) ? .modalWhereAvailable : .modal
        let grant = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DeviceCall.start { continuation.resume(with: call.authorization(subjects, style)) }
            }
        } onCancel: {
            call.cancel()
        }
        switch grant {
        case .appleID(let grant): return .appleID(ASAuthorizationAppleIDCredential(grant))
        case .password(let grant): return .password(ASPasswordCredential(user: grant.user, password: grant.password))
        }
    }
}

/// A credential of one of the kinds that were asked for.
public enum ASAuthorizationResult: Sendable {
    /// The person signed in with Apple.
    case appleID(ASAuthorizationAppleIDCredential)
    /// The person chose a saved password.
    case password(ASPasswordCredential)
}
