/// Why a text is no URL that could be a link.
public struct LinkURLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong. The raw values are stable and meant for programs.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// No scheme and `://`.
        case notAbsolute = "not-absolute"
        /// No host.
        case missingHost = "missing-host"
        /// More bytes than ``LinkURL/maximumBytes``.
        case tooLong = "url-too-long"
    }

    /// What is wrong.
    public let code: Code

    /// What is wrong, as a sentence.
    public var reason: String {
        switch code {
        case .notAbsolute: "The URL must begin with https://."
        case .missingHost: "The URL has no host."
        case .tooLong: "The URL is longer than \(LinkURL.maximumBytes) bytes."
        }
    }

    /// The reason.
    public var description: String { reason }
}
