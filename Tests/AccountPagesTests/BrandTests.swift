import AccountPages
import Testing

@Suite("The name of the service on every page")
struct BrandTests {
    @Test(
        "it leads to the account of whoever has a session, with a user name or without, and everybody else to sign-in",
        arguments: PageSample.all)
    func leadsHome(_ sample: PageSample) {
        let brand = HTMLTag.all(in: sample.text).first { $0.name == "a" && $0["class"] == "brand" }
        #expect(brand?["href"] == (sample.site.visitor == .stranger ? "/sign-in" : "/account"))
    }

    @Test("the samples hold each kind of visitor")
    func samples() {
        for visitor in [Site.Visitor.stranger, .signedIn(username: nil), .signedIn(username: "mira@example.com")] {
            #expect(PageSample.all.contains { $0.site.visitor == visitor })
        }
    }
}
