/// A rule of Apple's that was waived because the settings say so. Answers that depend on one name it.
public enum EmulatorException: String, Sendable, Hashable, Codable, CaseIterable {
    /// The return URL is on loopback; Apple wants https and a domain. See ``AppleServiceSettings/allowsLoopbackURLs``.
    case loopbackReturnURL = "loopback-return-url"
}
