import HTTPTypes
import InternetAddresses
import Traces

/// Command lines that repeat the requests of a trace. A trace has only the outlines of bodies, so the commands have variables of the shell
/// and example values in their place, and contain no secret.
struct RequestCommands {
    let api: APIReference
    /// The address of Apple's service, without a trailing slash; nil if none is known.
    let apple: String?

    /// Returns the command of a step; nil for a step that is not a request, or whose method or route is not one of a server. The step may
    /// be of a file, and a terminal interprets what is pasted.
    func command(for span: SpanRecord) -> String? {
        guard let method = span.attributes[.method], Self.methods.contains(method), let route = span.attributes[.route],
            route.hasPrefix("/"), route.utf8.allSatisfy(Self.isPlain)
        else { return nil }
        switch span.kind {
        case .serverRequest: return api.commandLine(method, route) ?? form(of: span, method, at: "\(api.origin)" + route)
        case .appleRequest, .appleResponse: return apple.map { appleRequest(method, route, at: $0 + route) }
        case .tap, .prompt, .sheet, .authorization, .verification, .redemption, .transaction, .event, .keychain, .brokerMessage,
            .instrumented:
            return nil
        }
    }

    /// Returns a request of a page. Its form needs the cookies of a browser, and a token of the page. The other fields have placeholders:
    /// the name of a field of a file must not select a variable of the shell.
    private func form(of span: SpanRecord, _ method: String, at url: String) -> String {
        guard method == "POST" else { return "curl -g -X \(method) '\(url)'" }
        let body = span.messages[.request]?.body
        let names = body?.kind == .form ? body?.members.map(\.name) ?? [] : []
        let fields = names.filter { $0 != "form-token" && $0 != MessageOutline.unnamed }
        return lines(
            ["curl -g '\(url)'", #"-H "Cookie: $COOKIES""#, #"--data-urlencode "form-token=$FORM_TOKEN""#]
                + fields.map { "--data-urlencode '\($0)=\($0.uppercased())'" })
    }

    private func appleRequest(_ method: String, _ route: String, at url: String) -> String {
        guard method == "POST" else { return "curl -g -X \(method) '\(url)'" }
        if route.hasPrefix("/emulator/") {
            return lines(
                "curl -g '\(url)'", #"-H "Authorization: Bearer $BEARER""#, "-H 'Content-Type: application/json'", #"-d "$BODY""#)
        }
        let fields = Self.appleFields[route] ?? []
        return lines(["curl -g -X POST '\(url)'"] + fields.map { "--data-urlencode \"\($0)=$\($0.uppercased())\"" })
    }

    private func lines(_ parts: String...) -> String { lines(parts) }

    private func lines(_ parts: [String]) -> String { parts.joined(separator: " \\\n  ") }

    /// The characters of the server's routes. No shell interprets them within single quotes.
    private static func isPlain(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "/-._~{}".utf8.contains(byte) }

    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    /// The fields of a backend's requests to Apple.
    private static let appleFields = [
        "/auth/token": ["client_id", "client_secret", "grant_type", "code"],
        "/auth/revoke": ["client_id", "client_secret", "token", "token_type_hint"],
    ]
}

extension APIReference {
    /// Returns the example of a route; nil for a route that the API does not have.
    fileprivate func commandLine(_ method: String, _ path: String) -> String? {
        describedRoutes.first { $0.route.method.rawValue == method && $0.route.path == path }.map(commandLine(of:))
    }
}
