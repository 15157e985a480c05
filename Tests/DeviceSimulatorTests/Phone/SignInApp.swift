import DeviceScreens
import Foundation
import OpenAuthenticationServices

/// An app with a button for Apple and one for a web page. Its title shows the result of either.
@MainActor
final class SignInApp: ScreenApp {
    private(set) var screen = SignInApp.first {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor () -> Void = {}
    private var party: Party?
    private var session: ASWebAuthenticationSession?
    /// The events that it received.
    private var events: [AppEvent] = []

    private static let first = AppScreen(
        title: "Begin",
        elements: [
            .button(AppButton("apple", title: "Sign in with Apple", style: .appleBlack)), .button(AppButton("web", title: "Web")),
        ])

    private let isEphemeral: Bool

    init(launch: AppLaunch) {
        isEphemeral = launch.settings["cookies"] != "shared"
    }

    func receive(_ event: AppEvent) {
        switch event {
        case .pressed("apple"):
            let controller = ASAuthorizationController(authorizationRequests: [ASAuthorizationAppleIDProvider().createRequest()])
            let party = Party { [weak self] in self?.finish($0) }
            controller.delegate = party
            self.party = party
            events = []
            controller.performRequests()
        case .pressed("web"):
            guard let page = URL(string: "https://example.com/login") else { return }
            let session = ASWebAuthenticationSession(url: page, callbackURLScheme: "shop") { url, error in
                let text = url?.absoluteString ?? "\((error as? ASWebAuthenticationSessionError)?.code.rawValue ?? 0)"
                Task { @MainActor [weak self] in self?.finish(text) }
            }
            let party = Party { _ in }
            session.presentationContextProvider = party
            session.prefersEphemeralWebBrowserSession = isEphemeral
            self.party = party
            self.session = session
            session.start()
        case .willResignActive, .didBecomeActive:
            events.append(event)
            let count = events.filter { $0 == event }.count
            screen.elements.removeAll { if case .text = $0 { true } else { false } }
            screen.elements.append(.text(AppText("\(event) \(count)")))
        default: break
        }
    }

    private func finish(_ result: String) {
        screen.title = result
    }
}

private final class Party: NSObject, ASAuthorizationControllerDelegate, ASWebAuthenticationPresentationContextProviding {
    private let done: @MainActor (String) -> Void

    init(done: @escaping @MainActor (String) -> Void) {
        self.done = done
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        done("\((error as? ASAuthorizationError)?.code.rawValue ?? 0)")
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
}
