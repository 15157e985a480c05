import Accounts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import TestStores

@testable import AccountServer

/// A server with the associated domains tool and the test's own sites.
struct DomainBench {
    static let path = "/tools/associated-domains"
    static let app = "ABCDE12345.com.example.shop"

    /// A valid file that names the app for passwords and some links.
    static let file = """
        {
          "webcredentials": { "apps": ["ABCDE12345.com.example.shop"] },
          "applinks": {
            "details": [{
              "appIDs": ["ABCDE12345.com.example.shop"],
              "components": [
                { "/": "/help/*", "exclude": true },
                { "/": "/buy/*" }
              ]
            }]
          }
        }
        """

    let clock = ManualClock(ServerBench.start)
    private let system: AccountSystem

    init(
        sites: StubSites?, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        adjust: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = try ServerBench().system.configuration
        configuration.tools.associatedDomains = .public
        adjust(&configuration)
        let clock = clock
        system = try AccountSystem(
            configuration: configuration, storage: .forTest(), sites: sites, now: { clock.now }, logger: logger)
    }

    func run(_ body: @escaping @Sendable (ServerClient) async throws -> Void) async throws {
        try await system.application().test(.router) { try await body(ServerClient(client: $0)) }
    }

    /// Submits the form with these fields; the others are empty.
    static func ask(
        _ client: ServerClient, _ fields: [String: String], headers: HTTPFields = [:]
    ) async throws -> ShownPage {
        let names = ["domain", "app-id", "service", "source", "link", "file"]
        let all = names.map { (name: $0, value: fields[$0] ?? "") }
        var sent: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        for field in headers { sent[field.name] = field.value }
        return ShownPage(
            path: path, answer: try await client.send(.post, path, body: FormEncoding.encode(all), headers: sent), redirects: [])
    }
}

extension ShownPage {
    /// The headline of the response.
    var verdict: String? { text.firstMatch(of: /<h2 id="verdict">([^<]*)</).map { String($0.1) } }

    /// The code of the response.
    var verdictCode: String? { text.firstMatch(of: /verdict-note" data-code="([^"]*)"/).map { String($0.1) } }

    /// The services and whether the app is associated with each.
    var associated: [String: Bool] {
        Dictionary(
            text.matches(of: /data-service="([^"]*)" data-associated="([^"]*)"/).map { (String($0.1), $0.2 == "true") },
            uniquingKeysWith: { first, _ in first })
    }

    /// The marked pieces of the file.
    var marks: [String] {
        text.matches(of: /<mark class="[^"]*">([^<]*)<\/mark>/).map { String($0.1).replacing("&quot;", with: "\"") }
    }
}
