import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("Current device", .timeLimit(.minutes(20))) struct CurrentDeviceTests {
    @Test("the environment names a socket by its absolute path")
    func environment() {
        #expect(CurrentDevice.link(named: "unix:/run/device") is SocketLink)
        let wrong = [
            nil, "", "/run/device", "unix:", "unix:device", "tcp:/run/device", "unix:/" + String(repeating: "a", count: 107),
        ]
        for value in wrong { #expect(CurrentDevice.link(named: value) is MissingDevice) }
    }

    @Test("a context or right keeps the device it was created with")
    func capture() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .match)
        let (context, right) = device.run { (LAContext(), LARight()) }
        let done = Replies<Bool>()
        DispatchQueue(label: "elsewhere").async {
            context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "see your notes") { isDone, _ in done.put(isDone) }
        }
        #expect(await done.first() == [true])
        try await right.authorize(localizedReason: "sign in")
        #expect(device.person.promptCount == 2)
    }

    static let absent: [any DeviceLink] = [
        MissingDevice(reason: "no device"), CurrentDevice.link(named: "unix:/nowhere/\(UUID().uuidString)"),
    ]

    @Test("without a device everything fails, but not as on a device without a passcode", arguments: absent.indices)
    func absence(index: Int) async throws {
        await CurrentDevice.$link.withValue(Self.absent[index]) {
            let context = LAContext()
            var error: NSError?
            #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
            #expect(error?.code == LAError.biometryNotAvailable.rawValue)
            #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
            #expect(error?.code == LAError.systemCancel.rawValue)
            for form in Form.allCases {
                await #expect(throws: LAError(.biometryNotAvailable)) {
                    try await form.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: context)
                }
                await #expect(throws: LAError(.systemCancel)) {
                    try await form.evaluate(.deviceOwnerAuthentication, with: context)
                }
                let right = LARight()
                await #expect(throws: LAError(.systemCancel)) { try await form.checkCanAuthorize(right) }
                await #expect(throws: LAError(.systemCancel)) { try await form.authorize(right) }
                #expect(right.state == .notAuthorized)
            }
            #expect(context.biometryType == .none && context.domainState.stateHash == nil)
            #expect(!context.setCredential(Data([1]), type: .applicationPassword))
            let state = LAEnvironment(device: Self.absent[index]).state
            #expect(state.allMechanisms.isEmpty && state.biometry == nil && state.userPassword == nil)
            await #expect(throws: LAError(.systemCancel)) { try await LARightStore.shared.right(forIdentifier: "2fa") }
            context.invalidate()
        }
    }
}
