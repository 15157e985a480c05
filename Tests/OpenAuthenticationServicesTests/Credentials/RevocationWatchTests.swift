import DeviceProtocol
import DeviceSimulator
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import OpenAuthenticationServices

@Suite("Watching a device for revocations") struct RevocationWatchTests {
    @Test("all threads that start a watch wait until the device has reported its last revocation")
    func together() throws {
        let device = try DeviceSimulator()
        let link = SlowLink(device.link)
        let isEarly = Mutex(false)
        link.whileBeginning {
            let second = DispatchSemaphore(value: 0)
            DispatchQueue(label: "second").async {
                RevocationWatch.begin(on: link)
                second.signal()
            }
            // It can only wait for this response. On a slow machine this test may miss an error, but never reports a false one.
            let isThere = second.wait(timeout: .now() + .milliseconds(300)) == .success
            isEarly.withLock { $0 = isThere }
        }
        RevocationWatch.begin(on: link)
        let returnedEarly = isEarly.withLock { $0 }
        #expect(!returnedEarly)
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

    init(_ link: any DeviceLink) {
        self.link = link
    }

    /// The number of attempts to start a watch.
    var beginnings: Int { count.withLock(\.self) }

    func whileBeginning(_ work: @escaping @Sendable () -> Void) {
        self.work.withLock { $0 = work }
    }

    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        // A watch opens its context first.
        if message == RequestMessage.bytes(of: OpenContext()) {
            count.withLock { $0 += 1 }
            work.withLock { $0.take() }?()
        }
        return try link.exchange(message)
    }
}
