/// Everything about the service that a file keeps.
struct ServiceState: Sendable, Codable {
    var settings: AppleServiceSettings
    var teams = TeamRegister()
    var people = PeopleRegister()
    var consents = ConsentLedger()
    var codes = CodeLedger()
    var tokens = TokenLedger()
    var keys = KeyRing()
    var transfers = TransferLedger()
    var outbox = Outbox()
    var faults = FaultBoard()

    init(settings: AppleServiceSettings) {
        self.settings = settings
    }
}
