import DeviceProtocol
import DeviceSimulator
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import OpenAuthenticationServices

@Suite("Listening to a device for revocations") struct RevocationWatchTests {
    @Test("begins for nobody before the device has said how far it is, however many threads begin at once")
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
            // It has nothing to wait for but this answer. On a slow machine this sees less, and never more than there is.
            let isThere = second.wait(timeout: .now() + .milliseconds(300)) == .success
            isEarly.withLock { $0 = isThere }
        }
        RevocationWatch.begin(on: link)
        let returnedEarly = isEarly.withLock { $0 }
        #expect(!returnedEarly)
    }

    @Test("is tried again by whoever waited, where it came to nothing")
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

/// A device that does something else first when it is asked for the first time how far revocations are.
private final class SlowLink: DeviceLink {
    private let link: any DeviceLink
    private let work = Mutex<(@Sendable () -> Void)?>(nil)
    private let count = Mutex(0)

    init(_ link: any DeviceLink) {
        self.link = link
    }

    /// How often somebody began to listen.
    var beginnings: Int { count.withLock(\.self) }

    func whileBeginning(_ work: @escaping @Sendable () -> Void) {
        self.work.withLock { $0 = work }
    }

    func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        // What begins a watch opens its context first.
        if message == RequestMessage.bytes(of: OpenContext()) {
            count.withLock { $0 += 1 }
            work.withLock { $0.take() }?()
        }
        return try link.exchange(message)
    }
}
