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
    private let parties = ModificationParties()

    /// A controller of the device that is current.
    public override init() {
        device = CurrentDevice.link
        super.init()
    }

    /// Who is told. Not kept alive.
    open weak var delegate: (any ASAccountAuthenticationModificationControllerDelegate)? {
        get { parties.delegate }
        set { parties.delegate = newValue }
    }

    /// Who says where to show the extension's view. Not kept alive, and not needed here.
    open weak var presentationContextProvider: (any ASAccountAuthenticationModificationControllerPresentationContextProviding)? {
        get { parties.provider }
        set { parties.provider = newValue }
    }

    /// Performs the request, and returns at once. The delegate is told once, on the main actor.
    open func perform(_ request: ASAccountAuthenticationModificationRequest) {
        let call = DeviceCall(device: device)
        Task { @MainActor in
            _ = parties.provider?.presentationAnchor(for: self)
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
            parties.delegate?.accountAuthenticationModificationController(
                self, didSuccessfullyComplete: request, userInfo: userInfo?.dictionary)
        case .failure(let error):
            parties.delegate?.accountAuthenticationModificationController(self, didFail: request, error: error)
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

/// Whom a controller talks to. Weak, since they own the controller, and read and set from any thread.
///
/// `@unchecked Sendable` holds: the two references are touched only under the lock, and those whom they refer to only on the main actor.
private final class ModificationParties: @unchecked Sendable {
    private let lock = NSLock()
    private weak var storedDelegate: (any ASAccountAuthenticationModificationControllerDelegate)?
    private weak var storedProvider: (any ASAccountAuthenticationModificationControllerPresentationContextProviding)?

    var delegate: (any ASAccountAuthenticationModificationControllerDelegate)? {
        get { lock.withLock { storedDelegate } }
        set { lock.withLock { storedDelegate = newValue } }
    }

    var provider: (any ASAccountAuthenticationModificationControllerPresentationContextProviding)? {
        get { lock.withLock { storedProvider } }
        set { lock.withLock { storedProvider = newValue } }
    }
}
