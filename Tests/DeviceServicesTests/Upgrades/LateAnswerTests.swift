import DeviceProtocol
import FoundationEssentials
import PasswordManager
import Testing

@testable import DeviceServices

/// A server's change counts from the time of the extension's report, whenever it is saved.
@Suite("An upgrade that is saved long after the server's change") struct LateAnswerTests {
    /// The time at which the upgrading device meets another device, on which the user has changed the password since.
    enum Meeting: CaseIterable, Sendable { case before, after }

    @Test("does not replace a newer password, whether the device knows it or not", arguments: Meeting.allCases)
    func overtaken(meeting: Meeting) throws {
        let server = ModelServer(password: ModelDevice.old)
        let (one, other) = (try ModelDevice(server, name: "one"), try ModelDevice(server, name: "other"))
        try one.disk.synchronize(with: other.disk)
        // Recorded, then locked: the result cannot be saved.
        let store = LockingStore(inner: one.disk, after: 1)
        let coordinator = one.coordinator(ModelExtension(server), store: store)
        #expect(coordinator.upgrade(one.id, to: .strongPassword) == .done(nil))
        #expect(one.saved?.password.exposed == ModelDevice.old)
        server.wait(2_000)
        #expect(server.change("candidate one 1", key: "by hand", to: "newer") == .done)
        try other.disk.save(PrivateText("newer"), as: other.id, at: Date(timeIntervalSince1970: 10_000 + server.now))
        server.wait(2_000)
        if meeting == .before { try one.disk.synchronize(with: other.disk) }
        store.unlock()
        #expect(coordinator.resolvePending() == [one.id: .completed])
        try one.disk.synchronize(with: other.disk)
        for device in [one, other] {
            #expect(device.saved?.password == PrivateText("newer") && device.canSignIn)
            #expect(device.saved?.pendingUpgrade == nil)
            #expect(device.saved?.history.map(\.password).contains(PrivateText("candidate one 1")) == true)
        }
    }

    @Test(
        "removes a converted password as soon as possible, but not one that was saved since",
        arguments: [false, true])
    func conversion(isChangedSince: Bool) throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server, answers: [.granted(AppleIDGrant(user: "001.a"))])
        let store = LockingStore(inner: device.disk, after: 1)
        let coordinator = device.coordinator(ModelExtension(server), store: store)
        #expect(coordinator.upgrade(device.id, to: .signInWithApple) == .done(nil))
        #expect(device.saved?.password.exposed == ModelDevice.old)
        if isChangedSince { try device.disk.save(PrivateText("newer"), as: device.id, at: Date(timeIntervalSince1970: 20_000)) }
        store.unlock()
        #expect(coordinator.resolvePending() == [device.id: isChangedSince ? .abandoned : .converted])
        #expect(device.saved?.password.exposed == (isChangedSince ? "newer" : nil))
        #expect(device.saved?.pendingUpgrade == nil)
    }
}
