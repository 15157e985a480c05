/// An answer to the request for an association file, as whoever fetched it tells it. This library fetches nothing.
public struct FetchedFile: Sendable {
    /// The address that was asked; nil where it does not matter.
    public let url: String?

    /// The status of the first answer: redirects are not followed.
    public let status: Int

    /// The header fields in their order; names in whatever capitals.
    public let headers: [(name: String, value: String)]

    /// The body, without transfer and content coding.
    public let body: [UInt8]

    /// An answer.
    public init(url: String? = nil, status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// What is wrong with how the file was served and, if it was, with the file itself. Systems are asked about by Apple's rules
    /// for fetching: https, no redirect, 200, and JSON.
    public func lint() -> [Finding] {
        addressFindings + statusFindings + (isServed ? typeFindings + AssociationFile.lint(body) : [])
    }

    /// The first field of that name.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name }?.value
    }

    private var isServed: Bool { status == 200 }

    private var addressFindings: [Finding] {
        guard let url, let address = try? LinkURL(url) else { return [] }
        var findings: [Finding] = []
        if address.scheme != "https" {
            findings.append(Finding(.notHTTPS, "The file was asked for by \(address.scheme); systems ask by https alone."))
        }
        if !Self.paths.contains(address.path) {
            findings.append(Finding(.wrongPath, "The file was asked for as \(address.path.quoted), where no system looks."))
        }
        return findings
    }

    private static let paths = ["/.well-known/apple-app-site-association", "/apple-app-site-association"]

    private var statusFindings: [Finding] {
        switch status {
        case 200: []
        case 300..<400: [Finding(.redirected, "The answer is a redirect (\(status))\(target); it is not followed.")]
        case 400..<500: [Finding(.notFound, "The answer is \(status): there is no file for systems to read.")]
        case 500..<600: [Finding(.serverError, "The answer is \(status): the server failed.")]
        default: [Finding(.unexpectedStatus, "The answer is \(status) instead of 200.")]
        }
    }

    private var target: String { header("location").map { " to \($0.quoted)" } ?? "" }

    private var typeFindings: [Finding] {
        guard let field = header("content-type") else {
            return [Finding(.missingContentType, "The answer has no Content-Type.")]
        }
        let type = field.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        let isSigned = type == "application/pkcs7-mime" && (try? SignedFile.content(of: body)) != nil
        guard type != "application/json", !isSigned else { return [] }
        return [Finding(.wrongContentType, "The Content-Type is \(field.quoted) instead of application/json.")]
    }
}
