import Accounts
import AppleIdentity

// What the configuration names, as the domain knows it: its forms are no stricter.

extension AppleTeamID {
    init(_ team: TeamID) {
        guard let same = AppleTeamID(team.text) else { preconditionFailure("both are ten characters from A to Z and 0 to 9") }
        self = same
    }
}

extension AppleClientID {
    init(_ client: ClientID) {
        guard let same = AppleClientID(client.text) else { preconditionFailure("what a client id may hold is visible ASCII") }
        self = same
    }
}
