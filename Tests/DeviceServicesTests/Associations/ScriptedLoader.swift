import AssociatedDomains
import DeviceServices
import Synchronization

/// Completes downloads with scripted responses, and records them.
final class ScriptedLoader: AssociationLoader {
    private struct State {
        var answers: [String: SiteAnswer] = [:]
        var urls: [String] = []
    }

    private let state = Mutex(State())

    init(_ answers: [String: SiteAnswer] = [:]) {
        state.withLock { $0.answers = answers }
    }

    /// The requested URLs, in order.
    var urls: [String] { state.withLock(\.urls) }

    func answer(_ answer: SiteAnswer, for host: String) {
        state.withLock { $0.answers[host] = answer }
    }

    func load(_ fetch: SiteFetch) async -> SiteAnswer {
        state.withLock { state in
            state.urls.append(fetch.url)
            return state.answers[fetch.domain.text] ?? .connectionFailed("no such host")
        }
    }
}

extension SiteAnswer {
    /// A valid file that names these apps for `webcredentials`.
    static func naming(_ apps: String...) -> SiteAnswer {
        let list = apps.map { "\"\($0)\"" }.joined(separator: ",")
        return .response(status: 200, body: Array(#"{"webcredentials":{"apps":[\#(list)]}}"#.utf8))
    }
}
