import AppleIdentity
import ArgumentParser
import JSONText

/// `latchkey apple-identity notification`.
struct AppleIdentityNotificationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notification",
        abstract: "Say whether a notification is Apple's, for us, and good at a moment; without a network.",
        discussion: """
            A question: {"token","jwks","audience":[…],"now"}, and where wanted "maxAge", as for verify. "token" is the signed message, \
            which Apple posts as {"payload"}.

            An answer: {"valid":true,"claims":{…}} or {"valid":false,"code","message"}. The claim "events" is an object, whether Apple \
            sent one or a string that holds it. Whether a notification came before, by its "jti", is not looked at. \
            \(VerificationOptions.help)
            """)

    @OptionGroup var options: VerificationOptions

    func run() throws {
        try options.run { question in
            let (token, keys, now) = (try question.line.string("token"), try question.keys(), try question.now())
            let policy = try question.policy()
            return question.answer {
                let body: JSONValue = ["payload": .string(token)]
                _ = try NotificationVerifier(policy: policy).verify(body.bytes(), with: keys, now: now)
                return ["claims": try question.notificationClaims(of: token)]
            }
        }
    }
}
