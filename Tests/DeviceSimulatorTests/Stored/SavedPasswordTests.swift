import AssociatedDomains
import Testing

@testable import DeviceSimulator

@Suite("A password that is saved for an app", .timeLimit(.minutes(20))) struct SavedPasswordTests {
    @Test("associates its site with that app only")
    func oneApp() throws {
        let device = try DeviceSimulator()
        let shop = try AppIdentifier("ABCDE12345.com.example.shop")
        let other = try AppIdentifier("ABCDE12345.com.example.other")
        device.savePassword("correct horse", user: "ann", site: "example.com", for: shop.description)
        device.savePassword("correct horse", user: "ann", site: "example.org")
        let associations = device.services.associations
        #expect(associations.hosts(of: shop).map(\.text) == ["example.com"])
        #expect(associations.hosts(of: try AppIdentifier(DeviceSimulator.usualApp)).map(\.text) == ["example.org"])
        #expect(associations.hosts(of: other).isEmpty)
        #expect(try !associations.isAssociated(other, with: DomainName("example.com")))
    }
}
