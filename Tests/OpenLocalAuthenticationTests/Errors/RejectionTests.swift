import DeviceProtocol
import Foundation
import OpenSecurity
import Testing

@testable import OpenLocalAuthentication

@Suite("Errors of the device") struct RejectionTests {
    @Test("an authentication failure becomes the LAError with the same code", arguments: AuthenticationFailure.allCases)
    func authentication(failure: AuthenticationFailure) {
        let rejection = DeviceError.authentication(failure)
        #expect((rejection.error() as? LAError)?.code.rawValue == Int(failure.rawValue))
        #expect(rejection.securityFailure.domain == LAErrorDomain && rejection.securityFailure.code == Int(failure.rawValue))
    }

    static let items: [(ItemError, OSStatus)] = [
        (.duplicate, errSecDuplicateItem), (.notFound, errSecItemNotFound),
        (.interactionNotAllowed, errSecInteractionNotAllowed), (.missingEntitlement, errSecMissingEntitlement),
        (.noSuchAttribute, errSecNoSuchAttr), (.readOnlyAttribute, errSecReadOnlyAttr), (.tooLarge, errSecDataTooLarge),
        (.passcodeNotSet, errSecAuthFailed), (.operationNotPermitted, errSecParam), (.notDecodable, errSecDecode),
        (.invalidKey, errSecParam), (.applicationPassword, errSecAuthFailed), (.notAttestable, errSecUnimplemented),
        (.quotaExceeded, errSecDiskFull),
    ]

    @Test("every item error becomes a status of Security", arguments: items)
    func item(rejection: ItemError, code: OSStatus) {
        #expect(Self.items.count == ItemError.allCases.count)
        #expect(status(of: DeviceError.item(rejection).error()) == code)
        #expect(DeviceError.item(rejection).securityFailure.code == Int(code))
    }

    @Test("an unreachable device is not reported as one without a passcode")
    func unavailable() {
        let rejection = DeviceError.unavailable("gone")
        #expect(rejection.error(isBiometryAlone: true) as? LAError == LAError(.biometryNotAvailable))
        #expect(rejection.error() as? LAError == LAError(.systemCancel))
        #expect(rejection.securityFailure.code == Int(errSecNotAvailable))
        #expect(status(of: DeviceError.badRequest("no").error()) == errSecParam)
    }
}
