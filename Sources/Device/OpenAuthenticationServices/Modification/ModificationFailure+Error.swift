import DeviceProtocol
import Foundation

extension ModificationFailure {
    /// What an extension gave up with.
    init(_ error: any Error) {
        let object = error as NSError
        guard object.domain == ASExtensionErrorDomain, let code = Int16(exactly: object.code).flatMap(Code.init(rawValue:)) else {
            self.init(.failed)
            return
        }
        self.init(code, object.userInfo[ASExtensionLocalizedFailureReasonErrorKey] as? String)
    }
}

extension ASExtensionError {
    /// What an app is told.
    init(_ failure: ModificationFailure) {
        let code: Code =
            switch failure.code {
            case .failed: .failed
            case .userCanceled: .userCanceled
            case .userInteractionRequired: .userInteractionRequired
            case .credentialIdentityNotFound: .credentialIdentityNotFound
            case .matchedExcludedCredential: .matchedExcludedCredential
            }
        guard let reason = failure.reason else {
            self.init(code)
            return
        }
        self.init(code, userInfo: [ASExtensionLocalizedFailureReasonErrorKey: reason, NSLocalizedDescriptionKey: reason])
    }
}
