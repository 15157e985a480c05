internal import FoundationEssentials

/// One of our clients, as Apple's service sees it: what it asks there, with its own secret.
///
/// A value without state but the secret's cache. Codes, tokens and secrets are checked types that print nothing, time is an argument,
/// and the way to Apple is the transport's affair. Each operation throws ``AppleServiceError``.
public struct AppleClient: Sendable {
    /// The client.
    public let id: ClientID

    /// Where its secrets come from. The team and key are the signer's.
    public let secrets: ClientSecretCache

    /// Where Apple listens.
    public let endpoints: AppleEndpoints

    /// What requests say about who sends them.
    public let userAgent: String

    let transport: any AppleTransport

    /// - Parameters:
    ///   - id: the bundle identifier of an app, or the Services ID of a website: the one that codes and tokens were issued to.
    ///   - userAgent: printable ASCII; anything else, and the empty text, is replaced by ``AppleRequest/defaultUserAgent``.
    public init(
        id: ClientID, secrets: ClientSecretCache, transport: any AppleTransport, endpoints: AppleEndpoints = .apple,
        userAgent: String = AppleRequest.defaultUserAgent
    ) {
        self.id = id
        self.secrets = secrets
        self.transport = transport
        self.endpoints = endpoints
        let isUsable = !userAgent.isEmpty && userAgent.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        self.userAgent = isUsable ? userAgent : AppleRequest.defaultUserAgent
    }

    /// Sends one request and sorts its answer; gives the body of a 200.
    func post(_ call: AppleCall, now: Date) async throws(AppleServiceError) -> [UInt8] {
        let secret: ClientSecret
        do {
            secret = try secrets.secret(for: id, now: now)
        } catch {
            throw AppleServiceError(.localMistake, call.operation, error.reason, cause: error, isRetryable: false)
        }
        let response: AppleResponse
        do {
            response = try await transport.send(request(call, secret))
        } catch {
            throw AppleServiceError(error, sending: call.operation)
        }
        switch AppleAnswer(response, to: call.operation) {
        case .success(let body): return body
        case .failure(let error): throw error
        case .refusal(let refusal, let description):
            let facts = RefusalFacts(
                operation: call.operation, team: secrets.signer.team, keyID: secrets.signer.key.keyID, client: id,
                secretIssuedAt: secret.issuedAt, secretExpiresAt: secret.expiresAt, codeOrigin: call.codeOrigin,
                codeReceivedAt: call.codeReceivedAt, now: now, appleTime: response.header("Date").flatMap(HTTPDate.date))
            throw AppleServiceError(
                .refused(refusal), call.operation, "Apple refused with \(refusal.name).", appleDescription: description,
                diagnosis: RefusalDiagnosis.causes(of: refusal, appleDescription: description, facts: facts), isRetryable: false)
        }
    }

    private func request(_ call: AppleCall, _ secret: ClientSecret) -> AppleRequest {
        let fields = [("client_id", id.text), ("client_secret", secret.reveal())] + call.fields
        var headers = [
            (name: "User-Agent", value: userAgent), (name: "Content-Type", value: FormBody.contentType),
            (name: "Accept", value: "application/json"),
        ]
        if let bearer = call.bearer { headers.append((name: "Authorization", value: "Bearer " + bearer.reveal())) }
        return AppleRequest(method: .post, url: call.url, headers: headers, body: Array(FormBody.text(fields).utf8))
    }
}
