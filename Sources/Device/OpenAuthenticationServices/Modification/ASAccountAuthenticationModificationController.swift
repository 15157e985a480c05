import DeviceProtocol
public import Foundation
import Synchronization

/// Has the app's extension make an account safer; the delegate is told what came of it.
///
/// The controller lives until its delegate was told, whether the app keeps it or not. It belongs to the device that its process, or the simulated one
/// that its task, had when it was made. Several requests may be under way at once, for several accounts.
///
/// `Sendable` holds for the class itself, whose state is behind locks; a subclass answers for its own.
open class ASAccountAuthenticationModificationController: NSObject, @unchecked Sendable {
    private let device: any DeviceLink
    private let parties = WeakParties()

    /// A controller of the device that is current.
    public override init() {
        device = CurrentDevice.link
        super.init()
    }

    /// Who is told. Not kept alive.
    open weak var delegate: (any ASAccountAuthenticationModificationControllerDelegate)? {
        get { parties.delegate as? any ASAccountAuthenticationModificationControllerDelegate }
        set { parties.delegate = newValue }
    }

    /// Who says where to show the extension's view. Not kept alive, and not needed here.
    open weak var presentationContextProvider: (any ASAccountAuthenticationModificationControllerPresentationContextProviding)? {
        get {
            parties.provider as? any ASAccountAuthenticationModificationControllerPresentationContextProviding
        }
        set { parties.provider = newValue }
    }

    /// Performs the request, and returns at once. The delegate is told once, on the main actor.
    open func perform(_ request: ASAccountAuthenticationModificationRequest) {
        let call = DeviceCall(device: device)
        Task { @MainActor in
            _ = presentationContextProvider?.presentationAnchor(for: self)
            DeviceCall.start { [self] in
                let result = call.modification(request)
                call.answer { self.tell(request, result) }
            }
        }
    }

    @MainActor
    private func tell(_ request: ASAccountAuthenticationModificationRequest, _ result: Result<UserInfo?, ASExtensionError>) {
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
    /// Blocks until the extension is done.
    fileprivate func modification(_ request: ASAccountAuthenticationModificationRequest) -> Result<UserInfo?, ASExtensionError> {
        let unsendable = ASExtensionError(
            .failed, because: "The request is of no known kind, too long, or has a user info that is no property list.")
        guard let draft = request.draft else { return .failure(unsendable) }
        do throws(DeviceRefusal) {
            switch try perform({ draft.message(in: $0) }) {
            case .done(let userInfo): return .success(userInfo)
            case .failed(let failure): return .failure(ASExtensionError(failure))
            }
        } catch {
            return .failure(ASExtensionError(.failed, because: "The device refuses: \(error)"))
        }
    }
}

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
