import DeviceProtocol
import Testing

@testable import DeviceBroker

/// The store searches by the attribute that the fewest items have. Which one that is must not change the result.
@Suite("Queries with several attributes") struct SelectiveAttributeTests {
    let link: BrokerLink
    private let device: TestDevice

    /// Thirty accounts of one service, and thirty services of one account: more than are counted.
    init() throws {
        device = try TestDevice()
        link = device.link()
        for number in 1...30 {
            try link.perform(AddItem.password("account-\(number)", service: "everywhere"))
            try link.perform(AddItem.password("everyone", service: "service-\(number)"))
        }
    }

    private func found(_ account: String, _ service: String) throws(DeviceError) -> [[UInt8]?] {
        let query = ItemQuery(itemClass: .genericPassword, attributes: .account(account, service: service))
        return try link.perform(FindItems(query: query, limit: 100, returning: [.data])).items.map(\.data)
    }

    @Test("an item with all attributes is found", arguments: [("account-7", "everywhere"), ("everyone", "service-7")])
    func bothMatch(account: String, service: String) throws {
        #expect(try found(account, service) == [Array("s3cret-Value".utf8)])
    }

    @Test(
        "an item with only one of the attributes is not found",
        arguments: [
            ("account-7", "service-7"), ("everyone", "everywhere"), ("account-31", "everywhere"), ("everyone", "service-31"),
        ])
    func oneDiffers(account: String, service: String) {
        #expect(throws: DeviceError.item(.notFound)) { try found(account, service) }
    }

    @Test("all items with a common attribute are found") func manyMatch() throws {
        let query = ItemQuery(itemClass: .genericPassword, attributes: .account("everyone", service: "service-1"))
        try link.perform(DeleteItems(query: query))
        #expect(try link.perform(FindItems.password("everyone", limit: 100)).items.count == 29)
    }
}
