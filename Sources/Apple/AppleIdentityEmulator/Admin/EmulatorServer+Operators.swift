import HTTPTypes
import Hummingbird

extension EmulatorServer {
    /// Lets through who may run this emulator: programs and browsers of this machine, addressing it by a name of this machine, and
    /// whoever has the admin token. Others could make up people and read keys.
    func requireOperator(_ request: Request, _ context: EmulatorContext) throws {
        if let token = rules.adminToken, let given = request.headers[.authorization],
            BrowserSessions.isSame(given, "Bearer " + token)
        {
            return
        }
        guard context.isFromLoopback else {
            throw ForeignRequest(reason: "the console and the admin interface are for this machine, or for the admin token")
        }
        guard isOwnHost(request) else {
            throw ForeignRequest(reason: "the console and the admin interface are not at \(request.hostName)")
        }
        try requireOwnOrigin(request)
    }
}
