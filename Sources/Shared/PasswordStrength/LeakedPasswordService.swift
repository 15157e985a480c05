import Crypto

/// Checks leaked passwords with the range API of Have I Been Pwned. The service learns the first five digits of a digest, which at
/// least a thousand leaked passwords share, and returns all rows of that range.
///
/// Padding hides from a network observer which range was requested. No such source is created by default: the account server
/// creates one if its configuration names the service.
package struct LeakedPasswordService: LeakedPasswordSource {
    private let origin: String
    private let userAgent: String
    private let transport: any LeakedPasswordTransport

    /// - Parameters:
    ///   - origin: The service, without a trailing slash.
    ///   - userAgent: The name of the application. The service rejects requests without one.
    package init(
        origin: String = "https://api.pwnedpasswords.com", userAgent: String, transport: any LeakedPasswordTransport
    ) {
        self.origin = origin
        self.userAgent = userAgent
        self.transport = transport
    }

    /// Returns how often the password of this digest occurs in leaks; 0 if it does not. Throws the errors of the transport, and an
    /// error if the response is not a range.
    package func count(of digest: LeakedPasswordDigest) async throws -> Int {
        let url = "\(origin)/range/\(digest.range)"
        let response = try await transport.get(
            LeakedPasswordRequest(url: url, headers: [("Add-Padding", "true"), ("User-Agent", userAgent)]))
        guard response.status == 200 else { throw LeakedPasswordsError(.unexpectedStatus, at: url) }
        guard response.body.count <= RangeText.sizeLimit else { throw LeakedPasswordsError(.tooLarge, at: url) }
        return try RangeText(bytes: response.body, place: url).count(of: digest.suffix)
    }
}

/// A source of leaked passwords.
///
/// A failed check is thrown and never treated as "not leaked"; the caller decides what an unavailable check means.
package protocol LeakedPasswordSource: Sendable {
    /// Returns how often the password of this digest occurs in leaks; 0 if it does not.
    func count(of digest: LeakedPasswordDigest) async throws -> Int
}

extension LeakedPasswordSource {
    /// Returns how often the password occurs in leaks; 0 if it does not. Its UTF-8 bytes are used unchanged, so pass it in the form
    /// in which users type it, NFC.
    package func count(of password: String) async throws -> Int {
        try await count(of: LeakedPasswordDigest(of: password))
    }
}

/// Sends the requests of ``LeakedPasswordService``. This library does no networking; the application implements the transport.
package protocol LeakedPasswordTransport: Sendable {
    /// Sends the request with the method GET and returns the whole response. Throws if no response arrives.
    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse
}

/// A request for a range.
package struct LeakedPasswordRequest: Sendable {
    /// An https URL. Its last component is the range, which is all that the service learns about a password.
    package let url: String

    /// The header fields to send.
    package let headers: [(name: String, value: String)]

    package init(url: String, headers: [(name: String, value: String)] = []) {
        self.url = url
        self.headers = headers
    }
}

/// The response to a request for a range.
package struct LeakedPasswordResponse: Sendable {
    /// The HTTP status code.
    package let status: Int

    /// The whole body after transfer decoding.
    package let body: [UInt8]

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// The SHA-1 of a password, by which leaked passwords are published. Its description reveals nothing of it.
///
/// SHA-1 is required by the published lists and does not protect the password: keep the digest no longer than the check.
package struct LeakedPasswordDigest: Hashable, Sendable {
    /// The first five upper-case hexadecimal digits: the name of a range, which at least a thousand leaked passwords share. It may
    /// leave the machine and appear in errors.
    package let range: String

    /// The other 35 digits in ASCII.
    let suffix: [UInt8]

    /// Computes the digest of the password's UTF-8 bytes.
    package init(of password: String) {
        let digits = Insecure.SHA1.hash(data: Array(password.utf8)).flatMap {
            [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]]
        }
        range = String(decoding: digits.prefix(Self.rangeLength), as: UTF8.self)
        suffix = Array(digits.dropFirst(Self.rangeLength))
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let rangeLength = 5
}

extension LeakedPasswordDigest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the type.
    package var description: String { "LeakedPasswordDigest(redacted)" }

    /// The name of the type.
    package var debugDescription: String { description }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The reason why leaked passwords could not be checked. It contains no digest beyond the five digits that name a range.
package struct LeakedPasswordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    package let reason: Reason

    /// The affected folder, file or range.
    package let place: String

    /// The affected line, counted from 1; nil if the error is not about a line.
    package let line: Int?

    /// The kinds of errors.
    package enum Reason: String, Error, Hashable, Sendable {
        /// The folder does not exist.
        case noFolder = "there is no folder at this path, or it is not accessible"
        /// The folder contains neither `00000.txt` nor `00000`.
        case noRanges = "the folder contains no range files, such as 00000.txt"
        /// A range file is missing. Each of the 1,048,576 published ranges has one.
        case missingRange = "the range file is missing, so the download is incomplete"
        /// The file is unreadable, not a regular file, or changed while it was read.
        case unreadable = "the file cannot be read"
        /// The range is larger than 16 MiB.
        case tooLarge = "the range is larger than 16 MiB"
        /// The range has no line. No published range is empty.
        case empty = "the range is empty, so the download is incomplete"
        /// The line does not begin with 35 upper-case digits. The ranges of NTLM digests have 27.
        case malformedSuffix = "the line does not begin with 35 upper-case hexadecimal digits"
        /// There is no colon, or no whole number without leading zeros after it.
        case malformedCount = "the line does not end with a colon and a count"
        /// The range API responded with a status other than 200.
        case unexpectedStatus = "the service did not return the range"
    }

    init(_ reason: Reason, at place: String, line: Int? = nil) {
        self.reason = reason
        self.place = place
        self.line = line
    }

    /// A description for the operator.
    package var description: String {
        "\(place): " + (line.map { "line \($0): " } ?? "") + reason.rawValue
    }
}
