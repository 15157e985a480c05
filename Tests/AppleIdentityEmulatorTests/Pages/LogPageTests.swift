import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import AppleIdentityEmulator

@Suite("The log of the console")
struct LogPageTests {
    @Test("each request is a row that opens to its decoded parameters, its client secret and a command")
    func row() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            #expect(try await backend.post("/auth/token", form: scene.tokenForm("unknown-code")).status == 400)
            let page = try await Caller(scene.apple.baseURL).get("/console/log").text
            for part in [
                "<table class=\"log\">", "<tr data-record=\"1\">", "<details id=\"request-1\">", "the code is unknown",
                "<bdi>\(EmulatorScene.callback)</bdi>", "characters, not kept)", "<bdi>\(scene.shop.keyID)</bdi>",
                "1 Mar 2026, 12:05:00", "curl \\", "client_secret=$CLIENT_SECRET",
            ] { #expect(page.contains(part), "\(part)") }
            #expect(!page.contains("unknown-code"))
        }
    }

    @Test(
        "the filter selects by endpoint, result and text, and an unknown value does not restrict",
        arguments: [
            ("", 3), ("endpoint=keys", 1), ("endpoint=token", 2), ("endpoint=none", 3), ("status=rejected", 2),
            ("status=accepted", 1), ("status=none", 3), ("q=COM.EXAMPLE.SHOP.WEB", 1), ("q=nothing+like+this", 0),
            ("endpoint=token&status=accepted", 0), ("endpoint=token&status=rejected&q=invalid_client", 1), ("q=%ff", 3),
        ])
    func filter(query: String, count: Int) async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            _ = try await backend.get("/auth/keys")
            _ = try await backend.post("/auth/token", form: scene.tokenForm("unknown-code"))
            _ = try await backend.post(
                "/auth/token", form: scene.tokenForm("x", ["client_id": "com.example.none", "client_secret": "x"]))
            let page = try await Caller(scene.apple.baseURL).get("/console/log?" + query).text
            #expect(page.components(separatedBy: "<tr data-record").count - 1 == count)
        }
    }

    @Test("a text of a request is shown as text")
    func escaping() async throws {
        try await EmulatorScene.run { scene in
            let form = ["client_id": #"<img src=x onerror=alert(1)>"'&"#, "<b>": "x", "grant_type": "authorization_code"]
            _ = try await Caller(scene.apple.baseURL).post("/auth/token", form: form.mapValues { $0 })
            let page = try await Caller(scene.apple.baseURL).get("/console/log").text
            #expect(!page.contains("<img") && !page.contains("<b>"))
            #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;"))
        }
    }

    @Test("the events say that a request arrived")
    func events() async throws {
        try await EmulatorScene.run { scene in
            var request = HTTPClientRequest(url: scene.apple.baseURL + "/console/log/events")
            request.headers = ["User-Agent": "browser/1", "Sec-Fetch-Site": "same-origin"]
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(300))
            #expect(response.status == .ok && response.headers.first(name: "Content-Type") == "text/event-stream")
            var body = response.body.makeAsyncIterator()
            let first = try await body.next().map { String(buffer: $0) }
            #expect(first == "data: changed\n\n", "the page may have missed changes")
            _ = scene.apple.service.keySet()
            let second = try await body.next().map { String(buffer: $0) }
            #expect(second == "data: changed\n\n")
        }
    }

    @Test("the events are not available to another site, under another name, and beyond 16 readers")
    func closedEvents() async throws {
        try await EmulatorScene.run { scene async throws in
            let path = "/console/log/events"
            let browser = Caller(scene.apple.baseURL)
            #expect(try await browser.get(path, headers: [("Sec-Fetch-Site", "cross-site")]).status == 403)
            #expect(try await browser.get(path, headers: [("Origin", "http://localhost:9999")]).status == 403)
            #expect(try await browser.get(path, headers: [("Host", "evil.example.com")]).status == 403)
            let readers = (0..<16).map { _ in scene.apple.service.requestChanges() }
            #expect(try await browser.get(path).status == 429)
            #expect(readers.count == 16)
        }
    }
}
