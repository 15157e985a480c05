/// What a simulated device asks for an app that calls `performRequests()`.
public struct NativeSignInRequest: Sendable, Hashable {
    /// The app's bundle identifier; a Services ID is refused.
    public var client: ClientIdentifier
    /// The Apple account of the device.
    public var person: PersonIdentifier
    /// Handed back in the credential.
    public var state: String?
    /// Becomes the token's `nonce`, as it is.
    public var nonce: String?
    /// What the app asks for.
    public var scopes: Set<AuthorizationScope>
    /// What the person decided; used the first time only.
    public var choices: ConsentChoices
    /// Whether the person was only asked to confirm, since the device took a consent to be in force. Without one the sign-in is then refused
    /// with ``NativeRefusal/notConsented``: otherwise it would be a first one, and give out what nobody was asked for.
    public var expectsConsent: Bool

    /// A request for no scopes, unless said otherwise.
    public init(
        client: ClientIdentifier, person: PersonIdentifier, state: String? = nil, nonce: String? = nil,
        scopes: Set<AuthorizationScope> = [], choices: ConsentChoices = ConsentChoices(), expectsConsent: Bool = false
    ) {
        self.client = client
        self.person = person
        self.state = state
        self.nonce = nonce
        self.scopes = scopes
        self.choices = choices
        self.expectsConsent = expectsConsent
    }
}
