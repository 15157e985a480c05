import DeviceBroker
import DeviceServices
import Dispatch
import WebClient

/// The passkeys of the web pages that an app shows. The browser runs no scripts: it performs the requests that the page declares in
/// its attributes.
struct PagePasskeys: Sendable {
    let services: DeviceServices
    /// The app that shows the pages. Sheets and prompts appear over it.
    let app: App
    /// The phone, which makes the app inactive while it waits for the user. Nil for a web sheet, whose app is inactive already.
    let screen: PhoneScreen?
    /// Applies signals in the order of the pages: an earlier list of passkeys must not override a later one.
    let signalQueue = DispatchQueue(label: "phone.page-signals")

    /// Whether the keyboard suggests passkeys for the pages. That of a web sheet has no suggestions.
    var isOfferedByKeyboard: Bool { screen != nil }

    /// Asks the user for a passkey. Returns the credential in the standard's JSON, or nil without one.
    func credential(
        for request: PagePasskeyRequest, isAutoFill: Bool, until cancellation: PromptCancellationToken
    ) async -> String? {
        // The request blocks a thread until the user answers.
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "phone.page-passkeys").async {
                // As in an app, the keyboard's suggestions leave the app active.
                if !isAutoFill { screen?.callBegan(app) }
                let credential = services.perform(request, isAutoFill: isAutoFill, in: app, until: cancellation)
                if !isAutoFill { screen?.callEnded(app) }
                continuation.resume(returning: credential)
            }
        }
    }

    /// Applies the signals of a page, without waiting.
    func apply(_ signals: String, of url: WebURL) {
        signalQueue.async { services.apply(signals: signals, of: url, in: app) }
    }
}
