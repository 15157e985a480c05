import Accounts
import HTTPTypes
import JSONText

extension AccountAPI {
    var live: DescribedRoute {
        DescribedRoute(
            .get, "/health/live",
            Operation("live", "Whether the process answers.", tag: .health, answers: [.ok("Health")])
        ) { _ in .json(["status": "ok"]) }
    }

    var ready: DescribedRoute {
        DescribedRoute(
            .get, "/health/ready",
            Operation("ready", "Whether the store answers too.", tag: .health, answers: [.ok("Health")])
        ) { _ in
            guard await service.stores.isReady() else { throw Problem.overloaded(cause: "the store does not answer") }
            return .json(["status": "ok"])
        }
    }
}
