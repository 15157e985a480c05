import HTTPTypes
import Hummingbird
import Markup
import WebServing

extension EmulatorServer {
    /// Adds the server-sent events of the log, one after each change.
    func addLogEvents(to router: Router<EmulatorContext>) {
        router.get(RouterPath(PagePath.Console.logEvents.text)) { request, context -> Response in
            do {
                try requireOperator(request, context)
            } catch let rejection as ForeignRequest {
                return .text(rejection.reason + "\n", status: .forbidden)
            }
            guard let changes = service.requestChanges() else {
                return .text("too many pages follow the log\n", status: .tooManyRequests)
            }
            return .events(ofChanges: changes, to: request)
        }
    }
}
