internal import FoundationEssentials

/// The causes in words.
extension RefusalCause {
    static func clockDiffers(by seconds: TimeInterval, _ certainty: Certainty) -> RefusalCause {
        let amount = Int64(min(seconds.magnitude, 1e12))
        return RefusalCause(
            .clockDiffers, certainty, "This machine's clock is \(amount) seconds \(seconds > 0 ? "ahead of" : "behind") Apple's.",
            "Set the clock; let it be kept by NTP.")
    }

    static let secretExpired = RefusalCause(
        .secretExpired, .certain, "The client secret has expired.",
        "Make a new one; make one for each request, or every few minutes.")

    static let secretNotYetValid = RefusalCause(
        .secretNotYetValid, .certain, "The client secret was issued in the future.", "Set the clock of the machine that makes it.")

    static let secretLivesTooLong = RefusalCause(
        .secretLivesTooLong, .certain,
        "The client secret expires more than \(ClientSecretLifetime.maximum.seconds) seconds from now, which Apple refuses.",
        "Let it expire in a few minutes.")

    static func keyUnknown(_ keyID: KeyID?, _ team: TeamID?) -> RefusalCause {
        RefusalCause(
            .keyUnknown, .likely,
            "Apple may not know the key \(keyID?.text ?? "of the client secret")\(team.map { " of team \($0)" } ?? "").",
            "Compare the key ID with that of the file's name, and look in the developer account whether the key was revoked.")
    }

    static func teamDiffers(_ team: TeamID?) -> RefusalCause {
        RefusalCause(
            .teamDiffers, .possible, "The team ID \(team.map { "\($0) " } ?? "")may not be that of the key and the client.",
            "Compare it with the membership page of the developer account; people in several teams often take the wrong one.")
    }

    static func clientUnknown(_ client: ClientID?) -> RefusalCause {
        RefusalCause(
            .clientUnknown, .likely,
            "Apple may not know the client id \(client?.text ?? "") as one with Sign in with Apple, to the letter and its case.",
            "Use the bundle identifier for codes from an app and the Services ID for codes from the web; switch Sign in with Apple on for it."
        )
    }

    static let keyNotForClient = RefusalCause(
        .keyNotForClient, .possible, "The key may have been made for another primary App ID than that of this client.",
        "Look up the key's primary App ID in the developer account, and group the client with it.")

    static func codeExpired(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .codeExpired, certainty, "The code is older than five minutes.", "Exchange codes at once; let the person sign in again."
        )
    }

    static func codeUsed(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .codeUsed, certainty, "The code was exchanged before.",
            "Exchange each code once; look for a retry, a reloaded callback page or a second server.")
    }

    static func codeOfOtherClient(_ client: ClientID?, _ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .codeOfOtherClient, certainty, "The code was issued to another client than \(client?.text ?? "this one").",
            "Codes from an app belong to its bundle identifier, codes from the web to the Services ID.")
    }

    static func redirectURISentNatively(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .redirectURISentNatively, certainty, "A redirect URI was sent though the code came from an app.",
            "Leave redirect_uri out for codes from an app.")
    }

    static func redirectURILeftOut(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .redirectURILeftOut, certainty, "No redirect URI was sent though the code came from the web.",
            "Send the redirect URI of the authorization request.")
    }

    static func redirectURIDiffers(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .redirectURIDiffers, certainty, "The redirect URI is not that of the authorization request.",
            "Send the same one, byte for byte; a slash at the end counts.")
    }

    static func consentEnded(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .consentEnded, certainty,
            "The person withdrew their consent, changed the password of the Apple account, or deleted it.",
            "End the sessions that rest on it, and let the person sign in again.")
    }

    static func tokenOfOtherClient(_ client: ClientID?, _ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .tokenOfOtherClient, certainty, "The token was issued to another client than \(client?.text ?? "this one").",
            "Keep the client id beside each token, and use it again.")
    }

    static let requestMalformed = RefusalCause(
        .requestMalformed, .possible, "The request lacks a parameter, has one twice, or one that is malformed.",
        "Compare it with Apple's documentation; it must be a form, not JSON.")

    static func redirectURINotRegistered(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .redirectURINotRegistered, certainty, "The redirect URI is not registered for the Services ID.",
            "Enter it as a return URL in the developer account, byte for byte.")
    }

    static func clientNotAllowed(_ client: ClientID?) -> RefusalCause {
        RefusalCause(
            .clientNotAllowed, .possible, "The client \(client.map { "\($0) " } ?? "")may not ask this.",
            "Look in the developer account whether Sign in with Apple is configured for it.")
    }

    static let transferNotOpen = RefusalCause(
        .transferNotOpen, .likely,
        "The app is not being transferred between these two teams, the person is not one of this team's, or the 60 days are over.",
        "Check both team IDs; after 60 days transfer the app back and begin again.")

    static func protocolDiffers(_ what: String) -> RefusalCause {
        RefusalCause(
            .protocolDiffers, .likely, "Apple does not know the \(what) of the request.",
            "The place asked may not be Apple's service, or the service has changed.")
    }

    static let unknownRefusal = RefusalCause(
        .unknown, .possible, "Nothing is known about this refusal.", "Look it up in Apple's documentation.")
}
