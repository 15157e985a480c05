import Crypto

/// Leaked passwords by the range API of Have I Been Pwned: the service learns the first five digits of a digest, which a
/// thousand leaked passwords or more share, and answers with all rows of that range.
///
/// Padding hides from those who watch the line which range it was. Nothing makes such a source by itself: the account server does where
/// its configuration names the service.
package struct LeakedPasswordService: LeakedPasswordSource {
    private let origin: String
    private let userAgent: String
    private let transport: any LeakedPasswordTransport

    /// - Parameters:
    ///   - origin: The service, without a slash at the end.
    ///   - userAgent: The name of the application; the service refuses requests without one.
    package init(
        origin: String = "https://api.pwnedpasswords.com", userAgent: String, transport: any LeakedPasswordTransport
    ) {
        self.origin = origin
        self.userAgent = userAgent
        self.transport = transport
    }

    /// How often the password with this digest was seen in leaks; 0 where it was not. Throws what the transport throws, and where the
    /// service answers with something else than a range.
    package func count(of digest: LeakedPasswordDigest) async throws -> Int {
        let url = "\(origin)/range/\(digest.range)"
        let response = try await transport.get(
            LeakedPasswordRequest(
                url: url, headers: [("Add-Padding", "true"), ("User-Agent", userAgent)], bodyLimit: Self.bodyLimit))
        guard response.status == 200 else { throw LeakedPasswordsError(.unexpectedStatus, at: url) }
        guard response.body.count <= Self.bodyLimit else { throw LeakedPasswordsError(.tooLarge, at: url) }
        return try RangeText(bytes: response.body, place: url).count(of: digest.suffix)
    }

    private static let bodyLimit = RangeText.sizeLimit
}

/// Somewhere to look up whether a password stands in known leaks.
///
/// What fails is thrown, and never taken for "not leaked": the caller decides what an unanswered question means.
package protocol LeakedPasswordSource: Sendable {
    /// How often the password with this digest was seen in leaks; 0 where it was not.
    func count(of digest: LeakedPasswordDigest) async throws -> Int
}

extension LeakedPasswordSource {
    /// How often the password was seen in leaks; 0 where it was not. Its UTF-8 bytes are looked up as they are: give it in the form
    /// in which people type it, which is NFC.
    package func count(of password: String) async throws -> Int {
        try await count(of: LeakedPasswordDigest(of: password))
    }
}

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

/// The SHA-1 of a password, by which leaked passwords are published. It prints nothing of itself.
///
/// SHA-1 is the form of the published lists, and protects nothing here: keep the digest no longer than the check.
package struct LeakedPasswordDigest: Hashable, Sendable {
    /// The first five upper-case hexadecimal digits: the name of a range, shared by a thousand leaked passwords or more. That much
    /// may leave the machine, and stand in an error.
    package let range: String

    /// The other 35 digits in ASCII.
    let suffix: [UInt8]

    /// The digest of the password's UTF-8 bytes.
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

/// Why leaked passwords could not be looked up. It shows no digest beyond the five digits that name a range.
package struct LeakedPasswordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let reason: Reason

    /// The folder, the file or the range at fault.
    package let place: String

    /// The line at fault, counted from 1; nil where it is the whole.
    package let line: Int?

    /// The closed list of what can be wrong.
    package enum Reason: String, Error, Hashable, Sendable {
        /// No folder of that name.
        case noFolder = "this is not a folder, or it cannot be reached"
        /// Neither `00000.txt` nor `00000` is in the folder.
        case noRanges = "the folder holds no range files, such as 00000.txt"
        /// A range file is not there. Each of the 1,048,576 published ranges has one.
        case missingRange = "the range file is missing, so the download is incomplete"
        /// The file may not be read, is no regular file, or changed while it was read.
        case unreadable = "the file cannot be read"
        /// Over 16 MiB.
        case tooLarge = "the range is larger than 16 MiB"
        /// No line at all. No published range is empty.
        case empty = "the range is empty, so the download is incomplete"
        /// Not 35 digits, or lower-case ones. The ranges of NTLM digests have 27.
        case malformedSuffix = "the line does not begin with 35 upper-case hexadecimal digits"
        /// No colon, or no whole number without leading zeros after it.
        case malformedCount = "the line does not end with a colon and a count"
        /// The range API answered with a status other than 200.
        case unexpectedStatus = "the service did not answer with the range"
    }

    init(_ reason: Reason, at place: String, line: Int? = nil) {
        self.reason = reason
        self.place = place
        self.line = line
    }

    /// A line for the operator.
    package var description: String {
        "\(place): " + (line.map { "line \($0): " } ?? "") + reason.rawValue
    }
}
