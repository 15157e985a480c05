import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@Suite("Web sign-in") @MainActor
struct WebAuthenticationTests {
    private let page = URL(string: "https://id.example.com/authorize?client=juice")

    @Test("a session ends with the address of the app's scheme, after any number of pages")
    func customScheme() async throws {
        let device = try DeviceSimulator()
        device.sheets.will(.proceed)
        device.browser.will(.lead(["https://id.example.com/password", "juicebox://no", "JUICE://callback?code=1"]))
        let visit = try await visit(.customScheme("juice"), on: device)
        #expect(visit.address == "JUICE://callback?code=1")
        #expect(device.browser.pages.map(\.address) == [page?.absoluteString])
        #expect(device.sheets.shown.map(\.content) == [.webSignIn(host: "id.example.com")])
        #expect(visit.anchors == 1)
    }

    @Test("asynchronous code receives the address, or the error")
    func asynchronous() async throws {
        let device = try DeviceSimulator()
        let page = try #require(page)
        let session = WebAuthenticationSession()
        device.sheets.will(.proceed)
        device.browser.will(.lead(["juice://callback?code=1"]), .close, .lead(["juice://callback?code=2"]))
        try await device.run {
            #expect(
                try await session.authenticate(using: page, callbackURLScheme: "juice").absoluteString == "juice://callback?code=1")
            await #expect(throws: ASWebAuthenticationSessionError(.canceledLogin)) {
                try await session.authenticate(using: page, callbackURLScheme: "juice", preferredBrowserSession: .ephemeral)
            }
            let second = try await session.authenticate(
                using: page, callback: .customScheme("juice"), preferredBrowserSession: .ephemeral,
                additionalHeaderFields: ["X-App": "1"])
            #expect(second.absoluteString == "juice://callback?code=2")
            await #expect(throws: ASWebAuthenticationSessionError(.canceledLogin)) {
                try await session.authenticate(
                    using: page, callback: .customScheme("juice"), additionalHeaderFields: ["Cookie": "a=b"])
            }
        }
        #expect(device.sheets.shown.count == 1)
        #expect(device.browser.pages.count == 3)
        #expect(device.browser.pages.last?.headerFields == ["X-App": "1"])
    }

    @Test("cancelling the task closes the page")
    func cancelledTask() async throws {
        let device = try DeviceSimulator()
        let page = try #require(page)
        device.sheets.will(.wait)
        let task = device.run {
            Task { @MainActor in
                try await WebAuthenticationSession().authenticate(using: page, callbackURLScheme: "juice")
            }
        }
        await device.sheets.shown(times: 1)
        task.cancel()
        await #expect(throws: ASWebAuthenticationSessionError(.canceledLogin)) { try await task.value }
    }

    private nonisolated static let addresses = [
        ("https://example.com/done?code=1", true), ("https://example.com/done", true), ("https://EXAMPLE.com/done", true),
        ("https://example.com:443/done", true), ("https://example.com/done#code", true), ("https://jane@example.com/done", true),
        ("http://example.com/done", false), ("https://example.com/done/more", false), ("https://www.example.com/done", false),
        ("https://example.com.evil.example/done", false), ("https://example.com:8443/done", false),
        ("https://example.com@evil.example/done", false), ("https://example.com/done/", false),
        ("https://example.com/%64one", false), ("https://example.com\\@evil.example/done", false),
        ("http://example.com:443/done", false), ("https:/done", false),
    ]

    @Test("only the exact https host and path end the session", arguments: addresses)
    func https(address: String, ends: Bool) async throws {
        let device = try DeviceSimulator(app: "ABCDE12345.com.example.app")
        device.shareWebCredentials(with: ["example.com"])
        device.sheets.will(.proceed)
        device.browser.will(.lead([address]))
        let visit = try await visit(.https(host: "example.com", path: "/done"), on: device)
        #expect(visit.address == (ends ? address : nil))
        #expect(visit.error == (ends ? nil : .canceledLogin))
    }

    @Test(
        "an https callback of a host that is not associated with the app fails without a prompt or page",
        arguments: ["example.com", "www.example.com", "exarnple.com", "evil.example", "not a host"])
    func foreignHost(host: String) async throws {
        let device = try DeviceSimulator(app: "ABCDE12345.com.example.app")
        device.shareWebCredentials(with: ["id.example.com"], butNot: ["example.com"])
        device.sheets.will(.proceed)
        device.browser.will(.lead(["https://\(host)/done"]))
        let visit = try await visit(.https(host: host, path: "/done"), on: device)
        #expect(visit.error == .canceledLogin)
        #expect(device.sheets.shown.isEmpty)
        #expect(device.browser.pages.isEmpty)
    }

    @Test(
        "a callback scheme that browsers load themselves is rejected, as it would match any site",
        arguments: ["https", "HTTPS", "http", "file", "data", "javascript", "about", "blob", "a scheme"])
    func schemeOfPages(scheme: String) async throws {
        let device = try DeviceSimulator(app: "ABCDE12345.com.example.app")
        device.sheets.will(.proceed)
        device.browser.will(.lead(["\(scheme.lowercased())://bank.example/done?code=1"]))
        let visit = try await visit(.customScheme(scheme), on: device, before: { $0.prefersEphemeralWebBrowserSession = true })
        #expect(visit.error == .canceledLogin)
        #expect(device.sheets.shown.isEmpty)
        #expect(device.browser.pages.isEmpty)
    }

    @Test("an ephemeral session opens without a consent prompt")
    func ephemeral() async throws {
        let device = try DeviceSimulator()
        device.browser.will(.lead(["juice://x"]))
        let visit = try await visit(.customScheme("juice"), on: device, before: { $0.prefersEphemeralWebBrowserSession = true })
        #expect(visit.address == "juice://x")
        #expect(device.sheets.shown.isEmpty)
        #expect(device.browser.pages.map(\.isEphemeral) == [true])
    }

    @Test("the app's header fields are sent with the first request")
    func headerFields() async throws {
        let device = try DeviceSimulator()
        device.sheets.will(.proceed)
        device.browser.will(.lead(["juice://x"]))
        let fields = ["X-Client": "juice 1.0", "Authorization": "Bearer t"]
        let visit = try await visit(.customScheme("juice"), on: device, before: { $0.additionalHeaderFields = fields })
        #expect(visit.address == "juice://x")
        #expect(device.browser.pages.map(\.headerFields) == [fields])
    }

    @Test(
        "a header field that browsers reserve, or that is invalid in HTTP, is rejected",
        arguments: [
            ("Cookie", "a=b"), ("HOST", "evil.example"), ("Sec-Fetch-Site", "none"), ("Proxy-Authorization", "x"),
            ("X-HTTP-Method-Override", "get, trace"), ("", "x"), ("a b", "x"), ("X-A", "a\r\nX-B: b"), ("X-A", " a"),
            ("X-A", "\u{9b}"),
        ])
    func rejectedHeaderField(name: String, value: String) async throws {
        let device = try DeviceSimulator()
        device.sheets.will(.proceed)
        device.browser.will(.lead(["juice://x"]))
        let visit = try await visit(
            .customScheme("juice"), on: device, before: { $0.additionalHeaderFields = ["X-Client": "juice", name: value] })
        #expect(visit.error == .canceledLogin)
        #expect(device.sheets.shown.isEmpty && device.browser.pages.isEmpty)
    }

    @Test("the user can cancel in the prompt or in the browser, and cancelling the prompt opens no page")
    func cancelled() async throws {
        let device = try DeviceSimulator()
        device.sheets.will(.cancel)
        #expect(try await visit(.customScheme("juice"), on: device).error == .canceledLogin)
        #expect(device.browser.pages.isEmpty)
        device.sheets.will(.proceed)
        device.browser.will(.close)
        #expect(try await visit(.customScheme("juice"), on: device).error == .canceledLogin)
        #expect(device.browser.pages.count == 1)
    }

    @Test("the app can cancel")
    func cancelledByApp() async throws {
        let device = try DeviceSimulator()
        device.sheets.will(.wait)
        let visit = try await visit(
            .customScheme("juice"), on: device,
            after: { session in
                Task {
                    await device.sheets.shown(times: 1)
                    session.cancel()
                }
            })
        #expect(visit.error == .canceledLogin)
    }

    @Test("a session needs a presentation context, and starts once")
    func starts() async throws {
        let device = try DeviceSimulator()
        let url = try #require(page)
        let error = await withCheckedContinuation {
            (continuation: CheckedContinuation<ASWebAuthenticationSessionError.Code?, Never>) in
            let session = device.run {
                ASWebAuthenticationSession(url: url, callbackURLScheme: "juice") { _, error in
                    continuation.resume(returning: (error as? ASWebAuthenticationSessionError)?.code)
                }
            }
            #expect(!session.canStart)
            #expect(!session.start())
        }
        #expect(error == .presentationContextNotProvided)
        #expect(device.browser.pages.isEmpty && device.sheets.shown.isEmpty)

        device.browser.will(.lead(["juice://x"]))
        device.sheets.will(.proceed)
        let visit = try await visit(
            .customScheme("juice"), on: device,
            after: { session in
                #expect(!session.canStart)
                #expect(!session.start())
            })
        #expect(visit.address == "juice://x")
        #expect(device.browser.pages.count == 1)
    }

    @Test("a session that failed to start has ended, and does not start later with a context")
    func startsAgain() async throws {
        let device = try DeviceSimulator()
        let url = try #require(page)
        let (calls, continuation) = AsyncStream<ASWebAuthenticationSessionError.Code?>.makeStream()
        let window = Window()
        let session = device.run {
            ASWebAuthenticationSession(url: url, callbackURLScheme: "juice") { _, error in
                continuation.yield((error as? ASWebAuthenticationSessionError)?.code)
            }
        }
        #expect(!session.start())
        for await code in calls {
            #expect(code == .presentationContextNotProvided)
            break
        }
        session.presentationContextProvider = window
        #expect(!session.canStart)
        #expect(!session.start())
        #expect(window.anchors == 0)
        #expect(device.browser.pages.isEmpty && device.sheets.shown.isEmpty)
    }

    @Test("only http and https pages are opened", arguments: ["file:///etc/passwd", "juice://x", "https:///x"])
    func notAPage(address: String) async throws {
        let device = try DeviceSimulator()
        let url = try #require(URL(string: address))
        #expect(try await visit(.customScheme("juice"), on: device, url: url).error == .canceledLogin)
        #expect(device.browser.pages.isEmpty && device.sheets.shown.isEmpty)
    }

    @Test("the callback matches the same addresses in the app's own check", arguments: addresses)
    func matching(address: String, ends: Bool) {
        guard let url = URL(string: address) else { return #expect(!ends) }
        #expect(ASWebAuthenticationSession.Callback.https(host: "example.com", path: "/done").matchesURL(url) == ends)
        #expect(ASWebAuthenticationSession.Callback.https(host: "EXAMPLE.com", path: "done").matchesURL(url) == ends)
    }

    @Test("a callback matches its addresses")
    func matching() throws {
        let scheme = ASWebAuthenticationSession.Callback.customScheme("juice")
        #expect(scheme.matchesURL(try #require(URL(string: "juice://callback"))))
        #expect(!scheme.matchesURL(try #require(URL(string: "https://example.com"))))
        let https = ASWebAuthenticationSession.Callback.https(host: "example.com", path: "/done")
        #expect(https.matchesURL(try #require(URL(string: "https://example.com/done?code=1"))))
        #expect(!https.matchesURL(try #require(URL(string: "https://example.com/"))))
    }

    private struct Visit {
        var address: String?
        var error: ASWebAuthenticationSessionError.Code?
        var anchors = 0
    }

    private final class Window: NSObject, ASWebAuthenticationPresentationContextProviding {
        var anchors = 0

        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
            anchors += 1
            return ASPresentationAnchor()
        }
    }

    private func visit(
        _ callback: ASWebAuthenticationSession.Callback, on device: DeviceSimulator, url: URL? = nil,
        before: @MainActor (ASWebAuthenticationSession) -> Void = { _ in },
        after: @MainActor (ASWebAuthenticationSession) -> Void = { _ in }
    ) async throws -> Visit {
        let url = try #require(url ?? page)
        let window = Window()
        var visit = await withCheckedContinuation { (continuation: CheckedContinuation<Visit, Never>) in
            let session = device.run {
                ASWebAuthenticationSession(url: url, callback: callback) { address, error in
                    MainActor.assertIsolated()
                    continuation.resume(
                        returning: Visit(
                            address: address?.absoluteString, error: (error as? ASWebAuthenticationSessionError)?.code))
                }
            }
            session.presentationContextProvider = window
            before(session)
            session.start()
            after(session)
        }
        visit.anchors = window.anchors
        return visit
    }
}
