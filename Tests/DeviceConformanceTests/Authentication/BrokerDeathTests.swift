import DeviceConformance
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

@Suite("A broker that ends during a prompt", .tags(.realParts), .timeLimit(.minutes(20))) struct BrokerDeathTests {
    enum PromptSource: String, CaseIterable, Sendable {
        case policy, biometry, accessControl, right, item, key

        /// The error that the app receives: from LocalAuthentication that the system cancelled or that biometry is not available,
        /// from Security that there is no keychain.
        var code: Int {
            switch self {
            case .policy, .accessControl, .right: LAError.Code.systemCancel.rawValue
            case .biometry: LAError.Code.biometryNotAvailable.rawValue
            case .item, .key: Int(errSecNotAvailable)
            }
        }
    }

    static let rows = DeviceSubject.enclaves.flatMap { enclave in PromptSource.allCases.map { (enclave, $0) } }

    private func ask(_ source: PromptSource, _ context: LAContext, _ right: LARight, _ key: SecKey) async -> Int {
        await code {
            switch source {
            case .policy: try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")
            case .biometry: try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x")
            case .accessControl:
                try await context.evaluateAccessControl(
                    try Protection(.userPresence).control(), operation: .useItem, localizedReason: "x")
            case .right: try await right.authorize(localizedReason: "x")
            case .item:
                let status = await OffPool.value { Passwords.read("alice", [kSecUseAuthenticationContext: context]).status }
                if status != errSecSuccess { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
            case .key:
                let number = await OffPool.value { DeviceConformanceTests.code { _ = try EnclaveKeys.sign(key) } }
                if number != 0 { throw NSError(domain: NSOSStatusErrorDomain, code: number) }
            }
        }
    }

    @Test("calls fail with a documented error, and the next broker serves new calls", arguments: rows)
    func death(row: (DeviceSubject.EnclaveKind, PromptSource)) async throws {
        let (enclave, source) = row
        let device = try SeparateProcessDevice(enclave)
        try await device.run {
            #expect(Passwords.add("alice", [kSecAttrAccessControl: try Protection(.userPresence).control()]) == errSecSuccess)
            let key = try EnclaveKeys.make(Protection([.userPresence, .privateKeyUsage]).control(), tag: "login")
            let right = try await LARightStore.shared.saveRight(LARight(), identifier: "2fa")
            let context = LAContext()
            device.person.will(.wait)
            async let number = ask(source, context, right, key)
            await device.person.prompted(times: 1)
            device.kill()
            #expect(await number == source.code)
            if source == .right { #expect(right.state == .notAuthorized) }
            // Without a broker, calls fail immediately with the same error.
            #expect(await ask(source, LAContext(), right, key) == source.code)
            await device.quiet()
            try device.start()
            try device.unlock(passcode: "2468")
            let again = LAContext()
            #expect(again.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
            device.person.will(.match)
            #expect(await ask(source, again, right, key) == 0)
            // The old context ended with the old broker.
            if source != .right, source != .key {
                #expect(
                    [LAError.Code.invalidContext.rawValue, Int(errSecAuthFailed)].contains(await ask(source, context, right, key)))
            }
        }
        #expect(await device.promptCount() == 2)
    }
}
