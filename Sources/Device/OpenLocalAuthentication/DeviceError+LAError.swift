package import DeviceProtocol
import Foundation
import OpenSecurity

extension DeviceError {
    /// Returns the error for an app: an ``LAError`` for failed authentication, or an error of Security (`NSOSStatusErrorDomain`)
    /// for a missing right or an invalid request.
    ///
    /// If the device is unreachable, a request for biometry alone fails with `biometryNotAvailable`, so that an app falls back to
    /// its password. Other requests fail with `systemCancel`. It is never `passcodeNotSet`, because some apps then skip
    /// authentication.
    func error(isBiometryAlone: Bool = false) -> any Error {
        switch self {
        case .authentication(let failure): LAError(LAError.Code(failure), because: failure.words)
        case .item(let rejection): SecurityFailure(rejection).error
        case .badRequest(let reason): SecurityFailure(errSecParam, reason).error
        case .unavailable(let reason):
            LAError(isBiometryAlone ? .biometryNotAvailable : .systemCancel, because: "the device cannot be reached: \(reason)")
        }
    }

    /// The error for modules that use the device as a whole.
    package var appError: any Error { error() }

    /// The error for functions that use keys.
    var securityFailure: SecurityFailure {
        switch self {
        case .authentication(let failure):
            SecurityFailure(domain: LAErrorDomain, code: LAError.Code(failure).rawValue, reason: failure.words)
        case .item(let rejection): SecurityFailure(rejection)
        case .badRequest(let reason): .parameter(reason)
        case .unavailable(let reason): SecurityFailure(errSecNotAvailable, "the device cannot be reached: \(reason)")
        }
    }
}

extension LAError {
    init(_ code: Code, because reason: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: reason, "NSDebugDescription": reason])
    }
}

extension LAError.Code {
    init(_ failure: AuthenticationFailure) {
        self =
            switch failure {
            case .authenticationFailed: .authenticationFailed
            case .userCancel: .userCancel
            case .userFallback: .userFallback
            case .systemCancel: .systemCancel
            case .passcodeNotSet: .passcodeNotSet
            case .biometryNotAvailable: .biometryNotAvailable
            case .biometryNotEnrolled: .biometryNotEnrolled
            case .biometryLockout: .biometryLockout
            case .appCancel: .appCancel
            case .invalidContext: .invalidContext
            case .companionNotAvailable: .companionNotAvailable
            case .notInteractive: .notInteractive
            }
    }
}

extension AuthenticationFailure {
    fileprivate var words: String {
        switch self {
        case .authenticationFailed: "Authentication failed."
        case .userCancel: "The user cancelled."
        case .userFallback: "The user chose the fallback button."
        case .systemCancel: "The system cancelled the prompt."
        case .passcodeNotSet: "The device has no passcode."
        case .biometryNotAvailable: "The device has no biometry."
        case .biometryNotEnrolled: "No finger or face is enrolled."
        case .biometryLockout: "Biometry is locked until the passcode is entered."
        case .appCancel: "The app cancelled the prompt."
        case .invalidContext: "The context was invalidated."
        case .companionNotAvailable: "No paired watch is nearby."
        case .notInteractive: "User interaction is required but not allowed."
        }
    }
}
