import AssociatedDomains
import DeviceScreens
@testable import DeviceSimulator
import HTTPTypes
import PasswordManager
import Synchronization
import Testing
import WebClient

/// A web of prepared responses, by method and address. Every other address is unreachable.
final class ScriptedWeb: WebTransport {
    struct Sent {
        let line: String
        let headers: HTTPFields
        let body: String
    }

    private let state = Mutex((answers: [String: WebResponse](), sent: [Sent]()))
    private let pauses = Mutex<[String: @Sendable () async -> Void]>([:])

    var sent: [Sent] { state.withLock(\.sent) }

    func put(_ html: String, at line: String, status: Int = 200, headers: HTTPFields = [:]) {
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "text/html; charset=utf-8" }
        state.withLock { $0.answers[line] = WebResponse(status: .init(code: status), headers: headers, body: Array(html.utf8)) }
    }

    func redirect(_ line: String, to location: String, status: Int = 303) {
        put("", at: line, status: status, headers: [.location: location])
    }

    /// Performs actions before the next response at an address.
    func pause(before line: String, _ actions: @escaping @Sendable () async -> Void) {
        pauses.withLock { $0[line] = actions }
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        let line = "\(request.method.rawValue) \(request.url)"
        if let actions = pauses.withLock({ $0.removeValue(forKey: line) }) { await actions() }
        let answer = state.withLock { state in
            state.sent.append(Sent(line: line, headers: request.headers, body: String(decoding: request.body, as: UTF8.self)))
            return state.answers[line]
        }
        guard let answer else { throw .unreachable("nothing there") }
        return answer
    }

    func phone() throws -> Phone {
        try Phone(DeviceSimulator(), name: "iPhone", random: SystemRandomNumberGenerator(), web: self)
    }
}

extension ScriptedWeb {
    static let signIn = """
        <!DOCTYPE html><title>Shop</title><h1>Sign in</h1>
        <form method="post" action="/session"><input type="hidden" name="token" value="a&amp;b">
        <label for="u">User name</label><input id="u" name="user" autocomplete="username">
        <label for="p">Password</label><input id="p" name="pass" type="password" autocomplete="current-password">
        <label><input type="checkbox" name="remember" value="yes"> Remember me</label>
        <button name="how" value="password">Sign in</button></form>
        <p>New here? <a href="/join">Create an account</a></p>
        """
    static let welcome = "<title>Shop</title><h1>Welcome</h1>"
}

extension Phone {
    /// Opens an address, and returns the screen after the page or an error was shown.
    @discardableResult
    func browse(_ address: String) async throws -> AppScreen {
        try await perform(.browse(address: address))
        return try await pageIsLoaded()
    }

    @discardableResult
    func pageIsLoaded() async throws -> AppScreen {
        await isSettled()
        return try await screen { screen in
            !screen.shownTexts.contains("Loading…") && (screen.page != nil || screen.elements.contains { $0.isError })
        }
    }

    func savedPassword(of user: String, at site: String) throws -> String? {
        let id = try #require(CredentialID(server: try DomainName(site), user: user))
        return try device.passwords.credential(id)?.password.exposed
    }

    func fillByFace(_ user: String) async throws {
        try await tap(user)
        try await showFace()
        try await screen { $0.fields.last?.text.isEmpty == false }
        await isSettled()
    }
}

extension AppScreen {
    var shownTexts: [String] { elements.compactMap { if case .text(let text) = $0 { text.text } else { nil } } }
}

extension AppElement {
    var isError: Bool { if case .text(let text) = self { text.style == .error } else { false } }
}
