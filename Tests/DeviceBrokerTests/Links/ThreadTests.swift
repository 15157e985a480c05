import Foundation
import PasswordHashing
import Secrets
import Testing
import Threads

@testable import DeviceBroker
@testable import DeviceProtocol

@Suite("Work without a thread", .timeLimit(.minutes(20))) struct ThreadTests {
    @Test("work is not performed if its thread cannot be started")
    func none() {
        let isDone = Inbox<Bool>()
        #expect(WorkerThread(stackByteCount: Int.max & ~0xFFFF) { isDone.put(true) } == nil)
        #expect(!isDone.isFull)
        #expect(WorkerThread.start { isDone.put(true) })
        #expect(isDone.take())
    }

    @Test("a connection without a thread is closed, and the listener can still be stopped")
    func connection() throws {
        let path = FileManager.default.temporaryDirectory.path + "/lk-\(UInt32.random(in: 0 ... .max)).sock"
        let listener = try SocketListener(path: path, connectionThreads: { _ in false }) { _ in Issue.record("it was served") }
        #expect(throws: DeviceError.self) { try SocketLink(path: path).perform(OpenContext()) }
        listener.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a passcode check without a thread is reported as unavailable, also the second time")
    func passcode() {
        let verifier = PAMVerifier(timeout: .seconds(60), start: { _ in false }) { _ in PAMVerifierTests.right }
        for _ in 1...2 { #expect(verifier.verify(SecretBytes(utf8: "a")) == .unavailable(.noThread)) }
    }
}
