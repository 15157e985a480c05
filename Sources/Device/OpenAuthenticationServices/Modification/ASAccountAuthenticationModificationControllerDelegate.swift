public import Foundation

/// Is told what became of a request of a controller: one of the two, once for each request, on the main actor. Both may be left out.
@preconcurrency @MainActor
public protocol ASAccountAuthenticationModificationControllerDelegate: NSObjectProtocol {
    /// The account is modified, and so is what is saved. `userInfo` is what the extension says to the app.
    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController,
        didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest, userInfo: [AnyHashable: Any]?)

    /// The account is as it was. The error is an ``ASExtensionError``.
    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController, didFail request: ASAccountAuthenticationModificationRequest,
        error: any Error)
}

// Swift on Linux has no optional methods of protocols.
extension ASAccountAuthenticationModificationControllerDelegate {
    /// Does nothing.
    public func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController,
        didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest, userInfo: [AnyHashable: Any]?
    ) {}

    /// Does nothing.
    public func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController, didFail request: ASAccountAuthenticationModificationRequest,
        error: any Error
    ) {}
}

/// Says where the system shows the view of an extension.
@preconcurrency @MainActor
public protocol ASAccountAuthenticationModificationControllerPresentationContextProviding: NSObjectProtocol {
    /// Called once for each request, before anything is shown.
    func presentationAnchor(for controller: ASAccountAuthenticationModificationController) -> ASPresentationAnchor
}
