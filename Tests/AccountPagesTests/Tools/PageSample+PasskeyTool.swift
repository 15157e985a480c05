import AccountPages

extension PageSample {
    /// The passkey tool in each of its states.
    static let passkeyTool: [PageSample] = [
        PageSample("passkey-tool", PasskeyToolPage()),
        PageSample("passkey-tool-errors", PasskeyToolPage(question: typed, errors: rejections)),
        PageSample("passkey-tool-valid", PasskeyToolPage(question: typed, answer: valid)),
        PageSample("passkey-tool-rejected", PasskeyToolPage(question: PasskeyToolQuestion(response: "{}"), answer: rejected)),
    ]

    private static let typed = PasskeyToolQuestion(
        response: "{\"response\":\n{}}", challenge: "AAEC", relyingPartyID: "example.com", origin: "https://example.com",
        publicKey: "pQEC", requiresUserVerification: true)

    private static let rejections = [
        FormError(field: .response, code: "malformed", reason: .english("The response is not JSON.")),
        FormError(field: .relyingPartyID, code: "invalid-relying-party-id", reason: .english("The ID must be a domain name.")),
        FormError(field: .origin, code: "invalid-origin", reason: .english("The origin is not in the form that clients send.")),
        FormError(field: .challenge, code: "malformed", reason: .english("The value is not base64url without padding.")),
        FormError(field: .publicKey, code: "unusable-key", reason: .english("The key is not a map.")),
    ]

    private static let valid = PasskeyToolAnswer(
        verdict: ToolVerdict(
            .good, code: "valid", headline: "The sign-in passes every check", reason: "The signature is valid.",
            steps: ["Not compared with an expected value: challenge."]),
        parts: [
            // Eight fields, so that the first color occurs twice.
            MessagePart(
                "authenticatorData", Array(0..<20),
                fields: [MessageField(nil, 0..<4)] + (0..<7).map { MessageField("field-\($0)", ($0 + 4)..<($0 + 5), "\($0)") }
                    + [MessageField("long", 11..<20), MessageField("none", 20..<20)]),
            MessagePart("signature", [0x30]), MessagePart("userHandle", []),
        ])

    private static let rejected = PasskeyToolAnswer(
        verdict: ToolVerdict(.bad, code: "truncated", headline: "Check R9 rejects the response", reason: "The message ends."),
        parts: [
            MessagePart(
                "attestationObject", [0xA3, 0x63, 0x66], fault: "The message ends. The error is at byte 1.", faultOffset: 1),
            MessagePart("clientDataJSON", [0x7B], fault: "Client data is not JSON. The error is at byte 1.", faultOffset: 1),
        ])
}

extension HostileField {
    private static func asked(_ question: PasskeyToolQuestion, errors: [FormError] = []) -> PasskeyToolPage {
        PasskeyToolPage(question: question, errors: errors)
    }

    private static func part(
        name: String = "n", field: String = "f", value: String = "v", fault: String? = nil
    ) -> PasskeyToolPage {
        PasskeyToolPage(
            answer: PasskeyToolAnswer(
                verdict: ToolVerdict(.odd, code: "c", headline: "h", reason: "r"),
                parts: [
                    MessagePart(
                        name, [1, 2], fields: [MessageField(field, 0..<1, value), MessageField("g", 1..<2)], fault: fault)
                ]))
    }

    static let passkeyTool: [HostileField] = [
        .init("passkey response", asked(PasskeyToolQuestion(response: text))),
        .init("passkey challenge", asked(PasskeyToolQuestion(challenge: text))),
        .init("passkey relying party", asked(PasskeyToolQuestion(relyingPartyID: text))),
        .init("passkey origin", asked(PasskeyToolQuestion(origin: text))),
        .init("passkey key", asked(PasskeyToolQuestion(publicKey: text))),
        .init(
            "passkey error", asked(PasskeyToolQuestion(), errors: [FormError(field: .response, code: "c", reason: .english(text))])),
        .init("message part", part(name: text)), .init("message field", part(field: text)),
        .init("message value", part(value: text)), .init("message fault", part(fault: text)),
    ]
}
