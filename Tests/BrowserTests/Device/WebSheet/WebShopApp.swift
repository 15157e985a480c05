import DeviceScreens
import Foundation
import OpenAuthenticationServices

/// An app whose accounts are on a website: it opens the page of its setting `page`, and waits for a URL with the scheme `shop`.
@MainActor
final class WebShopApp: ScreenApp {
    private(set) var screen = WebShopApp.saying("Signed out.") {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private let page: URL?
    private var session: ASWebAuthenticationSession?
    private let window = Window()

    init(launch: AppLaunch) {
        page = launch.settings["page"].flatMap { URL(string: $0) }
    }

    func receive(_ event: AppEvent) {
        guard case .pressed("web") = event, let page else { return }
        let session = ASWebAuthenticationSession(url: page, callbackURLScheme: "shop") { url, error in
            let words =
                url.map { "Signed in by \($0.query() ?? "nothing")." }
                ?? "Not signed in: \((error as? ASWebAuthenticationSessionError)?.code == .canceledLogin ? "cancelled" : "failed")."
            Task { @MainActor [weak self] in self?.screen = Self.saying(words) }
        }
        session.presentationContextProvider = window
        self.session = session
        session.start()
    }

    private static func saying(_ words: String) -> AppScreen {
        AppScreen(
            title: "Web Shop",
            elements: [
                .text(AppText(words)), .button(AppButton("web", title: "Sign In on the Web", style: .prominent)),
            ])
    }
}

private final class Window: NSObject, ASWebAuthenticationPresentationContextProviding {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
}
