import DeviceBroker
import DeviceScreens
import DeviceServices
import Foundation
import PasswordManager
import WebClient

/// The browser of a phone: a system app that shows web pages without scripts. AutoFill fills their forms, and forms that declare a
/// passkey get one from the system.
///
/// It reaches only the sites of the device's network and servers on this machine. Its cookies, which the web sheets
/// of apps share, and its history end with its process.
@MainActor
final class Browser: ScreenController {
    nonisolated static let id = "BROWSER000.latchkey.browser"
    nonisolated static let name = "Browser"

    /// The identifiers of the browser's own controls.
    enum Part {
        static let address = "address"
        static let go = "go"
        static let back = "back"
        static let reload = "reload"
        static let link = "link-"
        /// The button of a web sheet that continues in the browser of the computer.
        static let elsewhere = "elsewhere"
    }

    nonisolated static let pageLimits = PageLimits(maximumBytes: 1 << 20, maximumDepth: 256, maximumElements: 20_000)
    static let longestHistory = 50

    var screenChanged: @MainActor @Sendable () -> Void = {}
    /// Receives each address before the browser opens it, also those of other schemes. Returns whether the visit ends there.
    var ends: @MainActor (String) -> Bool = { _ in false } {
        didSet { loading.ends = ends }
    }

    private let loading: BrowserLoading
    private let pages: BrowsedPages
    private let passkeys: PagePasskeys
    private var address = ""
    private var page: (number: Int, shown: BrowsedPage)?
    private var texts: [String: String] = [:]
    private var choices: [Int: Bool] = [:]
    private var history: [WebURL] = []
    private var failure: BrowserNote?
    private var status = 200
    /// The running navigation. Responses of earlier navigations are ignored.
    private var navigation: Int?
    private var lastNavigation = 0
    /// A form that the user must confirm, because it would be sent without encryption.
    private var questioned: (request: BrowserRequest, form: Int)?
    /// Cancels the page's request for a passkey, which ends with the page.
    private var asking: PromptCancellationToken?

    init(loading: BrowserLoading, pages: BrowsedPages, passkeys: PagePasskeys) {
        self.loading = loading
        self.pages = pages
        self.passkeys = passkeys
    }

    deinit { asking?.cancel() }

    func receive(_ event: AppEvent) {
        switch event {
        case .opened(let url): go(to: url)
        case .changed(Part.address, let text): address = text
        case .changed(let field, let text): if texts[field] != nil { texts[field] = text }
        case .submitted(Part.address): go(to: address)
        case .submitted(let field):
            guard let page = page?.shown, let index = page.ids.firstIndex(of: field) else { return }
            send(page.content.controls[index].form, pressing: nil)
        case .pressed(let button): press(button)
        case .answeredAlert(let button):
            let request = questioned
            questioned = nil
            if button == 1, let request { load(request.request, submitting: request.form) }
        default: break
        }
    }

    // MARK: - Navigation

    private func press(_ button: String) {
        switch button {
        case Part.go: go(to: address)
        case Part.back:
            guard history.count > 1 else { return }
            history.removeLast()
            if let url = history.popLast() { load(BrowserRequest(url: url)) }
        case Part.reload: if let url = page?.shown.url { load(BrowserRequest(url: url)) }
        default:
            guard let page = page?.shown else { return }
            if button.hasPrefix(Part.link) { return follow(button, on: page) }
            guard let index = page.ids.firstIndex(of: button) else { return }
            let control = page.content.controls[index]
            switch control.kind {
            case .submit: send(control.form, pressing: index)
            case .check: choices[index] = !(choices[index] ?? control.isOn)
            case .radio:
                for (other, sibling) in page.content.controls.enumerated()
                where sibling.kind == .radio && sibling.name == control.name && sibling.form == control.form {
                    choices[other] = other == index
                }
            case .text, .hidden, .other: break
            }
        }
    }

    private func go(to text: String) {
        guard let url = WebURL.typed(text) else {
            failure = .notAnAddress(text: String(text.prefix(100)))
            return
        }
        load(BrowserRequest(url: url))
    }

    private func follow(_ button: String, on page: BrowsedPage) {
        guard let place = Int(button.dropFirst(Part.link.count)), page.content.elements.indices.contains(place),
            case .link(_, let reference) = page.content.elements[place]
        else { return }
        guard let url = page.url.resolving(reference) else {
            if !ends(reference) { failure = .linkUnsupported }
            return
        }
        // A fragment of the same page.
        if reference.hasPrefix("#") { return }
        load(BrowserRequest(url: url, source: page.url))
    }

    /// Submits a form, after the user chose a passkey if the form requires one.
    private func send(_ form: Int, pressing button: Int?) {
        guard let page = page?.shown, page.content.forms.indices.contains(form) else { return }
        guard let call = page.content.forms[form].passkey else { return submit(form, pressing: button) }
        ask(call, of: form, pressing: button, on: page)
    }

    /// - Parameter credential: The passkey that the form requires; nil for most forms.
    private func submit(_ form: Int, pressing button: Int?, credential: String? = nil) {
        guard let page = page?.shown, form > 0 else { return }
        let action = page.content.forms.indices.contains(form) ? page.content.forms[form].action : nil
        if let action, page.url.resolving(action) == nil, ends(action) { return }
        do throws(BrowserFailure) {
            let submission = try BrowserSubmission(
                form, of: page, pressing: button, texts, choices, credential: credential)
            if submission.losesProtection {
                questioned = (submission.request, form)
            } else {
                load(submission.request, submitting: form)
            }
        } catch {
            failure = error.note
        }
    }

    private func load(_ request: BrowserRequest, submitting form: Int? = nil) {
        if ends(request.url.description) { return }
        let number = begin()
        screenChanged()
        Task { @MainActor in
            await perform(request, number, submitting: form)
            screenChanged()
        }
    }

    /// Loads the first page, and returns whether the user can continue on it: it has a link or a control.
    func open(_ request: BrowserRequest) async -> Bool {
        await perform(request, begin(), submitting: nil)
        return page?.shown.content.elements.contains { element in
            switch element {
            case .link, .control: true
            case .heading, .text: false
            }
        } ?? false
    }

    /// The address of the page; nil before the first one.
    var shownAddress: String? { page?.shown.url.description }

    private func begin() -> Int {
        lastNavigation += 1
        (navigation, failure, questioned) = (lastNavigation, nil, nil)
        endAsking()
        return lastNavigation
    }

    private func perform(_ request: BrowserRequest, _ number: Int, submitting form: Int?) async {
        do throws(BrowserFailure) {
            let answer = try await loading.load(request)
            if navigation == number { try show(answer, submitting: form) }
        } catch {
            if navigation == number { failure = error.note }
        }
        if navigation == number { navigation = nil }
    }

    // MARK: - Passkeys

    /// Asks the user for the passkey of a form, and submits the form with it. A page without one stays.
    private func ask(
        _ call: PageContent.PasskeyCall, of form: Int, pressing button: Int? = nil, on page: BrowsedPage, isAutoFill: Bool = false
    ) {
        endAsking()
        if !isAutoFill { failure = nil }
        guard let method = PagePasskeyRequest.Method(rawValue: call.method),
            let request = try? PagePasskeyRequest(method, options: call.options, on: page.url)
        else {
            if !isAutoFill { failure = .passkeyNotAllowed(host: page.url.host) }
            return
        }
        let cancellation = PromptCancellationToken()
        asking = cancellation
        Task { @MainActor [weak self, passkeys] in
            let credential = await passkeys.credential(for: request, isAutoFill: isAutoFill, until: cancellation)
            self?.receive(credential, of: form, pressing: button, isAutoFill: isAutoFill, cancellation)
        }
    }

    private func receive(
        _ credential: String?, of form: Int, pressing button: Int?, isAutoFill: Bool, _ cancellation: PromptCancellationToken
    ) {
        // The user left the page, or pressed a button of it meanwhile.
        guard asking === cancellation, let host = page?.shown.url.host else { return }
        asking = nil
        if let credential {
            submit(form, pressing: button, credential: credential)
        } else if !isAutoFill {
            failure = .passkeyNotUsed(host: host)
            offerPasskeys()
        }
        screenChanged()
    }

    /// Has the keyboard offer the passkeys of the page until the user chooses one or leaves the page.
    private func offerPasskeys() {
        guard passkeys.isOfferedByKeyboard, let page = page?.shown,
            let form = page.content.forms.firstIndex(where: { $0.passkey?.isAutoFill == true }),
            let call = page.content.forms[form].passkey
        else { return }
        ask(call, of: form, on: page, isAutoFill: true)
    }

    private func endAsking() {
        asking?.cancel()
        asking = nil
    }

    // MARK: - Display

    private func show(_ answer: BrowserAnswer, submitting form: Int?) throws(BrowserFailure) {
        let content = try Self.content(of: answer)
        // A request that the user made while the page loaded belongs to the earlier page, and so does its credential.
        endAsking()
        questioned = nil
        forgetEntries(but: answer.status < 400 ? form : nil)
        let shown = BrowsedPage(answer.url, content)
        page = (pages.add(shown), shown)
        (texts, choices, status, address) = (shown.texts, [:], answer.status, answer.url.description)
        if history.last != answer.url { history.append(answer.url) }
        history = history.suffix(Self.longestHistory)
        if let signals = content.signals { passkeys.apply(signals, of: answer.url) }
        offerPasskeys()
    }

    /// Clears text that the site rejected or never received before its fields disappear, so that it is not saved. Keeps one
    /// form's text.
    private func forgetEntries(but form: Int?) {
        guard let page = page?.shown else { return }
        for (id, control) in zip(page.ids, page.content.controls) where control.form != form && texts[id] != nil { texts[id] = "" }
        screenChanged()
    }

    private static func content(of answer: BrowserAnswer) throws(BrowserFailure) -> PageContent {
        let type = answer.contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        let host = answer.url.host
        guard ["text/html", "application/xhtml+xml", "text/plain"].contains(type) || answer.body.isEmpty else {
            throw BrowserFailure(note: .notAPage(host: host, type: String(type.prefix(50))))
        }
        let html =
            type == "text/plain"
            ? Array(String(decoding: answer.body, as: UTF8.self).replacing("<", with: "&lt;").utf8) : answer.body
        do throws(FormPageError) {
            return try PageContent(html: html, limits: pageLimits)
        } catch {
            throw BrowserFailure(note: .tooLarge(host: host))
        }
    }

    var screen: AppScreen {
        var elements: [AppElement] = [
            .field(AppTextField(Part.address, label: "Address", placeholder: "Enter website name", text: address)),
            .button(AppButton(Part.go, title: "Go")),
        ]
        if history.count > 1 { elements.append(.button(AppButton(Part.back, title: "Back"))) }
        if page != nil { elements.append(.button(AppButton(Part.reload, title: "Reload"))) }
        if navigation != nil { elements.append(.text(AppText(.loading, style: .caption))) }
        if let failure { elements.append(.text(AppText(failure, style: .error))) }
        guard let page else { return AppScreen(title: Self.name, elements: elements) }
        elements.append(.text(Self.security(page.shown.url)))
        if status >= 400 { elements.append(.text(AppText(.siteError(status: status), style: .error))) }
        elements += self.elements(of: page.shown)
        if page.shown.content.isCutOff { elements.append(.text(AppText(.incomplete, style: .caption))) }
        let title = page.shown.content.page.title
        var screen = AppScreen(title: title.isEmpty ? page.shown.url.host : title, elements: elements)
        if let questioned {
            screen.alert = AppAlert(
                title: "This Form Is Not Secure",
                message:
                    "Your input would be sent to \(questioned.request.url.host) without encryption. Others could read it.",
                buttons: ["Cancel", "Send Anyway"])
        }
        screen.page = page.number
        return screen
    }

    private static func security(_ url: WebURL) -> AppText {
        url.scheme == .https || url.isOnThisMachine
            ? AppText(url.host, style: .caption) : AppText(.notSecure(host: url.host), style: .caption)
    }

    private func elements(of page: BrowsedPage) -> [AppElement] {
        page.content.elements.enumerated().compactMap { place, element in
            switch element {
            case .heading(let text): .text(AppText(text, style: .title))
            case .text(let text): .text(AppText(text))
            case .link(let title, _): .button(AppButton("\(Part.link)\(place)", title: title))
            case .control(let index): self.element(of: page, index)
            }
        }
    }

    private func element(of page: BrowsedPage, _ index: Int) -> AppElement? {
        let (control, id) = (page.content.controls[index], page.ids[index])
        let field = control.field.map { page.content.page.fields[$0] }
        let label = field?.labels.first { !$0.isEmpty } ?? field?.placeholder ?? control.name ?? ""
        switch control.kind {
        case .text:
            // A read-only field is for programs, such as the account name next to a new password.
            guard let field, field.isEditable else { return nil }
            let keyboard: AppTextField.Keyboard =
                switch field.entry {
                case .email: .emailAddress
                case .number, .telephone: .numberPad
                default: field.declared == .oneTimeCode ? .numberPad : .standard
                }
            return .field(
                AppTextField(
                    id, label: label, placeholder: field.placeholder ?? "", text: texts[id] ?? "", isSecure: field.entry == .secure,
                    passwordRules: control.passwordRules, keyboard: keyboard, view: field.entry == .lines ? .textView : .textField))
        case .check, .radio:
            let isOn = choices[index] ?? control.isOn
            let mark = control.kind == .check ? (isOn ? "☑" : "☐") : (isOn ? "◉" : "○")
            return .button(AppButton(id, title: "\(mark) \(label)", isEnabled: !control.isDisabled))
        case .submit: return .button(AppButton(id, title: control.title, style: .prominent, isEnabled: !control.isDisabled))
        case .hidden, .other: return nil
        }
    }
}

extension Browser: ScreenTracing {
    func follow(traceparent: String) { loading.traceparent = traceparent }
}

/// The program of the browser, which every phone has.
struct BrowserProgram: AppProgram {
    let web: any WebTransport
    let pages: BrowsedPages
    let passkeys: PagePasskeys
    let cookies: CookieJar
    let now: @Sendable () -> Date

    func launch(
        _ launch: AppLaunch, in appEnvironment: AppEnvironment, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess {
        let (web, pages, passkeys, cookies, now) = (web, pages, passkeys, cookies, now)
        return ControllerProgram { _ in
            Browser(loading: BrowserLoading(web: web, cookies: cookies, now: now), pages: pages, passkeys: passkeys)
        }.launch(launch, in: appEnvironment, report: report)
    }
}
