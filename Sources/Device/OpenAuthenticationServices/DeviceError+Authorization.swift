import DeviceProtocol
import Foundation

extension DeviceError {
    /// The error for an app if the device denies the request.
    var authorizationError: ASAuthorizationError {
        switch self {
        case .authentication(.appCancel), .authentication(.invalidContext):
            ASAuthorizationError(.canceled, because: "The app cancelled.")
        case .authentication, .item: ASAuthorizationError(.failed, because: "The device denied the request: \(self)")
        case .badRequest(let reason): ASAuthorizationError(.failed, because: "The request is invalid: \(reason)")
        case .unavailable(let reason): ASAuthorizationError(.unknown, because: "The device cannot be reached: \(reason)")
        }
    }
}

extension ASAuthorizationError {
    init(_ rejection: AuthorizationRejection) {
        self.init(Code(rejection.code), because: rejection.reason)
    }
}

extension ASAuthorizationError.Code {
    init(_ failure: AuthorizationFailure) {
        self =
            switch failure {
            case .unknown: .unknown
            case .canceled: .canceled
            case .invalidResponse: .invalidResponse
            case .notHandled: .notHandled
            case .failed: .failed
            case .notInteractive: .notInteractive
            case .matchedExcludedCredential: .matchedExcludedCredential
            case .credentialImport: .credentialImport
            case .credentialExport: .credentialExport
            case .preferSignInWithApple: .preferSignInWithApple
            case .deviceNotConfiguredForPasskeyCreation: .deviceNotConfiguredForPasskeyCreation
            }
    }
}
