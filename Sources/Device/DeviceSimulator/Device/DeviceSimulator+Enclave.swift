import DeviceBroker
import Secrets

extension DeviceSimulator.Enclave {
    /// A new one, whose files stand in the folder.
    func open(in folder: TemporaryFolder) throws -> any DeviceBroker.Enclave {
        let stateFile = folder.path + "/enclave"
        do throws(EnclaveError) {
            switch self {
            case .software:
                let hostKey = SecretBytes(SystemRandomBytes().bytes(32))
                guard
                    let configuration = SoftwareEnclave.Configuration(
                        stateFile: stateFile, hostKey: hostKey, opening: .createIfAbsent)
                else { break }
                return try SoftwareEnclave(inProcess: configuration)
            case .tpm(let name):
                guard
                    let configuration = TPMEnclave.Configuration(tcti: name, stateFile: stateFile, opening: .createIfAbsent)
                else { break }
                return try TPMEnclave(configuration)
            }
        } catch {
            throw SimulatorFailure.enclave("\(error)")
        }
        throw SimulatorFailure.temporaryFolder
    }
}
