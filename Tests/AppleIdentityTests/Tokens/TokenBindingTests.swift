import AppleIdentity
import JSONText
import Testing

@Suite("Hashes that bind a token to a code or an access token")
struct TokenBindingTests {
    // OpenID Connect Core 1.0, appendix A.4: code and c_hash; A.3: access token and at_hash.
    static let code = "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk"
    static let codeHash = "LDktKdoQak3Pk0cnXxCltA"
    static let accessToken = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"
    static let accessTokenHash = "77QmUPtjPfzWtF2AnpK9RQ"

    @Test("the standard's examples match")
    func vectors() throws {
        var draft = TokenDraft.with("c_hash", .string(Self.codeHash))
        draft.claims["at_hash"] = .string(Self.accessTokenHash)
        let identity = try draft.verdict().get()
        #expect(identity.checkCode(Self.code) == .matches && identity.checkAccessToken(Self.accessToken) == .matches)
        #expect(identity.checkCode(Self.accessToken) == .differs && identity.checkAccessToken(Self.code) == .differs)
        #expect(identity.checkCode("") == .differs)
    }

    @Test("a missing hash is absent")
    func absent() throws {
        let identity = try TokenDraft().verdict().get()
        #expect(identity.checkCode(Self.code) == .absent && identity.checkAccessToken(Self.accessToken) == .absent)
    }

    @Test("a hash of another length or alphabet differs", arguments: ["", "LDktKdoQak3Pk0cnXxCltA==", "LDktKdoQak3Pk0cnXxClt"])
    func malformed(hash: String) throws {
        #expect(try TokenDraft.with("c_hash", .string(hash)).verdict().get().checkCode(Self.code) == .differs)
    }
}
