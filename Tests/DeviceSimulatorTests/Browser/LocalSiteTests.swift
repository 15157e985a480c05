import AssociatedDomains
import Testing
import WebClient

@testable import DeviceSimulator

@Suite("The site localhost on the network of a device") struct LocalSiteTests {
    @Test(
        "has the usual ports; at other ports are the servers of this machine",
        arguments: [
            ("https://localhost/sign-in", "http://127.0.0.1:8080/sign-in"), ("http://localhost/", "http://127.0.0.1:8080/"),
            ("http://localhost:8081/sign-in", nil), ("https://localhost:8080/", nil), ("https://127.0.0.1/", nil),
        ] as [(String, String?)])
    func ports(address: String, server: String?) throws {
        let network = SimulatedNetwork()
        network.put(SimulatedSite(.server("http://127.0.0.1:8080")), at: try DomainName("localhost"))
        #expect(network.address(serving: try WebURL(address)) == server)
    }

    @Test("another site is at every port")
    func otherSites() throws {
        let network = SimulatedNetwork()
        network.put(SimulatedSite(.server("http://127.0.0.1:8080")), at: try DomainName("shop.example"))
        #expect(network.address(serving: try WebURL("http://shop.example:8081/")) == "http://127.0.0.1:8080/")
    }
}
