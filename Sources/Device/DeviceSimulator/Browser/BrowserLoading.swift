import DeviceScreens
import Foundation
import HTTPTypes
import PasswordManager
import Traces
import WebClient

/// A navigation: the requested address and its source.
struct BrowserRequest {
    var url: WebURL
    /// The body of a posted form; nil for GET.
    var form: [UInt8]?
    /// The page with the link or the form; nil if the user entered the address.
    var source: WebURL?
    /// The fields that an app adds to the first request, by name.
    var addedFields: [(name: String, value: String)] = []
}

/// The result of a navigation.
struct BrowserAnswer {
    let url: WebURL
    let status: Int
    let contentType: String
    let body: [UInt8]
}

/// The reason why a page did not load, as a text for the user.
struct BrowserFailure: Error, CustomStringConvertible {
    let note: BrowserNote

    var description: String { note.words }
}

/// Performs navigations over the device's network: redirects, cookies, and the request fields that protect a site against forged
/// requests.
@MainActor
final class BrowserLoading {
    /// The maximum number of redirects, as in the Fetch standard, section 4.4.
    nonisolated static let maximumRedirects = 20

    /// Receives the address of each redirect before the browser follows it. Returns whether the visit ends there.
    var ends: @MainActor (String) -> Bool = { _ in false }

    /// The position of the user's last action in a trace. The network reaches only servers of this machine and of `.server` sites.
    var traceparent: String?

    private let web: any WebTransport
    private let now: @Sendable () -> Date
    private let cookies: CookieJar

    init(web: any WebTransport, cookies: CookieJar, now: @escaping @Sendable () -> Date) {
        self.web = web
        self.cookies = cookies
        self.now = now
    }

    func load(_ first: BrowserRequest) async throws(BrowserFailure) -> BrowserAnswer {
        var request = first
        // A cross-site request stays cross-site after redirects.
        var isCrossSite = false
        for _ in 0...Self.maximumRedirects {
            if let source = first.source, !source.isSameSite(as: request.url) { isCrossSite = true }
            let answer = try await send(request, isCrossSite: isCrossSite)
            cookies.take(answer.headers[values: .setCookie], from: request.url, at: now())
            guard [301, 302, 303, 307, 308].contains(answer.status.code), let location = answer.headers[.location] else {
                return BrowserAnswer(
                    url: request.url, status: answer.status.code, contentType: answer.headers[.contentType] ?? "",
                    body: answer.body)
            }
            let target = request.url.resolving(location)
            if ends(target?.description ?? location) { throw BrowserFailure(note: .loading) }
            guard let next = target else {
                throw BrowserFailure(note: .redirectUnsupported(host: request.url.host))
            }
            if answer.status.code < 307 {
                request.form = nil
            } else if request.form != nil, request.url.scheme == .https, next.scheme == .http {
                throw BrowserFailure(note: .redirectInsecure(host: request.url.host))
            }
            request.url = next
            request.addedFields = []
        }
        throw BrowserFailure(note: .tooManyRedirects(host: request.url.host))
    }

    private func send(_ request: BrowserRequest, isCrossSite: Bool) async throws(BrowserFailure) -> WebResponse {
        var wire = WebRequest(request.form == nil ? .get : .post, request.url)
        wire.headers[.accept] = "text/html"
        for field in request.addedFields {
            if let name = HTTPField.Name(field.name) { wire.headers[name] = field.value }
        }
        if let traceparent, let name = HTTPField.Name(TraceParent.headerName) { wire.headers[name] = traceparent }
        wire.headers[.secFetchSite] =
            switch request.source {
            case nil: "none"
            case _ where isCrossSite: "cross-site"
            case let source?: source.origin == request.url.origin ? "same-origin" : "same-site"
            }
        if let form = request.form {
            wire.headers[.contentType] = "application/x-www-form-urlencoded"
            wire.body = form
            // The server behind a site of this network has a different address, so `Origin` is omitted within a site.
            if let source = request.source, source.origin != request.url.origin { wire.headers[.origin] = source.origin }
        }
        let purpose = BrowserCookies.Purpose(isCrossSite: isCrossSite, isPost: request.form != nil)
        wire.headers[.cookie] = cookies.field(for: request.url, purpose, at: now())
        do throws(WebClientError) {
            return try await web.send(wire)
        } catch {
            switch error {
            case .tooLarge: throw BrowserFailure(note: .tooLarge(host: request.url.host))
            default: throw BrowserFailure(note: .unreachable(host: request.url.host))
            }
        }
    }
}

/// The device's network, for its browser.
struct BrowsedNetwork: WebTransport {
    let network: SimulatedNetwork

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse { try await network.browse(request) }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = {
        guard let name = HTTPField.Name("Sec-Fetch-Site") else {
            preconditionFailure("invalid header field name")
        }
        return name
    }()
}

/// A submitted form: the controls of a page with the user's input (HTML standard, 4.10.21).
struct BrowserSubmission {
    let request: BrowserRequest
    /// Whether input from an encrypted page would be sent without encryption.
    let losesProtection: Bool

    /// Creates the request of a submitted form.
    ///
    /// - Parameters:
    ///   - button: The pressed control; nil for the Return key, which presses the first button of the form.
    ///   - texts: The texts of the controls, by screen identifier.
    ///   - choices: The states of check boxes and radio buttons that the user changed, by position.
    ///   - credential: The passkey that the form sends in its hidden control `credential`; nil for most forms.
    /// - Throws: If the form's target is not http or https.
    init(
        _ form: Int, of page: BrowsedPage, pressing button: Int?, _ texts: [String: String], _ choices: [Int: Bool],
        credential: String? = nil
    ) throws(BrowserFailure) {
        let content = page.content
        let sent = content.forms.indices.contains(form) ? content.forms[form] : PageContent.Form()
        guard var url = page.url.resolving(sent.action ?? "") else {
            throw BrowserFailure(note: .formUnsupported)
        }
        let pressed =
            button ?? content.controls.indices.first { content.controls[$0].kind == .submit && content.controls[$0].form == form }
        let userName = sent.takesUserName ? page.userName(in: texts) : nil
        var pairs: [(String, String)] = []
        for (index, control) in content.controls.enumerated() where control.form == form && !control.isDisabled {
            guard let name = control.name, !name.isEmpty else { continue }
            switch control.kind {
            case .text: pairs.append((name, texts[page.ids[index]] ?? control.value))
            case .hidden:
                let filled = name == "credential" ? credential : name == "username" ? userName : nil
                pairs.append((name, filled ?? control.value))
            case .check, .radio: if choices[index] ?? control.isOn { pairs.append((name, control.value)) }
            case .submit: if index == pressed { pairs.append((name, control.value)) }
            case .other: break
            }
        }
        let body = pairs.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
        if !sent.isPost {
            let path = url.target.prefix { $0 != "?" }
            guard let whole = try? WebURL("\(url.origin)\(path)?\(body)") else {
                throw BrowserFailure(note: .inputTooLong)
            }
            url = whole
        }
        request = BrowserRequest(url: url, form: sent.isPost ? Array(body.utf8) : nil, source: page.url)
        losesProtection = page.url.scheme == .https && url.scheme == .http
    }

    /// Returns a text in the form `application/x-www-form-urlencoded`: UTF-8, with CR LF line ends.
    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                bytes.append(byte)
            case 0x20: bytes.append(UInt8(ascii: "+"))
            default:
                bytes.append(UInt8(ascii: "%"))
                bytes += [byte >> 4, byte & 15].map { $0 < 10 ? UInt8(ascii: "0") + $0 : UInt8(ascii: "A") + $0 - 10 }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
