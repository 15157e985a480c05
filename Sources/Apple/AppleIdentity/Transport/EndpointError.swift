/// Why a base URL is not one that requests with secrets may go to.
public struct EndpointError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusal.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Not an absolute URL in printable ASCII, or its host or port is none.
        case malformed
        /// It has a path, a query or a fragment.
        case notAnOrigin = "not-an-origin"
        /// Plain http to another machine.
        case insecure
        /// Neither http nor https.
        case unsupportedScheme = "unsupported-scheme"
    }

    /// The kind of refusal.
    public let code: Code

    /// The byte of the text where the reason lies, from 0.
    public let position: Int

    /// The reason in one English sentence.
    public var description: String {
        switch code {
        case .malformed: "The base URL is not an absolute URL at byte \(position)."
        case .notAnOrigin: "The base URL must end after the host or port, at byte \(position)."
        case .insecure: "The base URL is plain http, which is allowed to this machine alone."
        case .unsupportedScheme: "The base URL must begin with https://."
        }
    }
}
