import AppleIdentityEmulator
import Testing

@Suite("Return URLs")
struct ReturnURLTests {
    @Test(
        "a URL that Apple rejects cannot be registered",
        arguments: [
            "", "https://", "app.example.com/cb", "http://app.example.com/cb", "HTTPS://app.example.com/cb",
            "ftp://app.example.com/cb",
            "https://localhost/cb", "https://app.localhost/cb", "https://127.0.0.1/cb", "https://127.1/cb", "https://2130706433/cb",
            "https://0x7f.0.0.1/cb", "https://[::1]/cb", "https://[2001:db8::1]/cb", "https://10.0.0.1:8443/cb",
            "https://example/cb",
            "https://app.example.com/cb#", "https://app.example.com/cb#a", "https://user@app.example.com/cb",
            "https://app.example.com:0/cb", "https://app.example.com:65536/cb", "https://app.example.com:/cb",
            "https://app.example.com:08/cb", "https://app.example.com:1:2/cb", "https://App.example.com/cb",
            "https://-app.example.com/cb", "https://app..example.com/cb", "https://app_1.example.com/cb",
            "https://app.example.com\\cb",
            "https://app.example.com/a b", "https://app.example.com/%", "https://app.example.com/%C", "https://app.example.com/%zz",
            "https://app.example.com/ä", "https://app.example.com./cb",
            "javascript:alert(1)//a.example.com",
            "https://app.example.com@evil.example.com/cb",
        ])
    func rejected(_ text: String) async throws {
        let bench = try await ServiceBench()
        #expect(throws: EmulatorError.self) { try bench.service.setWebsites(domains: [], returnURLs: [text], of: bench.web) }
        #expect(throws: EmulatorError.self) { try bench.service.setNotificationURL(text, of: bench.app) }
        #expect(bench.service.servicesIDs[0].returnURLs.map(\.rawValue) == [bench.callback])
    }

    @Test(
        "a URL that Apple accepts can be registered",
        arguments: [
            "https://app.example.com/cb", "https://app.example.com", "https://app.example.com/", "https://app.example.com:8443/cb",
            "https://app.example.com/cb?x=1&y=2", "https://a-b.xn--bcher-kva.example/cb", "https://127.0.0.1.example.com/cb",
            "https://localhost.example.com/cb", "https://app.example.com?x=1", "https://app.example.com/%C3%A4",
        ])
    func accepted(_ text: String) async throws {
        let bench = try await ServiceBench()
        #expect(
            try bench.service.setWebsites(domains: [], returnURLs: [text], of: bench.web).returnURLs.map(\.rawValue) == [text])
        try bench.service.setNotificationURL(text, of: bench.app)
    }

    @Test("the loopback exception covers only the three names of this machine, with http or https")
    func loopback() async throws {
        var settings = AppleServiceSettings()
        settings.allowsLoopbackURLs = true
        let bench = try await ServiceBench(settings: settings)
        for good in ["http://localhost:8080/cb", "http://127.0.0.1:8080/cb", "http://[::1]:8080/cb", "https://localhost/cb"] {
            try bench.service.setWebsites(domains: ["localhost"], returnURLs: [good], of: bench.web)
        }
        for bad in [
            "http://127.0.0.2/cb", "http://app.localhost/cb", "http://[::2]/cb", "http://example.com/cb", "http://localhost/cb#a",
        ] {
            #expect(throws: EmulatorError.self) {
                try bench.service.setWebsites(domains: [], returnURLs: [bad], of: bench.web)
            }
        }
    }

    @Test(
        "an organization can have 100 websites, an individual 10",
        arguments: [(DeveloperTeam.Kind.organization, 100), (.individual, 10)])
    func caps(_ kind: DeveloperTeam.Kind, _ limit: Int) async throws {
        let bench = try await ServiceBench()
        let team = try bench.service.addTeam(name: "T", kind: kind).id
        let app = try #require(ClientID("org.example.app"))
        let web = try #require(ClientID("org.example.web"))
        try bench.service.addAppID(app, team: team, name: "A")
        try bench.service.addServicesID(web, primary: app, name: "W", domains: [], returnURLs: [])
        let urls = (1...limit + 1).map { "https://app.example.com/\($0)" }
        try bench.service.setWebsites(domains: [], returnURLs: Array(urls.prefix(limit)), of: web)
        #expect(throws: EmulatorError.self) { try bench.service.setWebsites(domains: [], returnURLs: urls, of: web) }
    }
}
