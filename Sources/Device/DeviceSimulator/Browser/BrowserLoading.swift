import Foundation
import HTTPTypes
import PasswordManager
import WebClient

/// One navigation: what is asked for, and from where.
struct BrowserRequest {
    var url: WebURL
    /// The body of a form that is posted; nil: a GET.
    var form: [UInt8]?
    /// The page whose link or form it is; nil where the person gave the address.
    var source: WebURL?
}

/// What a navigation ends at.
struct BrowserAnswer {
    let url: WebURL
    let status: Int
    let contentType: String
    let body: [UInt8]
}

/// Why a page is not loaded, in words for the person.
struct BrowserFailure: Error, CustomStringConvertible {
    let description: String
}

/// Carries out navigations over the network of the device: redirects, cookies, and the fields by which a site tells its own requests from others.
@MainActor
final class BrowserLoading {
    /// As the Fetch standard has it, section 4.4.
    nonisolated static let maximumRedirects = 20

    private let web: any WebTransport
    private let now: @Sendable () -> Date
    private var cookies = BrowserCookies()

    init(web: any WebTransport, now: @escaping @Sendable () -> Date) {
        self.web = web
        self.now = now
    }

    func load(_ first: BrowserRequest) async throws(BrowserFailure) -> BrowserAnswer {
        var request = first
        // A request that was of another site once is one to its end.
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
            guard let next = request.url.resolving(location) else {
                throw BrowserFailure(description: "\(request.url.host) leads to an address that cannot be opened here.")
            }
            if answer.status.code < 307 {
                request.form = nil
            } else if request.form != nil, request.url.scheme == .https, next.scheme == .http {
                throw BrowserFailure(description: "\(request.url.host) wants what you entered sent on without protection.")
            }
            request.url = next
        }
        throw BrowserFailure(description: "\(request.url.host) redirects too many times.")
    }

    private func send(_ request: BrowserRequest, isCrossSite: Bool) async throws(BrowserFailure) -> WebResponse {
        var wire = WebRequest(request.form == nil ? .get : .post, request.url)
        wire.headers[.accept] = "text/html"
        wire.headers[.secFetchSite] =
            switch request.source {
            case nil: "none"
            case _ where isCrossSite: "cross-site"
            case let source?: source.origin == request.url.origin ? "same-origin" : "same-site"
            }
        if let form = request.form {
            wire.headers[.contentType] = "application/x-www-form-urlencoded"
            wire.body = form
            // The server behind a site of this network knows itself by another address: within a site none is named.
            if let source = request.source, source.origin != request.url.origin { wire.headers[.origin] = source.origin }
        }
        let purpose = BrowserCookies.Purpose(isCrossSite: isCrossSite, isPost: request.form != nil)
        wire.headers[.cookie] = cookies.field(for: request.url, purpose, at: now())
        do throws(WebClientError) {
            return try await web.send(wire)
        } catch {
            switch error {
            case .tooLarge: throw BrowserFailure(description: "The page of \(request.url.host) is too large.")
            default: throw BrowserFailure(description: "\(request.url.host) cannot be reached.")
            }
        }
    }
}

/// The network of a device as its browser uses it.
struct BrowsedNetwork: WebTransport {
    let network: SimulatedNetwork

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse { try await network.browse(request) }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = {
        guard let name = HTTPField.Name("Sec-Fetch-Site") else {
            preconditionFailure("the name of a header field is a constant of ours")
        }
        return name
    }()
}

/// A form as it is sent: the controls of a page with what the person made of them (HTML standard, 4.10.21).
struct BrowserSubmission {
    let request: BrowserRequest
    /// What was entered on a protected page would be sent without protection.
    let losesProtection: Bool

    /// - Parameters:
    ///   - button: The control that was pressed; nil: the return key, which presses the first button of the form.
    ///   - texts: What stands in the controls of text, by their names on the screen.
    ///   - choices: Whether a check box or radio button is on, by its place, where the person has changed it.
    /// - Throws: where the form leads to what is neither http nor https.
    init(
        _ form: Int, of page: BrowsedPage, pressing button: Int?, _ texts: [String: String], _ choices: [Int: Bool]
    ) throws(BrowserFailure) {
        let content = page.content
        let sent = content.forms.indices.contains(form) ? content.forms[form] : PageContent.Form()
        guard var url = page.url.resolving(sent.action ?? "") else {
            throw BrowserFailure(description: "The form leads to an address that cannot be opened here.")
        }
        let pressed =
            button ?? content.controls.indices.first { content.controls[$0].kind == .submit && content.controls[$0].form == form }
        var pairs: [(String, String)] = []
        for (index, control) in content.controls.enumerated() where control.form == form && !control.isDisabled {
            guard let name = control.name, !name.isEmpty else { continue }
            switch control.kind {
            case .text: pairs.append((name, texts[page.ids[index]] ?? control.value))
            case .hidden: pairs.append((name, control.value))
            case .check, .radio: if choices[index] ?? control.isOn { pairs.append((name, control.value)) }
            case .submit: if index == pressed { pairs.append((name, control.value)) }
            case .other: break
            }
        }
        let body = pairs.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
        if !sent.isPost {
            let path = url.target.prefix { $0 != "?" }
            guard let whole = try? WebURL("\(url.origin)\(path)?\(body)") else {
                throw BrowserFailure(description: "What was entered is too long for this form.")
            }
            url = whole
        }
        request = BrowserRequest(url: url, form: sent.isPost ? Array(body.utf8) : nil, source: page.url)
        losesProtection = page.url.scheme == .https && url.scheme == .http
    }

    /// `application/x-www-form-urlencoded`, in UTF-8; line ends are CR LF.
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
