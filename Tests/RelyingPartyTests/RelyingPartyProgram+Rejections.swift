extension RelyingPartyProgram {
    /// An error in a sign-in.
    enum Trouble {
        case cancelling, wrongKey, usedCode, foreignIssuer
    }

    /// Returns the error that this version of the library reports to the shop; nil if it accepts the response.
    ///
    /// None of them recognizes Apple's `user_cancelled_authorize`: social-auth-core and allauth report an unknown error, and
    /// Authlib, which looks for errors only in a query, reports a missing code.
    func answer(to trouble: Trouble) -> VisitOutcome.Rejection? {
        switch (self, trouble) {
        case (.socialAuthCore, .cancelling):
            VisitOutcome.Rejection(code: "http_error", message: "The authentication provider rejected the request.")
        case (.socialAuthCore, .wrongKey):
            VisitOutcome.Rejection(code: "invalid_setting", message: "Authentication configuration is invalid.")
        case (.socialAuthCore, .usedCode):
            VisitOutcome.Rejection(
                code: "authorization_code_rejected", message: "The authorization code was rejected. Please restart login.")
        case (.allauth, .cancelling): VisitOutcome.Rejection(code: "unknown", message: "None")
        case (.allauth, .wrongKey):
            VisitOutcome.Rejection(code: "unknown", message: #"Error retrieving access token: b'{"error":"invalid_client"}'"#)
        case (.allauth, .usedCode):
            VisitOutcome.Rejection(
                code: "unknown",
                message: "Error retrieving access token: "
                    + #"b'{"error":"invalid_grant","error_description":"The code has already been used."}'"#)
        case (.authlib, .cancelling): VisitOutcome.Rejection(code: "missing_code", message: "Missing 'code' in response.")
        case (.authlib, .wrongKey): VisitOutcome.Rejection(code: "invalid_client", message: "")
        case (.authlib, .usedCode): VisitOutcome.Rejection(code: "invalid_grant", message: "The code has already been used.")
        case (.authlib, .foreignIssuer): VisitOutcome.Rejection(code: "invalid_claim", message: "Invalid claim: 'iss'")
        case (.go, .cancelling): VisitOutcome.Rejection(code: "user_cancelled_authorize", message: "Apple sent an error")
        case (.go, .wrongKey):
            VisitOutcome.Rejection(
                code: "exchange",
                message: "oauth2: cannot fetch token: 400 Bad Request\nResponse: " + #"{"error":"invalid_client"}"#)
        case (.go, .usedCode):
            VisitOutcome.Rejection(
                code: "exchange",
                message: "oauth2: cannot fetch token: 400 Bad Request\nResponse: "
                    + #"{"error":"invalid_grant","error_description":"The code has already been used."}"#)
        case (.go, .foreignIssuer):
            VisitOutcome.Rejection(
                code: "discovery",
                message: "oidc: issuer did not match the issuer returned by provider, "
                    + #"expected "https://appleid.apple.com" got "https://account.apple.com""#)
        // These never read the discovery document.
        case (.socialAuthCore, .foreignIssuer), (.allauth, .foreignIssuer): nil
        }
    }
}
