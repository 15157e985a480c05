import AppleIdentity
import ArgumentParser
import JSONText

/// `latchkey apple-identity verify`.
struct AppleIdentityVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Say whether an identity token is Apple's, for us, and good at a moment; without a network.",
        discussion: """
            A question: {"token","jwks","audience":[…],"now"}, and where wanted "nonce", "noncePolicy" and "maxAge". "jwks" is Apple's \
            key set as an object, "now" the moment in seconds since 1970. Without "nonce" the token's nonce is not checked; with it, a \
            token without a nonce is invalid. \
            "noncePolicy" is exact, sha256 or exact-or-sha256, which is the default. "maxAge" is how many seconds after "iat" a token is \
            accepted; without it, until "exp". The leeway is 60 seconds.

            An answer: {"valid":true,"claims":{…}} or {"valid":false,"code","message"}. Claims are as in the token, but that \
            email_verified, is_private_email and nonce_supported are Booleans. \(VerificationOptions.help)
            """)

    @OptionGroup var options: VerificationOptions

    func run() throws {
        try options.run { question in
            let (token, keys, now) = (try question.line.string("token"), try question.keys(), try question.now())
            let (policy, nonce) = (try question.policy(), try question.nonce())
            return question.answer {
                _ = try IdentityTokenVerifier(policy: policy).verify(token, with: keys, nonce: nonce, now: now)
                return ["claims": try question.claims(of: token)]
            }
        }
    }
}
