/// The response to a request for an association file, as the caller received it. This library downloads nothing.
public struct FetchedFile: Sendable {
    /// The requested URL. Nil if it is not to be checked.
    public let url: String?

    /// The status of the first response. Redirects are not followed.
    public let status: Int

    /// The header fields, in order, with names in any case.
    public let headers: [(name: String, value: String)]

    /// The body, without transfer and content coding.
    public let body: [UInt8]

    /// Creates a response.
    public init(url: String? = nil, status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the problems of the response and, after a success, of the file. The response must follow Apple's rules: https, no
    /// redirect, status 200, and JSON.
    public func lint() -> [Finding] {
        addressFindings + statusFindings + (isServed ? typeFindings + AssociationFile.lint(body) : [])
    }

    /// Returns the first header field with a name.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name }?.value
    }

    private var isServed: Bool { status == 200 }

    private var addressFindings: [Finding] {
        guard let url, let address = try? LinkURL(url) else { return [] }
        var findings: [Finding] = []
        if address.scheme != "https" {
            findings.append(
                Finding(.notHTTPS, pointer: "", "The file was requested over \(address.scheme); systems use only https."))
        }
        if !Self.paths.contains(address.path) {
            findings.append(
                Finding(.wrongPath, pointer: "", "The file was requested at \(address.path.quoted), which no system uses."))
        }
        return findings
    }

    private static let paths = ["/.well-known/apple-app-site-association", "/apple-app-site-association"]

    private var statusFindings: [Finding] {
        switch status {
        case 200: []
        case 300..<400:
            [Finding(.redirected, pointer: "", "The response is a redirect (\(status))\(target); redirects are not followed.")]
        case 400..<500: [Finding(.notFound, pointer: "", "The response has status \(status): the file does not exist.")]
        case 500..<600: [Finding(.serverError, pointer: "", "The response has status \(status): the server failed.")]
        default: [Finding(.unexpectedStatus, pointer: "", "The response has status \(status) instead of 200.")]
        }
    }

    private var target: String { header("location").map { " to \($0.quoted)" } ?? "" }

    private var typeFindings: [Finding] {
        guard let field = header("content-type") else {
            return [Finding(.missingContentType, pointer: "", "The response has no Content-Type.")]
        }
        let type = field.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        let isSigned = type == "application/pkcs7-mime" && (try? SignedFile.content(of: body)) != nil
        guard type != "application/json", !isSigned else { return [] }
        return [Finding(.wrongContentType, pointer: "", "The Content-Type is \(field.quoted) instead of application/json.")]
    }
}
