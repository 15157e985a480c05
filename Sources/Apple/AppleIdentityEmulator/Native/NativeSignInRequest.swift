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

    /// A request for no scopes, unless said otherwise.
    public init(
        client: ClientIdentifier, person: PersonIdentifier, state: String? = nil, nonce: String? = nil,
        scopes: Set<AuthorizationScope> = [], choices: ConsentChoices = ConsentChoices()
    ) {
        self.client = client
        self.person = person
        self.state = state
        self.nonce = nonce
        self.scopes = scopes
        self.choices = choices
    }
}
