import DeviceProtocol
import Testing

@Suite("The address that ends a sign-in by a web page") struct WebCallbackTests {
    @Test("is one of the scheme, whatever else it has")
    func scheme() {
        let callback = WebCallback.customScheme("Juice")
        #expect(callback.isMet(byScheme: "juice", host: "callback", port: 1, path: "/x"))
        #expect(callback.isMet(byScheme: "JUICE", host: nil, port: nil, path: ""))
        for scheme in ["juicebox", "https", "", nil] {
            #expect(!callback.isMet(byScheme: scheme, host: "juice", port: nil, path: "juice"))
        }
    }

    @Test(
        "is none by a scheme that pages have themselves, or that is none",
        arguments: ["https", "HTTP", "file", "javascript", "data", "7up", "ju ice", "jüice"])
    func schemeOfPages(scheme: String) {
        #expect(!WebCallback.customScheme(scheme).isMet(byScheme: scheme.lowercased(), host: "juice", port: nil, path: "/"))
        #expect(!WebCallback.isOfApps(scheme))
        #expect(["juice", "com.example.juice", "web+juice", "j-7"].allSatisfy(WebCallback.isOfApps))
    }

    @Test("is none where no scheme is waited for: an address without one does not end it either")
    func noScheme() {
        #expect(!WebCallback.customScheme("").isMet(byScheme: nil, host: nil, port: nil, path: ""))
    }

    @Test("is the https address of host and path, at https's own port", arguments: ["/done", "done"])
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
