package import Hummingbird
package import LocalAccess

/// Simulated phones in a browser and over HTTP: the page at `/device`, and the API beneath `/device/api`.
///
/// Every response is for the user who started the phones: the gate is asked before every route. The names of this machine are the only ones
/// it answers to, so that no page elsewhere reaches it under another name (DNS rebinding), and it refuses requests that another site's page
/// sent.
package struct DevicePages: Sendable {
    private let gate: LocalAccessGate
    let phones: [any ShownPhone]
    let passcode: String?
    let neighbours: [DevicePage.Neighbour]

    /// Pages of these phones.
    ///
    /// - Parameters:
    ///   - gate: Who may use them.
    ///   - passcode: The passcode of the phones, to be told on the page; nil: it is not told.
    ///   - neighbours: What else runs beside them, to be linked to.
    package init(
        phones: [any ShownPhone], gate: LocalAccessGate, passcode: String? = nil, neighbours: [DevicePage.Neighbour] = []
    ) {
        self.gate = gate
        self.phones = phones
        self.passcode = passcode
        self.neighbours = neighbours
    }

    /// Everything that is answered, as a router of its own.
    package func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        // Before any route: a route that is added later cannot be without it.
        router.add(middleware: LocalAccessMiddleware(gate))
        addPages(to: router)
        addAPI(to: router)
        return router
    }

    /// The phone with this number, counted from 1.
    func phone(_ number: String?) throws(PageProblem) -> (number: Int, phone: any ShownPhone) {
        guard let number = number.flatMap(Int.init), phones.indices.contains(number - 1) else {
            throw PageProblem(.notFound, "not-found", "there is no such phone")
        }
        return (number, phones[number - 1])
    }
}
