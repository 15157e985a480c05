import DeviceProtocol
import Secrets
import Testing

@testable import DeviceBroker

@Suite("The table of contexts") struct ContextTableTests {
    private func caller(process: Int32, link: UInt64) -> Caller {
        Caller(app: TestDevice.app, process: ProcessIdentity(processID: process, userID: 1, startTime: 1, link: link))
    }

    @Test("the limit counts the open contexts of all processes and links of an app") func limit() throws {
        let table = ContextTable(random: SystemRandomBytes())
        let first = try table.open(for: caller(process: 0, link: 0))
        for number in 1..<ContextTable.limitPerApp {
            _ = try table.open(for: caller(process: Int32(number % 5), link: UInt64(number % 7)))
        }
        let another = caller(process: 6, link: 8)
        #expect(throws: DeviceError.self) { try table.open(for: another) }
        _ = try table.open(for: Caller(app: TestDevice.otherApp, process: another.process))
        // Only the first of the two closes a context.
        for _ in 0..<2 { table.close(first, of: caller(process: 0, link: 0)) }
        _ = try table.open(for: another)
        #expect(throws: DeviceError.self) { try table.open(for: another) }
        table.end(caller(process: 1, link: 1))
        _ = try table.open(for: another)
        table.closeAll()
        for _ in 0..<ContextTable.limitPerApp { _ = try table.open(for: another) }
    }
}
