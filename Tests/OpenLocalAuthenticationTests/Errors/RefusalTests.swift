import DeviceProtocol
import Foundation
import OpenSecurity
import Testing

@testable import OpenLocalAuthentication

@Suite("Errors of the device") struct RefusalTests {
    @Test("an authentication failure becomes the LAError with the same code", arguments: AuthenticationFailure.allCases)
    func authentication(failure: AuthenticationFailure) {
        let refusal = DeviceRefusal.authentication(failure)
        #expect((refusal.error() as? LAError)?.code.rawValue == Int(failure.rawValue))
        #expect(refusal.securityFailure.domain == LAErrorDomain && refusal.securityFailure.code == Int(failure.rawValue))
    }

    static let items: [(ItemRefusal, OSStatus)] = [
        (.duplicate, errSecDuplicateItem), (.notFound, errSecItemNotFound),
        (.interactionNotAllowed, errSecInteractionNotAllowed), (.missingEntitlement, errSecMissingEntitlement),
        (.noSuchAttribute, errSecNoSuchAttr), (.readOnlyAttribute, errSecReadOnlyAttr), (.tooLarge, errSecDataTooLarge),
        (.passcodeNotSet, errSecAuthFailed), (.operationNotPermitted, errSecParam), (.notDecodable, errSecDecode),
        (.invalidKey, errSecParam), (.applicationPassword, errSecAuthFailed), (.notAttestable, errSecUnimplemented),
        (.quotaExceeded, errSecDiskFull),
    ]

    @Test("every item error becomes a status of Security", arguments: items)
    func item(refusal: ItemRefusal, code: OSStatus) {
        #expect(Self.items.count == ItemRefusal.allCases.count)
        #expect(status(of: DeviceRefusal.item(refusal).error()) == code)
        #expect(DeviceRefusal.item(refusal).securityFailure.code == Int(code))
    }

    @Test("an unreachable device is not reported as one without a passcode")
    func unavailable() {
        let refusal = DeviceRefusal.unavailable("gone")
        #expect(refusal.error(isBiometryAlone: true) as? LAError == LAError(.biometryNotAvailable))
        #expect(refusal.error() as? LAError == LAError(.systemCancel))
        #expect(refusal.securityFailure.code == Int(errSecNotAvailable))
        #expect(status(of: DeviceRefusal.badRequest("no").error()) == errSecParam)
    }
}
