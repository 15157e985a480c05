import AccountServer
import AppleIdentity
import AssociatedDomains
import JSONText

/// The apps of a server's configuration, against the association file that it serves.
struct ConfiguredApps {
    private let answers: [(app: String, association: AppAssociation)]

    /// - Throws: a ``CommandFailure`` where the configuration names no apps or no file.
    init(_ configuration: ServerConfiguration) throws {
        guard let apple = configuration.apple, !apple.nativeClients.isEmpty else {
            throw CommandFailure(
                .configuration, "the configuration names no apps", hint: "set apple.team and apple.nativeClients")
        }
        guard let bytes = configuration.wellKnown.association else {
            throw CommandFailure(
                .configuration, "the configuration names no association file", hint: "set wellKnown.associationFile")
        }
        let file = try? AssociationFile(bytes)
        answers = try apple.nativeClients.map { client in
            let app = try DomainsCheckCommand.app("\(apple.team.text).\(client.text)")
            return (app.description, AppAssociation(of: app, for: .webcredentials, in: file))
        }
    }

    /// Tells it. Throws a ``CommandFailure`` without words where an app is not associated.
    func tell(asJSON: Bool) throws {
        if asJSON {
            let apps = answers.map { answer -> JSONValue in
                ["appID": .string(answer.app), "services": .array([answer.association.json])]
            }
            Terminal().result(["associated": .boolean(holds), "apps": .array(apps)])
        } else {
            for answer in answers {
                Terminal().result("\(answer.app):")
                Terminal().result(answer.association.line)
            }
        }
        if !holds { throw CommandFailure(.negative, []) }
    }

    private var holds: Bool { answers.allSatisfy(\.association.isAssociated) }
}
