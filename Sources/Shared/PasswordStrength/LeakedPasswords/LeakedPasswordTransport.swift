/// Sends the requests of ``LeakedPasswordService``. This library does no networking: whoever wants the online check brings this.
package protocol LeakedPasswordTransport: Sendable {
    /// Sends the request with the method GET and returns the whole answer. Throws where there is none, and where its body exceeds
    /// the request's limit.
    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse
}

/// A request for a range.
package struct LeakedPasswordRequest: Sendable {
    /// An https address. Its last part is the range, and all that the service learns of a password.
    package let url: String

    /// The header fields to send.
    package let headers: [(name: String, value: String)]

    /// The most bytes that the body of the answer may have.
    package let bodyLimit: Int

    package init(url: String, headers: [(name: String, value: String)] = [], bodyLimit: Int = RangeText.sizeLimit) {
        self.url = url
        self.headers = headers
        self.bodyLimit = bodyLimit
    }
}

/// The answer to such a request.
package struct LeakedPasswordResponse: Sendable {
    /// The status of HTTP.
    package let status: Int

    /// The whole body, without any encoding of its transfer.
    package let body: [UInt8]

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}
