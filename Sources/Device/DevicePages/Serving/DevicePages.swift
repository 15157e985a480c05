package import Hummingbird

/// Simulated phones in a browser and over HTTP: the page at `/device`, and the API beneath `/device/api`.
///
/// Meant for the machine that it runs on: whoever reaches it can use the phones. It therefore answers only to the names of this machine, so
/// that no page elsewhere gets at it under a name of its own (DNS rebinding), and takes no request that another site's page sent.
package struct DevicePages: Sendable {
    let phones: [any ShownPhone]
    let passcode: String?
    let neighbours: [DevicePage.Neighbour]

    /// Pages of these phones.
    ///
    /// - Parameters:
    ///   - passcode: The passcode of the phones, to be told on the page; nil: it is not told.
    ///   - neighbours: What else runs beside them, to be linked to.
    package init(phones: [any ShownPhone], passcode: String? = nil, neighbours: [DevicePage.Neighbour] = []) {
        self.phones = phones
        self.passcode = passcode
        self.neighbours = neighbours
    }

    /// Everything that is answered, as a router of its own.
    package func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        addRoutes(to: router)
        return router
    }

    /// Adds everything that is answered, all of it beneath `/device`.
    package func addRoutes(to router: some RouterMethods<some RequestContext>) {
        addPages(to: router)
        addAPI(to: router)
    }

    /// The phone with this number, counted from 1.
    func phone(_ number: String?) throws(PageProblem) -> (number: Int, phone: any ShownPhone) {
        guard let number = number.flatMap(Int.init), phones.indices.contains(number - 1) else {
            throw PageProblem(.notFound, "not-found", "there is no such phone")
        }
        return (number, phones[number - 1])
    }
}
