/// How an authorization's answer travels (facts 1.6).
public enum ResponseMode: String, Sendable, Hashable, Codable, CaseIterable {
    case query
    case fragment
    case formPost = "form_post"
    /// What Apple's script asks for with a pop-up window; undocumented.
    case webMessage = "web_message"
}
