import DeviceProtocol
import DeviceServices
import OpenAuthenticationServices
import OpenLocalAuthentication

/// An extension that runs in the process of the test, as a process of its app would.
struct HostedProgram: ExtensionProgram {
    let principal: HostedModificationExtension.Principal
    let link: any DeviceLink

    func start(report: @escaping @Sendable (ExtensionWord) -> Void) -> (any RunningExtension)? {
        // Whatever the extension makes belongs to this device.
        LAEnvironment.$ofTask.withValue(LAEnvironment(device: link)) {
            HostedModificationExtension(principal, device: link) { report(.report($0)) }
        }
    }
}

extension HostedModificationExtension: RunningExtension {}
