import Foundation
import PasswordHashing
import Secrets
import Testing
import Threads

@testable import DeviceBroker
@testable import DeviceProtocol

@Suite("Work without a thread to do it on", .timeLimit(.minutes(5))) struct ThreadTests {
    @Test("is not done, least of all by who wanted it done elsewhere")
    func none() {
        let isDone = Inbox<Bool>()
        #expect(WorkerThread(stackByteCount: Int.max & ~0xFFFF) { isDone.put(true) } == nil)
        #expect(!isDone.isFull)
        #expect(WorkerThread.start { isDone.put(true) })
        #expect(isDone.take())
    }

    @Test("closes the connection that it was for, and the socket still ends")
    func connection() throws {
        let path = FileManager.default.temporaryDirectory.path + "/lk-\(UInt32.random(in: 0 ... .max)).sock"
        let listener = try SocketListener(path: path, connectionThreads: { _ in false }) { _ in Issue.record("it was served") }
        #expect(throws: DeviceRefusal.self) { try SocketLink(path: path).perform(OpenContext()) }
        listener.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("checks no passcode, and lets the next one be checked")
    func passcode() {
        let verifier = PAMVerifier(patience: .seconds(60), start: { _ in false }) { _ in PAMVerifierTests.right }
        for _ in 1...2 { #expect(verifier.verify(SecretBytes(utf8: "a")) == .unavailable(.noThread)) }
    }
}
