package import DeviceSimulator
package import Foundation
import HTTPTypes
package import Hummingbird
package import LocalAccess
import Markup

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

    /// The page, what it loads, and what its forms send.
    func addPages(to router: some RouterMethods<some RequestContext>) {
        router.get(RouterPath(PagePath.devices.text)) { request, _ in
            try await answering {
                try OwnRequests.requireOwnHost(request)
                return .page(await page(problem: nil).document)
            }
        }
        router.get(RouterPath(PagePath.stylesheet.text)) { _, _ in
            Response.asset(Stylesheet.device.bytes, type: "text/css; charset=utf-8")
        }
        router.get(RouterPath(PagePath.script.text)) { _, _ in
            Response.asset(Script.device.bytes, type: "text/javascript; charset=utf-8")
        }
        router.get("/device/phones/:number/live") { request, context in
            try await answering {
                try OwnRequests.requireOwnHost(request)
                let (number, phone) = try phone(context.parameters.get("number"))
                return EventStream.response(of: phone, to: request) { view in
                    PhoneStand(Stand(number: number, view: view, passcode: passcode)).html.rendered
                }
            }
        }
        take("", from: router) { form, phone in
            for action in try FormActions(form, on: await phone.view).all { try await phone.perform(action) }
        }
        take("/messages", from: router) { form, phone in
            let message = try IncomingMessage(sender: form[.sender] ?? "", text: form[.text] ?? "")
            await phone.receive(message: message.text, from: message.sender)
        }
        take("/time", from: router) { form, phone in
            await phone.advance(by: try PassingTime(seconds: form[.seconds].flatMap(Int.init)).duration)
        }
        take("/network", from: router) { form, phone in
            await phone.setOnline(form[.isOnline] == "yes")
        }
    }

    private typealias Work = @Sendable (FormBody, any ShownPhone) async throws -> Void

    /// A form that does something. A browser without script is led back to the page, and told there what was refused; the script is
    /// answered briefly.
    private func take(_ path: String, from router: some RouterMethods<some RequestContext>, _ work: @escaping Work) {
        router.post(RouterPath("/device/phones/:number" + path)) { request, context in
            let isScript = request.headers[.accept] == "application/json"
            do {
                try OwnRequests.requireOwnOrigin(request)
                let (number, phone) = try phone(context.parameters.get("number"))
                let form = try await FormBody(request)
                try await work(form, phone)
                guard !isScript else {
                    // From this drawing on the phone shows what was done: what was typed since an older one stays.
                    let version = await phone.view.version
                    return Response(status: .noContent, headers: [.deviceVersion: String(version), .cacheControl: "no-store"])
                }
                return Response(
                    status: .seeOther, headers: [.location: PagePath.devices.text + "#phone-\(number)", .cacheControl: "no-store"])
            } catch {
                let problem: PageProblem? =
                    (error as? PhoneRefusal).map(PageProblem.init) ?? error as? PageProblem
                guard let problem else { throw error }
                guard !isScript, problem.status != .forbidden else { return problem.response }
                return .page(await page(problem: problem.detail).document, status: problem.status)
            }
        }
    }

    private func page(problem: String?) async -> DevicePage {
        var stands: [Stand] = []
        for (index, phone) in phones.enumerated() {
            stands.append(Stand(number: index + 1, view: await phone.view, passcode: passcode))
        }
        return DevicePage(stands: stands, neighbours: neighbours, problem: problem)
    }
}

/// A phone as its page needs it: what it shows, what a person does with it, and what happens around it. ``Phone`` is one.
package protocol ShownPhone: Sendable {
    /// What it shows now.
    var view: PhoneView { get async }

    /// What it shows now, and after each change. Whoever is slow gets the newest.
    func views() async -> AsyncStream<PhoneView>

    /// Does one thing. Refused where there is nothing to act on.
    func perform(_ action: PhoneAction) async throws(PhoneRefusal)

    /// Taps what bears a title, once it is there.
    func tap(_ title: String) async throws

    /// A message comes in.
    func receive(message text: String, from sender: String) async

    /// Time passes.
    func advance(by duration: Duration) async

    func setOnline(_ isOnline: Bool) async

    /// Every saved password as a file, after the owner has shown who they are.
    func exportPasswords(as form: Phone.PasswordFile) async throws(PhoneRefusal) -> Data

    /// Saves the passwords of a file, after the owner has shown who they are.
    func importPasswords(_ file: Data, replacing: Bool) async throws(PhoneRefusal) -> Phone.ImportedPasswords
}

extension Phone: ShownPhone {
    package func setOnline(_ isOnline: Bool) async {
        self.isOnline = isOnline
    }
}
