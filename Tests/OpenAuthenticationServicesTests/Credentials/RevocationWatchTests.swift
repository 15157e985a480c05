import DeviceProtocol
import DeviceSimulator
import Dispatch
import Foundation
import Synchronization
import TestKit
import Testing

@testable import OpenAuthenticationServices

@Suite("Watching a device for revocations") struct RevocationWatchTests {
    @Test("all threads that start a watch wait until the device has reported its last revocation")
    func together() throws {
        let device = try DeviceSimulator()
        let link = SlowLink(device.link)
        let isEarly = Watched(false)
        let second = DispatchSemaphore(value: 0)
        link.whileBeginning {
            let begun = DispatchSemaphore(value: 0)
            DispatchQueue(label: "second").async {
                begun.signal()
                RevocationWatch.begin(on: link)
                isEarly.value = !link.hasAnswered
                second.signal()
            }
            begun.wait()
        }
        RevocationWatch.begin(on: link)
        second.wait()
        #expect(!isEarly.value)
    }

    @Test("a thread that waited for a failed start tries again")
    func inVain() throws {
        let link = SlowLink(MissingDevice(reason: "none"))
        let second = DispatchSemaphore(value: 0)
        link.whileBeginning {
            DispatchQueue(label: "second").async {
                RevocationWatch.begin(on: link)
                second.signal()
            }
        }
        RevocationWatch.begin(on: link)
        second.wait()
        #expect(link.beginnings == 2)
    }
}

/// A device that calls a closure before its first response about revocations.
private final class SlowLink: DeviceLink {
    private let link: any DeviceLink
    private let work = Mutex<(@Sendable () -> Void)?>(nil)
    private let count = Mutex(0)
    private let answered = Mutex(false)

    init(_ link: any DeviceLink) {
        self.link = link
    }

    /// The number of attempts to start a watch.
    var beginnings: Int { count.withLock(\.self) }

    /// Whether the device has responded in an open context.
    var hasAnswered: Bool { answered.withLock(\.self) }

    func whileBeginning(_ work: @escaping @Sendable () -> Void) {
        self.work.withLock { $0 = work }
    }

    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        // A watch opens its context first.
        if message == RequestMessage.bytes(of: OpenContext()) {
            count.withLock { $0 += 1 }
            work.withLock { $0.take() }?()
        }
        let answer = try link.exchange(message)
        if message != RequestMessage.bytes(of: OpenContext()) { answered.withLock { $0 = true } }
        return answer
    }
}
