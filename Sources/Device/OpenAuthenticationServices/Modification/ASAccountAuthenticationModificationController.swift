import DeviceProtocol
public import Foundation
import Synchronization

/// Performs requests to upgrade accounts by the app's extension. The delegate receives the results.
///
/// The controller lives until its delegate was called, even if the app does not retain it. It belongs to the device of its
/// process, or to the simulated device of its task, at the time of its creation. Requests for several accounts may be in progress
/// at once.
///
/// `@unchecked Sendable`: locks protect the state of this class. Subclasses must protect their own.
open class ASAccountAuthenticationModificationController: NSObject, @unchecked Sendable {
    private let device: any DeviceLink
    private let parties = WeakParties()

    /// Creates a controller for the current device.
    public override init() {
        device = CurrentDevice.link
        super.init()
    }

    /// The delegate, which is not retained.
    open weak var delegate: (any ASAccountAuthenticationModificationControllerDelegate)? {
        get { parties.delegate as? any ASAccountAuthenticationModificationControllerDelegate }
        set { parties.delegate = newValue }
    }

    /// The presentation context provider, which is not retained and not used.
    open weak var presentationContextProvider: (any ASAccountAuthenticationModificationControllerPresentationContextProviding)? {
        get {
            parties.provider as? any ASAccountAuthenticationModificationControllerPresentationContextProviding
        }
        set { parties.provider = newValue }
    }

    /// Performs the request and returns immediately. The delegate is called once on the main actor.
    open func perform(_ request: ASAccountAuthenticationModificationRequest) {
        let call = DeviceCall(device: device)
        Task { @MainActor in
            _ = presentationContextProvider?.presentationAnchor(for: self)
            DeviceCall.start { [self] in
                let result = call.modification(request)
                call.answer { self.notifyDelegate(request, result) }
            }
        }
    }

    @MainActor
    private func notifyDelegate(
        _ request: ASAccountAuthenticationModificationRequest, _ result: Result<UserInfo?, ASExtensionError>
    ) {
        switch result {
        case .success(let userInfo):
            delegate?.accountAuthenticationModificationController(
                self, didSuccessfullyComplete: request, userInfo: userInfo?.dictionary)
        case .failure(let error):
            delegate?.accountAuthenticationModificationController(self, didFail: request, error: error)
        }
    }
}

extension DeviceCall {
    /// Blocks until the extension has finished.
    fileprivate func modification(_ request: ASAccountAuthenticationModificationRequest) -> Result<UserInfo?, ASExtensionError> {
        let unsendable = ASExtensionError(
            .failed, because: "The request is too long, has an unsupported kind, or its user info is not a property list.")
        guard let draft = request.draft else { return .failure(unsendable) }
        do throws(DeviceError) {
            switch try perform({ draft.message(in: $0) }) {
            case .done(let userInfo): return .success(userInfo)
            case .failed(let failure): return .failure(ASExtensionError(failure))
            }
        } catch {
            return .failure(ASExtensionError(.failed, because: "The device denied the request: \(error)"))
        }
    }
}

/// The delegate of a controller. Each request calls exactly one of the two methods on the main actor. Both are optional.
@preconcurrency @MainActor
public protocol ASAccountAuthenticationModificationControllerDelegate: NSObjectProtocol {
    /// The account and the saved credential were modified. `userInfo` comes from the extension.
    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController,
        didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest, userInfo: [AnyHashable: Any]?)

    /// The account was not modified. The error is an ``ASExtensionError``.
    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController, didFail request: ASAccountAuthenticationModificationRequest,
        error: any Error)
}

// Swift on Linux has no optional protocol methods.
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

/// Provides the presentation anchor for the view of an extension.
@preconcurrency @MainActor
public protocol ASAccountAuthenticationModificationControllerPresentationContextProviding: NSObjectProtocol {
    /// Called once for each request, before the view appears.
    func presentationAnchor(for controller: ASAccountAuthenticationModificationController) -> ASPresentationAnchor
}
