import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// A client that keeps cookies: a browser without scripts, or a backend. It follows no redirects.
final class Caller: Sendable {
    private let base: String
    private let cookies = Mutex<[String: String]>([:])

    struct Answer: Sendable {
        let status: Int
        fileprivate let headers: HTTPHeaders
        let bytes: [UInt8]

        /// The first field with this name.
        func header(_ name: String) -> String? { headers.first(name: name) }

        var text: String { String(decoding: bytes, as: UTF8.self) }
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]) ?? [:] }
        var error: String? { json["error"] as? String }
    }

    /// Shared by all, because it only keeps connections.
    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))

    init(_ base: String) {
        self.base = base
    }

    func get(_ target: String, headers: [(String, String)] = []) async throws -> Answer {
        try await send(.GET, target, headers, nil)
    }

    func post(_ target: String, form: [String: String?], headers: [(String, String)] = []) async throws -> Answer {
        try await send(
            .POST, target, [("Content-Type", "application/x-www-form-urlencoded")] + headers, Array(Form.encode(form).utf8))
    }

    /// Posts a form, and confirms what the page asks.
    ///
    /// - Returns: the answer to the confirmation; the first answer if it asks nothing.
    func confirm(_ target: String, form: [String: String?]) async throws -> Answer {
        let question = try await post(target, form: form)
        guard question.status == 200, let confirmed = question.form(target, holding: "name=\"confirmed\"") else { return question }
        return try await post(target, form: confirmed)
    }

    func post(_ target: String, body: String, type: String) async throws -> Answer {
        try await send(.POST, target, [("Content-Type", type)], Array(body.utf8))
    }

    func send(_ method: HTTPMethod, _ target: String, json: String) async throws -> Answer {
        try await send(method, target, [("Content-Type", "application/json")], Array(json.utf8))
    }

    func send(_ method: HTTPMethod, _ target: String, _ headers: [(String, String)], _ body: [UInt8]?) async throws -> Answer {
        var request = HTTPClientRequest(url: target.hasPrefix("http") ? target : base + target)
        request.method = method
        request.headers = ["User-Agent": "shop/1"]
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        request.headers = HTTPHeaders(request.headers.filter { !$0.value.isEmpty })
        let cookie = cookies.withLock { $0.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        if !cookie.isEmpty { request.headers.add(name: "Cookie", value: cookie) }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await Self.client.execute(request, timeout: .seconds(300))
        let content = try await response.body.collect(upTo: 1 << 22)
        for field in response.headers["Set-Cookie"] {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { cookies.withLock { $0[String(pair[0])] = String(pair[1]) } }
        }
        return Answer(status: Int(response.status.code), headers: response.headers, bytes: Array(content.readableBytesView))
    }
}

extension Caller.Answer {
    /// The hidden fields of the page's form with this `action`; the first such form, or the one that contains `marker`.
    func form(_ action: String, holding marker: String = "") -> [String: String?]? {
        for piece in text.components(separatedBy: "<form").dropFirst() {
            let form = piece.components(separatedBy: "</form>")[0]
            guard form.contains("action=\"\(action)\""), marker.isEmpty || form.contains(marker) else { continue }
            var fields: [String: String?] = [:]
            for input in form.components(separatedBy: "<input").dropFirst() {
                let tag = input.prefix { $0 != ">" }
                guard let name = Self.attribute("name", of: tag) else { continue }
                if tag.contains("type=\"radio\""), !tag.contains("checked") { continue }
                fields[name] = Self.attribute("value", of: tag) ?? ""
            }
            return fields
        }
        return nil
    }

    private static func attribute(_ name: String, of tag: Substring) -> String? {
        guard let start = tag.range(of: " \(name)=\"")?.upperBound else { return nil }
        return tag[start...].prefix { $0 != "\"" }.replacingOccurrences(of: "&quot;", with: "\"")
            .replacingOccurrences(of: "&#39;", with: "'").replacingOccurrences(of: "&lt;", with: "<")
            .replacingOccurrences(of: "&gt;", with: ">").replacingOccurrences(of: "&amp;", with: "&")
    }

    /// The six digits on the page's trusted device.
    var deviceCode: String? {
        guard let start = text.range(of: "class=\"digits\">")?.upperBound else { return nil }
        return String(text[start...].prefix(6))
    }
}
