import UIKit

/// The equivalent of `Main.storyboard` and `@UIApplicationMain` in the sample, compiled together with the article's listings.
@_cdecl("runStoryboardApp")
public func runStoryboardApp() {
    MainActor.assumeIsolated {
        UIApplication.makeDelegate = { AppDelegate() }
        UIStoryboard.initialScene = resultScene
        UIStoryboard.scenes = ["loginViewController": loginScene]
        UIApplication.main()
    }
}

@MainActor
private func resultScene() -> UIViewController {
    let controller = ResultViewController()
    controller.title = "Juice"
    func label() -> UILabel {
        let label = UILabel()
        controller.view.addSubview(label)
        return label
    }
    controller.userIdentifierLabel = label()
    controller.givenNameLabel = label()
    controller.familyNameLabel = label()
    controller.emailLabel = label()
    let button = UIButton(title: "Sign Out")
    button.addTarget(controller, action: Selector(controller.signOutButtonPressed), for: .touchUpInside)
    controller.view.addSubview(button)
    controller.signOutButton = button
    return controller
}

@MainActor
private func loginScene() -> UIViewController {
    let controller = LoginViewController()
    controller.title = "Sign In"
    let stack = UIStackView()
    controller.view.addSubview(stack)
    controller.loginProviderStackView = stack
    return controller
}
