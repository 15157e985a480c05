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
