package import DeviceSimulator
package import Foundation
import HTTPTypes
package import Hummingbird
package import LocalAccess
package import Markup
import Texts
import WebServing

/// Simulated phones in a browser and over HTTP: the page at `/device`, and the API below `/device/api`.
///
/// Every response is for the user who started the phones: the gate checks every request. The server accepts only the names of
/// this machine as the host, so that no other page reaches it by DNS rebinding. It rejects requests that a page of another site
/// sent.
package struct DevicePages: Sendable {
    private let gate: LocalAccessGate
    let phones: [any ShownPhone]
    let passcode: String?
    let parts: [PartLink]
    let story: PhoneStory?
    let streams = EventStreams()
    private let formats = ReaderFormats()

    /// Creates the pages of phones.
    ///
    /// - Parameters:
    ///   - gate: Decides who may use the phones.
    ///   - passcode: The passcode of the phones, which the page shows; nil to hide it.
    ///   - parts: The links to the parts of `latchkey dev`; empty for phones that run alone.
    ///   - story: The people, the tour and the ways to begin again; nil for phones without them.
    package init(
        phones: [any ShownPhone], gate: LocalAccessGate, passcode: String? = nil, parts: [PartLink] = [], story: PhoneStory? = nil
    ) {
        self.gate = gate
        self.phones = phones
        self.passcode = passcode
        self.parts = parts
        self.story = story
    }

    /// Returns a router with all routes.
    package func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        // Before any route, so that it also protects routes that are added later.
        router.add(middleware: LocalAccessMiddleware(gate))
        addPages(to: router)
        addAPI(to: router)
        return router
    }

    /// Returns the phone with this number, counted from 1.
    func phone(_ number: String?) throws(PageProblem) -> (number: Int, phone: any ShownPhone) {
        guard let number = number.flatMap(Int.init), phones.indices.contains(number - 1) else {
            throw PageProblem(.notFound, "not-found", "phone not found")
        }
        return (number, phones[number - 1])
    }

    /// Adds the page, its assets, and the targets of its forms.
    func addPages(to router: some RouterMethods<some RequestContext>) {
        router.get(RouterPath(PagePath.devices.text)) { request, _ in
            try await answering {
                try OwnRequests.requireOwnHost(request)
                let person = request.uri.queryParameters["person"].map { Int($0) ?? 0 } ?? 1
                guard person == 1 || (person > 1 && story?.people.indices.contains(person - 1) == true) else {
                    throw PageProblem(.notFound, "not-found", "no person has this number; ?person= begins with 1")
                }
                var page = await page(of: person - 1, for: request)
                if let app = request.uri.queryParameters["app"], let number = page.pagePhones.first?.number {
                    page.deepLink = DeepLink(String(app), among: await phones[number - 1].installedApps)
                }
                return .page(page.document)
            }
        }
        router.get(RouterPath(PagePath.stylesheet.text)) { _, _ in
            Response.asset(Stylesheet.device.bytes, type: Stylesheet.mediaType)
        }
        router.get(RouterPath(PagePath.script.text)) { _, _ in
            Response.asset(Script.device.bytes, type: Script.mediaType)
        }
        router.get(RouterPath(PagePath.icon.text)) { _, _ in
            Response.asset(VectorImage.latchkey.bytes, type: VectorImage.mediaType)
        }
        router.get("/device/phones/:number/live") { request, context in
            try await answering {
                try OwnRequests.requireOwnPage(request)
                let (number, phone) = try phone(context.parameters.get("number"))
                return try EventStream.response(of: phone, to: request, in: streams) { view in
                    PhonePanel(pagePhone(number, view, for: request)).html.rendered
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
            await phone.advance(by: try ClockAdvance(seconds: form[.seconds].flatMap(Int.init)).duration)
        }
        take("/network", from: router) { form, phone in
            await phone.setOnline(form[.isOnline] == "yes")
        }
        take("/import", upTo: FormBody.fileLimit, from: router) { form, phone in
            try await phone.perform(.importCredentials(file: form[.file] ?? ""))
        }
        router.get("/device/phones/:number/export") { request, context in
            try await answering {
                try OwnRequests.requireOwnOrigin(request)
                let (_, phone) = try phone(context.parameters.get("number"))
                return .download(try await phone.confirmedExport().file, as: "credentials.json")
            }
        }
        if let story { addResets(of: story, to: router) }
    }

    /// Adds the routes that delete data. They end the phones, so each answers without a view.
    private func addResets(of story: PhoneStory, to router: some RouterMethods<some RequestContext>) {
        router.post("/device/phones/:number/erasing") { request, context in
            try await answering {
                try OwnRequests.requireOwnOrigin(request)
                let (number, _) = try phone(context.parameters.get("number"))
                story.erase(number)
                return .seeing(PagePath.phones(of: story.person(ofPhone: number)), isScript: request.isOfScript)
            }
        }
        router.post(RouterPath(PagePath.startOver.text)) { request, _ in
            try await answering {
                try OwnRequests.requireOwnOrigin(request)
                story.startOver()
                return .seeing(PagePath.devices, isScript: request.isOfScript)
            }
        }
    }

    private typealias Work = @Sendable (FormBody, any ShownPhone) async throws -> Void

    /// Adds a form route. A browser without script is redirected to the page, which shows the error. The script receives a short
    /// response.
    private func take(
        _ path: String, upTo limit: Int = FormBody.limit, from router: some RouterMethods<some RequestContext>,
        _ work: @escaping Work
    ) {
        router.post(RouterPath("/device/phones/:number" + path)) { request, context in
            let isScript = request.isOfScript
            var person = 0
            do {
                try OwnRequests.requireOwnOrigin(request)
                let (number, phone) = try phone(context.parameters.get("number"))
                person = story?.person(ofPhone: number) ?? 0
                let form = try await FormBody(request, upTo: limit)
                // An app that this request opens starts in the language that the browser shows the phone in.
                if let language = PhoneView.Language(rawValue: reader(for: request).language.tag) { await phone.suggest(language) }
                try await work(form, phone)
                guard !isScript else {
                    // The first drawing that includes the action. The page keeps texts that the user typed after older drawings.
                    let version = await phone.view.version
                    return Response(status: .noContent, headers: [.deviceVersion: String(version), .cacheControl: "no-store"])
                }
                return Response(
                    status: .seeOther,
                    headers: [.location: PagePath.phones(of: person).text + "#phone-\(number)", .cacheControl: "no-store"])
            } catch {
                let problem: PageProblem? =
                    (error as? PhoneError).map(PageProblem.init) ?? error as? PageProblem
                guard let problem else { throw error }
                guard !isScript, problem.status != .forbidden else { return problem.response }
                return .page(await page(of: person, problem: problem.detail, for: request).document, status: problem.status)
            }
        }
    }

    /// Returns the page with the phones of the person at an index; with all phones if no person has that index.
    private func page(of person: Int, problem: String? = nil, for request: Request) async -> DevicePage {
        let people = story?.people ?? []
        let shown = people.indices.contains(person) ? people[person].phones : 1...max(1, phones.count)
        var pagePhones: [PagePhone] = []
        for (index, phone) in phones.enumerated() where shown.contains(index + 1) {
            pagePhones.append(pagePhone(index + 1, await phone.view, for: request))
        }
        return DevicePage(
            pagePhones: pagePhones, parts: parts, problem: problem, people: people, shownPerson: person)
    }

    /// Returns a phone in the language that its user chose, or else in that of the browser. The phones are for development, so a
    /// browser may ask for pseudo-English.
    private func pagePhone(_ number: Int, _ view: PhoneView, for request: Request) -> PagePhone {
        let chosen = view.language.flatMap { Language(rawValue: $0.rawValue) }
        let reader = reader(chosen: chosen, for: request)
        return PagePhone(
            number: number, view: view, passcode: passcode, reader: formats.format(for: reader),
            tour: story?.observe(view, of: number))
    }

    private func reader(chosen: Language? = nil, for request: Request) -> ReaderLanguage {
        LanguageChoice(account: chosen, acceptLanguage: request.headers[.acceptLanguage])
            .reader(configured: .english, offered: Language.allCases)
    }
}

/// A phone on the page: its view, the user's actions, and its surroundings. ``Phone`` conforms to it.
package protocol ShownPhone: Sendable {
    /// The current view.
    var view: PhoneView { get async }

    /// Returns the current view, and the view after each change. A slow reader receives only the newest.
    func views() async -> AsyncStream<PhoneView>

    /// The installed apps; not those of the system.
    var installedApps: [PhoneView.AppIcon] { get async }

    /// Performs an action. Throws if the view has nothing for the action to act on.
    func perform(_ action: PhoneAction) async throws(PhoneError)

    /// Taps the element with a title, after it appeared.
    func tap(_ title: String) async throws

    /// Receives a message.
    func receive(message text: String, from sender: String) async

    /// Suggests the language of the browser. Apps start in it until the user chooses a language.
    func suggest(_ language: PhoneView.Language) async

    /// Advances the clock of the phone.
    func advance(by duration: Duration) async

    func setOnline(_ isOnline: Bool) async

    /// Returns every saved password as a file, after the owner authenticated.
    func exportPasswords(as form: Phone.PasswordFile) async throws(PhoneError) -> Data

    /// Saves the passwords of a file, after the owner authenticated.
    func importPasswords(_ file: Data, replacing: Bool) async throws(PhoneError) -> Phone.ImportedPasswords

    /// Returns every password, passkey and verification code, after the owner authenticated.
    func exportCredentials() async throws(PhoneError) -> Phone.ExportedCredentials

    /// Returns the same without another prompt, while the user's confirmation on the export page lasts.
    func confirmedExport() async throws(PhoneError) -> Phone.ExportedCredentials

    /// Saves the credentials of a file, after the owner authenticated; with `isPreview`, compares only.
    func importCredentials(
        _ file: Data, replacing: Bool, isPreview: Bool
    ) async throws(PhoneError) -> Phone.ImportedCredentials
}

extension Phone: ShownPhone {
    package func setOnline(_ isOnline: Bool) async {
        self.isOnline = isOnline
    }
}
