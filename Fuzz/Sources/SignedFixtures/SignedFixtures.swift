public import AppleIdentity
public import FoundationEssentials

/// Valid messages for Apple's verifiers, with their keys and policy. The private RSA key was discarded, so that no other message
/// can be signed with it.
public struct SignedFixtures: Sendable {
    /// The keys that sign both messages.
    public let keys: AppleKeySet

    /// The policy that both messages satisfy.
    public let policy: TokenPolicy

    /// Throws only if the constants below are invalid.
    public init() throws {
        keys = try AppleKeySet(Array(Self.keySet.utf8))
        policy = try TokenPolicy(audiences: ClientIDs(["com.example.app", "com.example.web"]))
    }

    /// A time at which both messages are valid.
    public static let now = Date(timeIntervalSince1970: 1_760_000_000)

    /// An identity token.
    public static let token = #"""
        eyJraWQiOiJXNldjT0tCIiwiYWxnIjoiUlMyNTYifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoiY29tLmV4YW1wb\#
        GUuYXBwIiwiZXhwIjoxNzYwMDg2NDAwLCJpYXQiOjE3NjAwMDAwMDAsInN1YiI6IjAwMTU0Mi5iMDQxMDBjNTFhY2I0OGQzYTU3MDY4NGYxN2Q2M\#
        zk0ZC4xNjAzIiwibm9uY2UiOiJuLTBTNl9XekEyTWoiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiYWJjQHByaXZhdGVyZWxheS5hc\#
        HBsZWlkLmNvbSIsImVtYWlsX3ZlcmlmaWVkIjp0cnVlLCJpc19wcml2YXRlX2VtYWlsIjp0cnVlfQ.GLPIM-jJ69lW5NaFI50Krh7v8u01Qxv36w\#
        fUCkYxofIW0kSztQvFqbLZ8NidkMmMPqSarSsdcveB4dzZLzg5Yn8N3RjAuBM9WLHs3qj3VVePZeM6g5G_HgQyg03LOd2vG1szhV-yNib72M_kN6\#
        WNlMeYA4_aUAtJXO7QHsucH0oDUcc5SUsrP2cffA12bRE9OcBOVSddqS9HCiOYj1ORbN-goVbkh3zsz7HMjNLZj_R4t-iN3GSvyUqn0Y8hIyu3ty\#
        dFwE6st0UgV42cqH9C_Bpp2P_tpgTMTbh2_Gfs3rl8vxBsqDwM1YiN9y3wcMltoL8HG-jcx2jMvPzcXInlFg
        """#

    /// The signed message of a notification.
    public static let notification = #"""
        eyJraWQiOiJXNldjT0tCIiwiYWxnIjoiUlMyNTYifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoiY29tLmV4YW1wb\#
        GUuYXBwIiwiZXhwIjoxNzYwMDg2NDAwLCJpYXQiOjE3NjAwMDAwMDAsImp0aSI6Imp0aS0xIiwiZXZlbnRzIjoie1widHlwZVwiOlwiZW1haWwtZ\#
        GlzYWJsZWRcIixcInN1YlwiOlwiMDAxNTQyLmIwNDEwMGM1MWFjYjQ4ZDNhNTcwNjg0ZjE3ZDYzOTRkLjE2MDNcIixcImV2ZW50X3RpbWVcIjoxN\#
        zU5OTk5OTkwMTIzLFwiZW1haWxcIjpcImFiY0Bwcml2YXRlcmVsYXkuYXBwbGVpZC5jb21cIixcImlzX3ByaXZhdGVfZW1haWxcIjpcInRydWVcI\#
        n0ifQ.GMEND-66AN9OB9nWmLISht50x1Ngz13kiy9aIXB1OwM-W8JBupUW8zjTbITAHNuB5NY1x_qZoddVJKvKEHlPua_hjLYEH-4SQItEKELOM2\#
        AmQy-AyGMxF0-1PovjpvWVW7NvWxszETv-4kit_ryOsM-OjP5CNjI_PTtv_7DBn2d_iUFRtt7BQZwTsKyRty4r4CKa1CKDZR829ENXCo7gd0hLMJ\#
        PHHfW3UFCga03ssm2f1JRSvAAmQnJyNEmP34r9ag2F9ihczu_eWrajyY55KDfKBgysdBu7gUSFpcAS5E_1DIyKXNMPrOBYcKe1MGDtPWhWP1Leb2\#
        K03747MOzQsA
        """#

    private static let keySet = #"""
        {"keys":[{"kty":"RSA","kid":"W6WcOKB","use":"sig","alg":"RS256","n":"j8SDtKzTkgseB08GUwiSI46k8ih7aI0sAoa4cmpfYp9\#
        HX_QcfemsFpNn9a08JScD7qlFRXjkr9pwu1z6PJ8QcorNYQDrIPtN5ltM-1uQzkkA6RSkGKX5JGSNplzAyV7wf7WOt7fY7spp7FmNAl9M1WJMm6G\#
        tjZBFvtQxPc_usHznIsdf5Zs5qlLnUxzZx8eVgzaicN2vQxPqhFq9y-4G1lw2vDcxsyN5rh0dGZTZPPOnz-EV21QMFSEygg93GujlMYGSv2l9fGu\#
        hEmF-1JXvrT3hFC57F-g1eE3_0ghayJogm6TQ4S_NXt9WvzKBNNByTI3urrAY0l0XGfQ7dl4RBw","e":"AQAB"}]}
        """#
}
