import Markup

/// The first page of the developer console: the teams.
struct TeamsPage {
    let teams: [DeveloperTeam]
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: "Developer console", width: .wide, place: .console, hasScript: true).document {
            h1 { "Developer console" }
            p(.class("lead")) {
                "What a developer sets up at Apple before the first sign-in: a team, its apps and websites, a key."
            }
            ul(.class("rows")) {
                if teams.isEmpty { li(.class("empty")) { "No teams." } }
                for team in teams {
                    li {
                        rowText(bdi { team.name }) {
                            p(.class("detail")) {
                                copyable(team.id.rawValue, id: "team-\(team.id)", spoken: "the Team ID of \(team.name)")
                                " · \(team.kind.rawValue)"
                            }
                        }
                        a(.class("button quiet small"), .href(.local(PagePath.Console.team.appending(segment: team.id.rawValue)))) {
                            "Open"
                            span(.class("visually-hidden")) { " \(team.name)" }
                        }
                    }
                }
            }
            section {
                h2 { "Enrol a team" }
                div(.class("card")) {
                    fieldsForm(PagePath.Console.teams, token: formToken) {
                        textField(.name, label: "Name", isRequired: true, maxLength: 100)
                        fieldset {
                            legend { "Enrolled as" }
                            radioChoice(
                                .kind, value: DeveloperTeam.Kind.organization.rawValue, isChosen: true, label: "Organization",
                                detail: "100 website URLs for each Services ID")
                            radioChoice(
                                .kind, value: DeveloperTeam.Kind.individual.rawValue, isChosen: false, label: "Individual",
                                detail: "10 website URLs for each Services ID")
                        }
                        submitButton("Enrol", look: .quiet)
                    }
                }
            }
        }
    }
}
