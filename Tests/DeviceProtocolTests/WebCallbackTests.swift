import DeviceProtocol
import Testing

@Suite("Callback address of a web sign-in") struct WebCallbackTests {
    @Test("any address with the custom scheme matches")
    func scheme() {
        let callback = WebCallback.customScheme("Juice")
        #expect(callback.isMet(byScheme: "juice", host: "callback", port: 1, path: "/x"))
        #expect(callback.isMet(byScheme: "JUICE", host: nil, port: nil, path: ""))
        for scheme in ["juicebox", "https", "", nil] {
            #expect(!callback.isMet(byScheme: scheme, host: "juice", port: nil, path: "juice"))
        }
    }

    @Test(
        "a scheme that browsers load themselves, or an invalid one, never matches",
        arguments: ["https", "HTTP", "file", "javascript", "data", "7up", "ju ice", "jüice"])
    func schemeOfPages(scheme: String) {
        #expect(!WebCallback.customScheme(scheme).isMet(byScheme: scheme.lowercased(), host: "juice", port: nil, path: "/"))
        #expect(!WebCallback.isOfApps(scheme))
        #expect(["juice", "com.example.juice", "web+juice", "j-7"].allSatisfy(WebCallback.isOfApps))
    }

    @Test("an empty scheme matches nothing, not even an address without a scheme")
    func noScheme() {
        #expect(!WebCallback.customScheme("").isMet(byScheme: nil, host: nil, port: nil, path: ""))
    }

    @Test("the https address with the exact host, path and port 443 matches", arguments: ["/done", "done"])
    func https(path: String) {
        let callback = WebCallback.https(host: "Example.com", path: path)
        #expect(callback.isMet(byScheme: "https", host: "example.com", port: nil, path: "/done"))
        #expect(callback.isMet(byScheme: "HTTPS", host: "EXAMPLE.COM", port: 443, path: "/done"))
        #expect(!callback.isMet(byScheme: "https", host: "example.com", port: 8443, path: "/done"))
        #expect(!callback.isMet(byScheme: "http", host: "example.com", port: 443, path: "/done"))
        #expect(!callback.isMet(byScheme: "https", host: "www.example.com", port: nil, path: "/done"))
        #expect(!callback.isMet(byScheme: "https", host: nil, port: nil, path: "/done"))
        #expect(!callback.isMet(byScheme: "https", host: "example.com", port: nil, path: "/Done"))
        #expect(!callback.isMet(byScheme: "https", host: "example.com", port: nil, path: "/done/"))
    }
}
