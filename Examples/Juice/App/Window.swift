import AppTexts
import AuthenticationServices
import Foundation

/// The window of the app's view controllers.
@MainActor
class Window: ASPresentationAnchor {
    let rootViewController: ViewController?
    var server: AccountServerClient?
    /// The host of this app's saved passwords.
    let site: String
    /// The texts in the language of the device at the launch.
    let texts = AppTexts.juice()
    /// Called after every visible change.
    var changed: () -> Void = {}

    /// Runs each turn in the context of the device that launched the app. A task that a dispatch queue starts inherits no task-local
    /// values, and one process may contain several devices.
    private let turns: AsyncStream<@MainActor () -> Void>.Continuation

    init(rootViewController: ViewController, server: AccountServerClient?, site: String) {
        self.rootViewController = rootViewController
        self.server = server
        self.site = site
        let (stream, turns) = AsyncStream.makeStream(of: (@MainActor () -> Void).self)
        self.turns = turns
        super.init()
        Task { @MainActor in
            for await turn in stream { turn() }
        }
    }

    deinit {
        turns.finish()
    }

    func makeKeyAndVisible() {
        show(rootViewController)
    }

    /// Schedules work for the app's next turn.
    nonisolated func perform(_ turn: @escaping @MainActor () -> Void) {
        turns.yield(turn)
    }

    /// The front-most view controller.
    var visibleViewController: ViewController {
        var visible = rootViewController
        while let next = visible?.presentedViewController { visible = next }
        return visible ?? ViewController()
    }
}
