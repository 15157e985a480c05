public import DeviceScreens

/// A running app, as the device has it in hand: in this process, or in one of its own.
///
/// Neither call blocks: whoever is slow to read has events waiting for it.
public protocol AppProcess: AnyObject, Sendable {
    /// Sends an event. Events arrive in the order in which they were sent; after the end of the process they are dropped.
    func send(_ event: AppEvent)

    /// Ends the process, as a person does who swipes the app away: it is not asked, and may be in the middle of anything.
    /// ``AppReport/ended(failure:)`` follows, once.
    func terminate()
}
