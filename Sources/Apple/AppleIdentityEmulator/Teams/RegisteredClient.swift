/// A client of the token endpoint: what an App ID and a Services ID have in common.
struct RegisteredClient: Sendable {
    enum Kind { case app, website }

    let id: ClientIdentifier
    let team: TeamIdentifier
    let primary: ClientIdentifier
    let name: String
    let kind: Kind
}
