@testable import DevicePages
@testable import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Markup
import Testing
import WebServing

@Suite("Access to the phones")
struct OwnRequestTests {
    @Test(
        "a request with a name of this machine is accepted",
        arguments: ["localhost", "localhost:8082", "127.0.0.1:1", "[::1]:8082", "phones.localhost"])
    func ownHost(_ host: String) async throws {
        #expect(try await DevicePagesScene.status(of: "/device", host: host) == .ok)
    }

    @Test(
        "a request with any other host name is rejected (DNS rebinding)",
        arguments: ["example.com", "127.0.0.1.example.com", "localhost.example.com", ""])
    func foreignHost(_ host: String) async throws {
        let paths = [
            "/device", "/device/phones/1/live", "/device/phones/1/export", "/device/api/phones", "/device/api/phones/1",
            "/device/api/phones/1/events",
        ]
        for path in paths { #expect(try await DevicePagesScene.status(of: path, host: host) == .forbidden, "\(path)") }
    }

    static let foreign: [HTTPFields] = [
        [.origin: "https://example.com"], [.origin: "null"], [.origin: "http://localhost:81"],
        [.secFetchSite: "cross-site"],
        [.secFetchSite: "same-site"],
    ]

    @Test("a post from another site's page is rejected", arguments: foreign)
    func foreignOrigin(_ headers: HTTPFields) async throws {
        try await DevicePagesScene.run { scene async throws in
            #expect(
                try await scene.post("/device/phones/1", form: "composition=passcode&passcode=1", headers: headers).status
                    == .forbidden)
            #expect(
                try await scene.post("/device/api/phones/1/actions", json: #"{"home":{}}"#, headers: headers).status == .forbidden)
            for thing in ["messages", "time", "network"] {
                #expect(
                    try await scene.post("/device/phones/1/\(thing)", form: "online=no&seconds=1&sender=a&text=b", headers: headers)
                        .status == .forbidden)
                #expect(try await scene.post("/device/api/phones/1/\(thing)", json: "{}", headers: headers).status == .forbidden)
            }
            #expect(await scene.phone.view.version == 7, "no action was performed")
        }
    }

    @Test("every route, and an unknown path, responds with 401 to another user of the machine, and the phone does nothing")
    func otherUser() async throws {
        try await DevicePagesScene.run { scene async throws in
            let routes = DevicePagesScene.pages(scene.phone).router().routes
            #expect(routes.count >= 17)
            let paths = routes.map { (method: $0.method, path: $0.path.description.replacing("{number}", with: "1")) }
            for (method, path) in paths + [(.get, "/"), (.get, "/device/none"), (.delete, "/device")] {
                for headers in [[:], [.authorization: "Bearer none"], [.cookie: "latchkey-8082=none"]] as [HTTPFields] {
                    let response = try await scene.client.execute(uri: path, method: method, headers: headers)
                    #expect(response.status == .unauthorized, "\(method) \(path)")
                }
            }
            #expect(await scene.phone.view.version == 7, "no action was performed")
        }
    }

    @Test("an event stream is not for a page of another site or port, nor for an address that the user opens")
    func foreignStream() async throws {
        let navigation: HTTPFields = [.secFetchSite: "none"]
        for path in DevicePagesScene.streams {
            for headers in Self.foreign + [navigation] {
                #expect(try await DevicePagesScene.response(to: path, headers: headers).status == .forbidden, "\(path) \(headers)")
            }
        }
    }

    @Test("an event stream is for our own pages and for programs", arguments: [nil, "same-origin"])
    func ownStream(_ site: String?) async throws {
        for path in DevicePagesScene.streams {
            let headers: HTTPFields = site.map { [.secFetchSite: $0] } ?? [:]
            #expect(try await DevicePagesScene.response(to: path, headers: headers).status == .ok, "\(path)")
        }
    }

    @Test("streams above the limit receive 429, until one ends")
    func streamLimit() async throws {
        let responder = DevicePagesScene.responder()
        var open: [Response] = []
        for number in 0..<EventStreams.limit {
            let path = DevicePagesScene.streams[number % 2]
            open.append(try await DevicePagesScene.response(to: path, of: responder))
        }
        #expect(open.allSatisfy { $0.status == .ok })
        for path in DevicePagesScene.streams {
            #expect(try await DevicePagesScene.response(to: path, of: responder).status == .tooManyRequests)
        }
        #expect(try await DevicePagesScene.response(to: "/device", of: responder).status == .ok)
        open.removeLast()
        open.append(try await DevicePagesScene.response(to: DevicePagesScene.streams[0], of: responder))
        #expect(open.last?.status == .ok)
        #expect(try await DevicePagesScene.response(to: DevicePagesScene.streams[1], of: responder).status == .tooManyRequests)
    }

    @Test("a post from our own page is accepted")
    func ownOrigin() async throws {
        try await DevicePagesScene.run { scene async throws in
            let headers: HTTPFields = [.origin: "http://localhost", .secFetchSite: "same-origin"]
            #expect(
                try await scene.post("/device/phones/1", form: "composition=passcode&passcode=1", headers: headers).status
                    == .noContent)
        }
    }
}

@Suite("The page and its assets")
struct PageServingTests {
    @Test("the page may only load its own style, icon and script")
    func policy() async throws {
        try await DevicePagesScene.run { scene async throws in
            let page = try await scene.get("/device")
            let policy = page.headers[.contentSecurityPolicy] ?? ""
            for rule in [
                "default-src 'none'", "img-src 'self'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'",
                "base-uri 'none'",
            ] {
                #expect(policy.contains(rule))
            }
            #expect(!policy.contains("unsafe"))
            #expect(page.headers[.cacheControl] == "no-store")
        }
    }

    @Test("style, script and icon are at the addresses that the page names, and may be cached indefinitely")
    func assets() async throws {
        try await DevicePagesScene.run { scene async throws in
            let page = try await scene.get("/device").text
            for (path, type) in [
                (PagePath.stylesheet, "text/css"), (PagePath.script, "text/javascript"), (PagePath.icon, "image/svg+xml"),
            ] {
                #expect(page.contains("\"\(path.text)\""))
                let asset = try await scene.get(path.text)
                #expect(asset.headers[.contentType]?.hasPrefix(type) == true)
                #expect(asset.headers[.cacheControl]?.contains("immutable") == true)
            }
        }
    }

    @Test("an unknown phone number is rejected with 404", arguments: ["0", "2", "-1", "x", "1x"])
    func noPhone(_ number: String) async throws {
        try await DevicePagesScene.run { scene async throws in
            #expect(try await scene.get("/device/api/phones/\(number)").status == .notFound)
            #expect(try await scene.get("/device/phones/\(number)/live").status == .notFound)
        }
    }
}

@Suite("The HTTP API of phones")
struct APITests {
    @Test("the view of a phone is JSON")
    func show() async throws {
        try await DevicePagesScene.run { scene async throws in
            let text = try await scene.get("/device/api/phones/1").text
            #expect(
                text.contains(#""content":{"home":{"apps":[{"id":"TEAM.com.example.juice","isRunning":true,"name":"Juice"}]}}"#))
            #expect(text.contains(#""time":"2026-05-09T09:41:00Z""#))
            #expect(try await scene.get("/device/api/phones").text == #"{"phones":["# + text + "]}")
        }
    }

    @Test("an action is performed, and the response is the resulting view")
    func action() async throws {
        try await DevicePagesScene.run { scene async throws in
            let response = try await scene.post("/device/api/phones/1/actions", json: #"{"open":{"app":"TEAM.com.example.juice"}}"#)
            #expect(response.status == .ok)
            #expect(response.text.contains(#""version":8"#))
            #expect(await scene.phone.actions == [.open(app: "TEAM.com.example.juice")])
        }
    }

    @Test("a tap acts on the element with the title")
    func tap() async throws {
        try await DevicePagesScene.run { scene async throws in
            #expect(try await scene.post("/device/api/phones/1/taps", json: #"{"title":"Sign In"}"#).status == .ok)
            #expect(await scene.phone.actions == [.press(button: "Sign In")])
        }
    }

    @Test("a rejected action is a problem document with the error's code")
    func rejection() async throws {
        try await DevicePagesScene.run { scene async throws in
            await scene.phone.reject(PhoneError(.locked, "the phone is locked"))
            let response = try await scene.post("/device/api/phones/1/actions", json: #"{"home":{}}"#)
            #expect(response.status == .conflict)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(response.text == #"{"code":"locked","detail":"the phone is locked","status":409}"#)
        }
    }

    @Test("a body that is not declared as JSON is rejected, because any page could send it")
    func undeclared() async throws {
        try await DevicePagesScene.run { scene async throws in
            let response = try await scene.post(
                "/device/api/phones/1/actions", json: #"{"home":{}}"#, headers: [.contentType: "text/plain"])
            #expect(response.status == .unsupportedMediaType)
            #expect(await scene.phone.actions.isEmpty)
        }
    }

    @Test("passwords are exported and imported as files, in separate responses")
    func passwords() async throws {
        try await DevicePagesScene.run { scene async throws in
            let exported = try await scene.post("/device/api/phones/1/passwords/export", json: #"{"format":"firefox"}"#)
            #expect(exported.text == #"{"file":"as firefox\r\n"}"#)
            let body = #"{"file":"\#(String(repeating: "x", count: 100_000))","replaces":true}"#
            let imported = try await scene.post("/device/api/phones/1/passwords/import", json: body)
            #expect(imported.text.contains(#""new":100000"#) && imported.text.contains(#""replaced":1"#))
            #expect(
                try await scene.post("/device/api/phones/1/passwords/export", json: #"{"format":"lotus"}"#).status == .badRequest)
            await scene.phone.reject(PhoneError(.notRecognized, "authentication failed"))
            for (path, body) in [("export", #"{"format":"safari"}"#), ("import", #"{"file":""}"#)] {
                #expect(try await scene.post("/device/api/phones/1/passwords/\(path)", json: body).status == .conflict)
            }
        }
    }

    @Test("credentials are exported and imported in Base64, in separate responses")
    func credentials() async throws {
        try await DevicePagesScene.run { scene async throws in
            let exported = try await scene.post("/device/api/phones/1/credentials/export", json: "{}")
            #expect(exported.text == #"{"codes":3,"file":"e30=","passkeys":2,"passkeysLeftOut":4,"passwords":1}"#)
            let imported = try await scene.post(
                "/device/api/phones/1/credentials/import", json: #"{"file":"amFuZQ==","replaces":true,"isPreview":true}"#)
            #expect(
                imported.text
                    == #"{"entries":[{"kind":"password","site":"example.com","state":"new","user":"jane"}],"isPreview":true,"#
                    + #""rejected":["/accounts/0: no"],"replaced":1}"#)
            let plain = try await scene.post("/device/api/phones/1/credentials/import", json: #"{"file":"amFuZQ=="}"#)
            #expect(plain.text.contains(#""isPreview":false"#) && plain.text.contains(#""replaced":0"#))
            for body in [#"{"file":"?"}"#, #"{"replaces":true}"#] {
                #expect(try await scene.post("/device/api/phones/1/credentials/import", json: body).status == .badRequest)
            }
            await scene.phone.reject(PhoneError(.notRecognized, "authentication failed"))
            for (path, body) in [("export", "{}"), ("import", #"{"file":""}"#)] {
                #expect(try await scene.post("/device/api/phones/1/credentials/\(path)", json: body).status == .conflict)
            }
        }
    }

    @Test("messages, time and network changes reach the phone")
    func surroundings() async throws {
        try await DevicePagesScene.run { scene async throws in
            #expect(try await scene.post("/device/api/phones/1/messages", json: #"{"sender":"+1","text":"hello"}"#).status == .ok)
            #expect(try await scene.post("/device/api/phones/1/time", json: #"{"seconds":180}"#).status == .ok)
            #expect(try await scene.post("/device/api/phones/1/network", json: #"{"isOnline":false}"#).status == .ok)
            #expect(await scene.phone.messages == ["+1: hello"])
            #expect(await scene.phone.passed == [.seconds(180)])
            #expect(await scene.phone.view.isOnline == false)
            #expect(try await scene.post("/device/api/phones/1/time", json: #"{"seconds":0}"#).status == .badRequest)
        }
    }
}
