import AppTexts
import DeviceScreens
import Foundation

/// The app of Motivation, from Apple's Password AutoFill article: users sign up, sign in, and read a motivational sentence.
///
/// Its settings: `server`, the base address of Motivation.
@main
public final class MotivationApp: ScreenApp {
    /// Called after each change of ``screen``.
    public var screenChanged: @MainActor @Sendable () -> Void = {}

    private let server: MotivationServer
    private let texts: AppTexts
    private var page: Page

    /// Launches the app.
    public init(launch: AppLaunch) {
        let address = launch.settings["server"].flatMap(URL.init(string:))
        texts = .motivation()
        server = MotivationServer(base: address ?? URL(fileURLWithPath: "/"), language: texts.language)
        page = LogInPage(texts)
        server.session = StoredSession.read()
        if server.session != nil { show(WelcomePage(texts)) }
    }

    /// The visible screen.
    public var screen: AppScreen { page.screen }

    /// Handles an action of the user.
    public func receive(_ event: AppEvent) {
        switch event {
        case .changed(let field, let text):
            page.form[field] = text
            screenChanged()
        case .submitted: press(page.primaryButton)
        case .pressed(let button): press(button)
        default: break
        }
    }

    private func press(_ button: String?) {
        guard let button, !page.isBusy, page.accepts(button) else { return }
        page.failure = ""
        switch button {
        case Button.toSignUp: leave(for: SignUpPage(texts))
        case Button.toCode: show(CodePage(texts), then: { try await $0.sendCode() })
        case Button.toChange: show(ChangePasswordPage(texts, user: server.session?.user ?? ""))
        case Button.cancel:
            leave(for: server.session == nil ? LogInPage(texts) : WelcomePage(texts))
        default: work(button)
        }
    }

    /// Sends the request, and shows the next page if it succeeds. The fields disappear with their text, which shows the system
    /// that it succeeded.
    private func work(_ button: String) {
        let (page, form) = (page, page.form)
        begin(page) { [self] in
            switch button {
            case Button.logIn: server.session = try await server.logIn(form[Field.user], form[Field.password])
            case Button.signUp: server.session = try await server.signUp(form[Field.user], form[Field.newPassword])
            case Button.change: try await server.changePassword(from: form[Field.password], to: form[Field.newPassword])
            case Button.verify: try await server.verify(code: form[Field.code])
            case Button.logOut: try await server.logOut()
            default: break
            }
            StoredSession.write(server.session)
            show(server.session == nil ? LogInPage(texts) : WelcomePage(texts, note: page.thanks))
        }
    }

    /// Leaves a page without success. Clears the typed text before the fields disappear, so that the system does not offer to
    /// save it.
    private func leave(for next: Page) {
        page.form = [:]
        screenChanged()
        show(next)
    }

    private func show(_ next: Page, then ask: ((MotivationServer) async throws -> Void)? = nil) {
        page = next
        if let welcome = next as? WelcomePage {
            begin(welcome) { [self] in welcome.sentence = try await server.motivation() }
        } else if let ask {
            begin(next) { [self] in try await ask(server) }
        } else {
            screenChanged()
        }
    }

    /// Disables the page until the server responds.
    private func begin(_ page: Page, _ body: @escaping @MainActor () async throws -> Void) {
        page.isBusy = true
        screenChanged()
        Task { @MainActor in
            do {
                try await body()
            } catch MotivationServer.Failure.notSignedIn where server.session != nil {
                server.session = nil
                StoredSession.write(nil)
                if self.page === page { show(LogInPage(texts)) }
            } catch {
                page.failure = (error as? MotivationServer.Failure ?? .unreachable).message(in: texts)
            }
            page.isBusy = false
            screenChanged()
        }
    }
}

extension MotivationApp: ScreenTextDelegate {
    /// A code contains only digits; rejects all other input.
    public func textField(_ field: String, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
        field != Field.code || string.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
