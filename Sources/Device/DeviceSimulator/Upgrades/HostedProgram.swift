import DeviceProtocol
import DeviceServices
import OpenAuthenticationServices
import OpenLocalAuthentication

/// An extension that runs in the process of the test, as a process of its app would.
struct HostedProgram<Principal: ExtensionPrincipal>: ExtensionProgram where Principal.Report: Equatable {
    let principal: Principal.Type
    let link: any DeviceLink

    func start(
        report: @escaping @Sendable (ExtensionWord<Principal.Report>) -> Void
    ) -> (any RunningExtension<Principal.Order>)? {
        // Whatever the extension makes belongs to this device.
        LAEnvironment.$ofTask.withValue(LAEnvironment(device: link)) {
            HostedExtension(principal, device: link) { report(.report($0)) }
        }
    }
}

extension HostedExtension: RunningExtension {}
