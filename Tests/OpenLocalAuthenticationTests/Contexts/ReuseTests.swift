import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("Reuse of an unlock", .timeLimit(.minutes(20))) struct ReuseTests {
    struct Row: Sendable {
        let duration: Double
        let elapsed: Duration
        let isEnough: Bool
    }

    static let rows = [
        Row(duration: 0, elapsed: .zero, isEnough: false),
        Row(duration: -5, elapsed: .zero, isEnough: false),
        Row(duration: .nan, elapsed: .zero, isEnough: false),
        Row(duration: 10, elapsed: .seconds(10), isEnough: true),
        Row(duration: 10, elapsed: .seconds(11), isEnough: false),
        Row(duration: 300, elapsed: .seconds(300), isEnough: true),
        Row(duration: 10_000, elapsed: .seconds(300), isEnough: true),
        Row(duration: 10_000, elapsed: .seconds(301), isEnough: false),
        Row(duration: .infinity, elapsed: .seconds(301), isEnough: false),
        Row(duration: 10, elapsed: .seconds(-1), isEnough: false),
    ]

    @Test("an unlock is reusable for the app's duration, at most 300 seconds", arguments: rows)
    func duration(row: Row) async throws {
        let device = try DeviceSimulator()
        device.lock()
        try device.unlockByBiometry()
        device.clock.advance(by: row.elapsed)
        if !row.isEnough { device.person.will(.match) }
        try await device.run {
            let context = LAContext()
            context.touchIDAuthenticationAllowableReuseDuration = row.duration
            try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: context)
        }
        #expect(device.person.promptCount == (row.isEnough ? 0 : 1))
    }

    @Test("reuse applies to items and keys that are used with the context", arguments: rows)
    func keychain(row: Row) async throws {
        let device = try DeviceSimulator()
        try device.run {
            let item = try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .biometryAny, nil))
            #expect(
                SecItemAdd(
                    [
                        kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: item, kSecValueData: Data("hush".utf8),
                    ] as CFDictionary, nil) == errSecSuccess)
            let control = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleWhenUnlocked, [.biometryCurrentSet, .privateKeyUsage], nil))
            device.lock()
            try device.unlockByBiometry()
            device.clock.advance(by: row.elapsed)
            func context() -> LAContext {
                let context = LAContext()
                context.touchIDAuthenticationAllowableReuseDuration = row.duration
                return context
            }
            if !row.isEnough { device.person.will(.match, .match) }
            var result: CFTypeRef?
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecReturnData: true, kSecUseAuthenticationContext: context(),
            ]
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            #expect(result as? Data == Data("hush".utf8))
            let key = try #require(
                SecKeyCreateRandomKey(
                    [
                        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                        kSecPrivateKeyAttrs: [kSecAttrAccessControl: control],
                        kSecUseAuthenticationContext: context(),
                    ] as CFDictionary, nil))
            #expect(SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, Data("m".utf8) as CFData, nil) != nil)
        }
        #expect(device.person.promptCount == (row.isEnough ? 0 : 2))
    }

    @Test("the duration is returned as it was set")
    func readBack() {
        let context = LAContext()
        #expect(context.touchIDAuthenticationAllowableReuseDuration == 0)
        context.touchIDAuthenticationAllowableReuseDuration = 10_000
        #expect(context.touchIDAuthenticationAllowableReuseDuration == 10_000)
    }

    @Test("unlocks by passcode, matches in apps, and unlocks before the last lock are not reused")
    func otherEvents() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .match, .match)
        func evaluate() async throws {
            let context = LAContext()
            context.touchIDAuthenticationAllowableReuseDuration = 300
            try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: context)
        }
        try await device.run {
            device.lock()
            try device.unlock(passcode: "2468")
            try await evaluate()
            try await evaluate()
            #expect(device.person.promptCount == 2)
            device.lock()
            try device.unlockByBiometry()
            device.lock()
            try await evaluate()
            #expect(device.person.promptCount == 3)
        }
    }
}
