import AuthenticationServices
import Foundation

/// What the app's view controllers are in.
@MainActor
class Window: ASPresentationAnchor {
    let rootViewController: ViewController?
    let server: AccountServerClient?
    /// Whose saved passwords are this app's.
    let site: String
    /// Told of every change of what is seen.
    var changed: () -> Void = {}

    /// Each turn belongs to the device that the app was launched on, whoever asks for it: of a dispatch queue a task inherits nothing, and several
    /// devices may be in one process.
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

    /// In the app's next turn.
    nonisolated func perform(_ turn: @escaping @MainActor () -> Void) {
        turns.yield(turn)
    }

    /// The one in front.
    var visibleViewController: ViewController {
        var visible = rootViewController
        while let next = visible?.presentedViewController { visible = next }
        return visible ?? ViewController()
    }
}
