import OpenLocalAuthentication
import Testing

@Suite("Apple's raw values") struct NumberTests {
    @Test("policies, types and operations have Apple's raw values")
    func rawValues() {
        #expect([LAPolicy.deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthentication].map(\.rawValue) == [1, 2])
        #expect(
            [LAPolicy.deviceOwnerAuthenticationWithCompanion, .deviceOwnerAuthenticationWithBiometricsOrCompanion].map(\.rawValue)
                == [3, 4])
        #expect([LABiometryType.none, .touchID, .faceID, .opticID].map(\.rawValue) == [0, 1, 2, 4])
        #expect([LACompanionType.watch, .mac, .vision].map(\.rawValue) == [1, 2, 4])
        #expect([LACredentialType.applicationPassword, .smartCardPIN].map(\.rawValue) == [0, -3])
        #expect([LARight.State.unknown, .authorizing, .authorized, .notAuthorized].map(\.rawValue) == [0, 1, 2, 3])
        let operations: [LAAccessControlOperation] = [
            .createItem, .useItem, .createKey, .useKeySign, .useKeyDecrypt, .useKeyKeyExchange,
        ]
        #expect(operations.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    }

    @Test("the C constants exist")
    func constants() {
        #expect(
            [kLAPolicyDeviceOwnerAuthenticationWithBiometrics, kLAPolicyDeviceOwnerAuthentication] == [1, 2]
                && [kLAPolicyDeviceOwnerAuthenticationWithWatch, kLAPolicyDeviceOwnerAuthenticationWithCompanion] == [3, 3])
        #expect([kLABiometryTypeNone, kLABiometryTypeTouchID, kLABiometryTypeFaceID, kLABiometryTypeOpticID] == [0, 1, 2, 4])
        #expect([kLACompanionTypeNone, kLACompanionTypeWatch, kLACompanionTypeMac, kLACompanionTypeVision] == [0, 1, 2, 4])
        #expect([kLACredentialTypeApplicationPassword, kLACredentialSmartCardPIN] == [0, -3])
        let operations = [
            kLAAccessControlOperationCreateItem, kLAAccessControlOperationUseItem, kLAAccessControlOperationCreateKey,
            kLAAccessControlOperationUseKeySign, kLAAccessControlOperationUseKeyDecrypt,
            kLAAccessControlOperationUseKeyKeyExchange,
        ]
        #expect(operations == [0, 1, 2, 3, 4, 5])
        let errors = [
            kLAErrorAuthenticationFailed, kLAErrorUserCancel, kLAErrorUserFallback, kLAErrorSystemCancel,
            kLAErrorPasscodeNotSet, kLAErrorBiometryNotAvailable, kLAErrorBiometryNotEnrolled, kLAErrorBiometryLockout,
            kLAErrorAppCancel, kLAErrorInvalidContext, kLAErrorWatchNotAvailable, kLAErrorBiometryNotPaired,
            kLAErrorBiometryDisconnected, kLAErrorInvalidDimensions, kLAErrorNotInteractive,
        ]
        #expect(errors == (1...14).map { -$0 } + [-1004])
        #expect([kLAErrorTouchIDNotAvailable, kLAErrorTouchIDNotEnrolled, kLAErrorTouchIDLockout] == [-6, -7, -8])
        #expect(LATouchIDAuthenticationMaximumAllowableReuseDuration == 300)
    }
}
