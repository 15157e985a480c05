public import FoundationEssentials

/// What this side knows about a request that Apple refused.
public struct RefusalFacts: Sendable {
    /// What was asked; nil where that is not known.
    public var operation: AppleOperation?
    /// The team whose key signed.
    public var team: TeamID?
    /// The key that signed.
    public var keyID: KeyID?
    /// The client that asked.
    public var client: ClientID?
    /// When the client secret was made.
    public var secretIssuedAt: Date?
    /// When it ends.
    public var secretExpiresAt: Date?
    /// How the code came; nil where none was exchanged or that is not known.
    public var codeOrigin: CodeOrigin?
    /// When the code came.
    public var codeReceivedAt: Date?
    /// The time here.
    public var now: Date
    /// The time at Apple, as the answer's `Date` says.
    public var appleTime: Date?

    /// Facts; whatever is left out is not known.
    public init(
        operation: AppleOperation? = nil, team: TeamID? = nil, keyID: KeyID? = nil, client: ClientID? = nil,
        secretIssuedAt: Date? = nil, secretExpiresAt: Date? = nil, codeOrigin: CodeOrigin? = nil, codeReceivedAt: Date? = nil,
        now: Date, appleTime: Date? = nil
    ) {
        self.operation = operation
        self.team = team
        self.keyID = keyID
        self.client = client
        self.secretIssuedAt = secretIssuedAt
        self.secretExpiresAt = secretExpiresAt
        self.codeOrigin = codeOrigin
        self.codeReceivedAt = codeReceivedAt
        self.now = now
        self.appleTime = appleTime
    }
}
