import AssociatedDomains
import FoundationEssentials
import Testing

@Suite("The daemon's reading of association files")
struct DaemonFileTests {
    private func outcome(_ file: String, _ entitlement: String = "webcredentials:example.com") throws -> Association {
        var fixture = DaemonFixture()
        fixture.daemon = AssociationDaemon(policy: DaemonPolicy(route: .direct))
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, entitlement))
        try fixture.answer(200, file)
        return try fixture.association(entitlement)
    }

    @Test("a file that names the app for the service associates it, and one that does not denies it")
    func services() throws {
        let file =
            #"{"webcredentials":{"apps":["ABCDE12345.com.example.app"]},"applinks":{"details":[{"appIDs":["FGHIJ67890.com.example.app"],"components":[{"/":"*"}]}]}}"#
        #expect(try outcome(file).isAssociated)
        #expect(try outcome(file, "applinks:example.com").reason.code == .notListed)
        #expect(try outcome(file.replacing("FGHIJ67890", with: "ABCDE12345"), "applinks:example.com").isAssociated)
        #expect(try outcome(file, "appclips:example.com").reason.code == .notListed)
    }

    @Test("a malformed file denies, with the error and position", arguments: ["", "<!DOCTYPE html>", "[]", #"{"webcredentials":"#])
    func broken(file: String) throws {
        let association = try outcome(file)
        #expect(association.siteApproval == .denied)
        #expect(association.reason.code == .brokenFile)
        #expect(association.reason.detail?.isEmpty == false)
    }
}
