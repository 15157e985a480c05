import DeviceConformance
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

@Suite("A broker that ends during a prompt", .tags(.realParts), .timeLimit(.minutes(5))) struct BrokerDeathTests {
    enum Asking: String, CaseIterable, Sendable {
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

    static let rows = DeviceSubject.enclaves.flatMap { enclave in Asking.allCases.map { (enclave, $0) } }

    private func ask(_ asking: Asking, _ context: LAContext, _ right: LARight, _ key: SecKey) async -> Int {
        await code {
            switch asking {
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
    func death(row: (DeviceSubject.EnclaveKind, Asking)) async throws {
        let (enclave, asking) = row
        let device = try DeviceElsewhere(enclave)
        try await device.run {
            #expect(Passwords.add("alice", [kSecAttrAccessControl: try Protection(.userPresence).control()]) == errSecSuccess)
            let key = try EnclaveKeys.make(Protection([.userPresence, .privateKeyUsage]).control(), tag: "login")
            let right = try await LARightStore.shared.saveRight(LARight(), identifier: "2fa")
            let context = LAContext()
            device.person.will(.wait)
            async let number = ask(asking, context, right, key)
            await device.person.prompted(times: 1)
            device.kill()
            #expect(await number == asking.code)
            if asking == .right { #expect(right.state == .notAuthorized) }
            // Without a broker, calls fail immediately with the same error.
            #expect(await ask(asking, LAContext(), right, key) == asking.code)
            await device.quiet()
            try device.start()
            try device.unlock(passcode: "2468")
            let again = LAContext()
            #expect(again.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
            device.person.will(.match)
            #expect(await ask(asking, again, right, key) == 0)
            // The old context ended with the old broker.
            if asking != .right, asking != .key {
                #expect(
                    [LAError.Code.invalidContext.rawValue, Int(errSecAuthFailed)].contains(await ask(asking, context, right, key)))
            }
        }
        #expect(await device.promptCount() == 2)
    }
}
