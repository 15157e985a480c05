import Accounts
import HTTPTypes
import Hummingbird
import JSONText

/// The JSON API under `/v1`, its health checks, and the OpenAPI document that describes them.
///
/// Sessions are shown by `Authorization: Bearer`, never by cookie, so that no page of another origin can use them. Errors are problem
/// documents (RFC 9457). Bodies are strict JSON; members that an operation does not know are refused.
package struct AccountAPI: Sendable {
    let service: AccountService
    let factors: SecondFactorService
    /// What authenticators list a generator of one-time codes under: the name of the service.
    let issuer: String
    let accessTokens: AccessTokenIssuer
    /// Nil where Sign in with Apple is off.
    let apple: AppleCeremonies?
    let now: @Sendable () -> Timestamp

    init(
        service: AccountService, factors: SecondFactorService, issuer: String, accessTokens: AccessTokenIssuer,
        apple: AppleCeremonies? = nil,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.service = service
        self.factors = factors
        self.issuer = issuer
        self.accessTokens = accessTokens
        self.apple = apple
        self.now = now
    }

    /// All routes, the document's own included.
    package var routes: [Route] {
        let describedRoutes = describedRoutes
        let schemas = Schemas.all(
            passwords: service.passwordPolicy, audiences: accessTokens.audience, apple: apple?.connection.verification)
        let document = OpenAPIDocument(describedRoutes: describedRoutes, schemas: schemas).json.bytes(.compact)
        return describedRoutes.map(\.route) + [
            Route(.get, "/openapi.json") { _ in
                .content(document, type: "application/json", headers: [.cacheControl: "public, max-age=300"])
            }
        ]
    }

    var describedRoutes: [DescribedRoute] {
        [
            createAccount, createSession, currentSession, endCurrentSession, listSessions, endSessions, endSession,
            reauthenticate, issueAccessToken, introspect, currentAccount, renameAccount, deleteAccount, changePassword,
            passwordPolicy,
            listEvents, live, ready, answerChallenge, askForFactor, upgradePassword, confirmUpgrade,
        ] + factorSettings + appleRoutes
    }
}
