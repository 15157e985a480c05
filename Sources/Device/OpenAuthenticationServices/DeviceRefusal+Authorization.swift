import DeviceProtocol
import Foundation

extension DeviceRefusal {
    /// What an app gets where the device itself refuses, instead of answering that there is no credential.
    var authorizationError: ASAuthorizationError {
        switch self {
        case .authentication(.appCancel), .authentication(.invalidContext):
            ASAuthorizationError(.canceled, because: "The app cancelled.")
        case .authentication, .item: ASAuthorizationError(.failed, because: "The device refuses: \(self)")
        case .badRequest(let reason): ASAuthorizationError(.failed, because: "The request makes no sense: \(reason)")
        case .unavailable(let reason): ASAuthorizationError(.unknown, because: "The device cannot be reached: \(reason)")
        }
    }
}

extension ASAuthorizationError {
    init(_ refusal: AuthorizationRefusal) {
        self.init(Code(refusal.code), because: refusal.reason)
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
            }
    }
}
