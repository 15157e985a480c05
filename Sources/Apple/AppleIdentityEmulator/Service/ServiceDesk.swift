import FoundationEssentials

/// What the service's lock guards: the state that is saved, and beside it what lives only while the service runs.
///
/// Its operations stand in the folders of their subjects, as extensions.
struct ServiceDesk: Sendable {
    var state: ServiceState
    var randomness: EmulatedRandomness
    /// The moment of the operation at work, set when it begins.
    var now: Date
    /// What signs, by key id; made again from the state when a saved service is restored.
    var signers: [KeyIdentifier: TokenSigner] = [:]
    var log = RequestLog()
    /// Sheets in progress; they do not outlive the process.
    var sheets = SheetRegister()
    /// Devices that wait for a code.
    var deviceSignIns = DeviceSignInRegister()
    var unknownNames = UnknownNames()

    /// `iss` of tokens and issuer of the discovery document, where it is not Apple's.
    var ownIssuer: String?

    /// `iss` of tokens and issuer of the discovery document.
    var issuer: String { ownIssuer ?? AppleService.issuer }

    init(state: ServiceState, randomness: EmulatedRandomness, now: Date) {
        self.state = state
        self.randomness = randomness
        self.now = now
    }
}
