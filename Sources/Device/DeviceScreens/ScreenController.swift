/// What shows screens that are values, and hears what the person does to them: a view controller where there is no UIKit.
///
/// An app is one (``ScreenApp``). So is the view controller of an extension that has a view: the system shows its screen under a bar of its own. Everything
/// happens on the main actor, as in UIKit.
@MainActor
public protocol ScreenController: AnyObject {
    /// What it shows now.
    var screen: AppScreen { get }

    /// Called by the controller after each change of ``screen`` that does not come of an event. The device sets it before the first event.
    var screenChanged: @MainActor @Sendable () -> Void { get set }

    /// The person did something to the screen that was shown last. A controller that is to be asked before text changes adopts ``ScreenTextDelegate``.
    func receive(_ event: AppEvent)
}
