/// An app that sends the position of the user's last action with the requests to its server, so that a timeline shows them together.
///
/// A device that records what happens calls ``follow(traceparent:)``; other devices never do.
@MainActor
public protocol ScreenTracing: AnyObject {
    /// Receives the value of the header field `traceparent` (W3C Trace Context) for requests from now on. The call precedes the event
    /// of the user's action.
    func follow(traceparent: String)
}
