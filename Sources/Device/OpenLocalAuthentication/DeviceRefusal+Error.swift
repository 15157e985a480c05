package import DeviceProtocol
import Foundation
import OpenSecurity

extension DeviceRefusal {
    /// What an app gets: an ``LAError`` where nobody was authenticated, an error of Security's (`NSOSStatusErrorDomain`) where a right does
    /// not stand in the store or a request makes no sense.
    ///
    /// A device that cannot be reached is `biometryNotAvailable` to who asks for biometry alone, so that an app goes on to its own password, and
    /// `systemCancel` to anyone else; never `passcodeNotSet`, which some apps take for leave to ask nothing.
    func error(isBiometryAlone: Bool = false) -> any Error {
        switch self {
        case .authentication(let failure): LAError(LAError.Code(failure), because: failure.words)
        case .item(let refusal): SecurityFailure(refusal).error
        case .badRequest(let reason): SecurityFailure(errSecParam, reason).error
        case .unavailable(let reason):
            LAError(isBiometryAlone ? .biometryNotAvailable : .systemCancel, because: "the device cannot be reached: \(reason)")
        }
    }

    /// The same, for modules that speak of the device as a whole.
    package var appError: any Error { error() }

    /// The same for who speaks of keys.
    var securityFailure: SecurityFailure {
        switch self {
        case .authentication(let failure):
            SecurityFailure(domain: LAErrorDomain, code: LAError.Code(failure).rawValue, reason: failure.words)
        case .item(let refusal): SecurityFailure(refusal)
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
        case .authenticationFailed: "The person was not recognised."
        case .userCancel: "The person cancelled."
        case .userFallback: "The person chose the fallback."
        case .systemCancel: "The device took the prompt away."
        case .passcodeNotSet: "The device has no passcode."
        case .biometryNotAvailable: "The device has no biometry."
        case .biometryNotEnrolled: "Nobody is enrolled for biometry."
        case .biometryLockout: "Biometry is locked until the passcode is given."
        case .appCancel: "The app took the question back."
        case .invalidContext: "The context was invalidated."
        case .companionNotAvailable: "There is no paired watch nearby."
        case .notInteractive: "Someone would have to be asked, and nobody may be."
        }
    }
}
