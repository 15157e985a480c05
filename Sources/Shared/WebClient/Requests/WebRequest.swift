package import HTTPTypes

/// A request to another server: everything that goes on the wire, but `Host` and `Content-Length`, which follow from the rest.
package struct WebRequest: Sendable {
    package var method: HTTPRequest.Method
    package var url: WebURL
    package var headers: HTTPFields
    package var body: [UInt8]

    package init(_ method: HTTPRequest.Method = .get, _ url: WebURL, headers: HTTPFields = [:], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
