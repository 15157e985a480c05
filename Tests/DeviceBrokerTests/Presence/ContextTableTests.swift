import DeviceProtocol
import Secrets
import Testing

@testable import DeviceBroker

@Suite("The table of contexts") struct ContextTableTests {
    private func caller(process: Int32 = 1, link: UInt64) -> Caller {
        Caller(app: TestDevice.app, process: ProcessIdentity(processID: process, userID: 1, startTime: 1, link: link))
    }

    @Test("the limit counts the contexts of all links of a process") func limit() throws {
        let table = ContextTable(random: SystemRandomBytes())
        for number in 0..<ContextTable.limitPerProcess { _ = try table.open(for: caller(link: UInt64(number % 7))) }
        #expect(throws: DeviceError.self) { try table.open(for: caller(link: 8)) }
        _ = try table.open(for: caller(process: 2, link: 8))
        table.end(caller(link: 3))
        _ = try table.open(for: caller(link: 8))
    }
}
