import DeviceSimulator
import HTTPTypes
import Hummingbird
import Markup

extension DevicePages {
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
