package import Accounts
package import HTTPTypes

/// The identifier of one request: minted here, told to the client, and part of every line of the log about it. What a client
/// sends as an identifier is ignored, so that nobody can write into somebody else's trail.
package typealias RequestIdentifier = Identifier<IncomingRequest>

extension HTTPField.Name {
    /// Where the client finds the ``RequestIdentifier``.
    package static let requestIdentifier = literal("X-Request-Id")

    /// A name known to be well-formed.
    static func literal(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("a header name in the source is malformed") }
        return name
    }
}
