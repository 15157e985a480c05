import AppleIdentity
import ArgumentParser
import JSONText
import Secrets

/// `latchkey apple-identity jws`.
struct AppleIdentityJWSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jws", abstract: "Say whether a compact JWS is signed with a key: the signature layer alone.",
        discussion: """
            A question: {"jws","jwk"}. "jwk" is a public key as an object, RSA or P-256, with or without "alg" and "kid". The key's own \
            algorithm decides, RS256 or ES256, and the header must agree with it; the header's "kid" is not looked at.

            An answer: {"valid":true,"algorithm","payload"} or {"valid":false,"code","message"}. The payload is base64url. \
            \(VerificationOptions.help)
            """)

    @OptionGroup var options: VerificationOptions

    func run() throws {
        try options.run { question in
            let (jws, key) = (try question.line.string("jws"), try question.object("jwk"))
            return question.answer {
                // The key first: of one that cannot be used, nothing else is worth saying.
                let key = try VerificationKey(jwk: key)
                let message = try CompactJWS(jws)
                let payload = try key.verify(message).payload
                return ["algorithm": .string(message.algorithm.rawValue), "payload": .string(Base64URL.encode(payload))]
            }
        }
    }
}
