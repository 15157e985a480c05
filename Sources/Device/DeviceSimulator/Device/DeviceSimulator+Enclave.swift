import DeviceBroker
import Secrets

extension DeviceSimulator.Enclave {
    /// The one whose files stand in the folder; a new one where there are none.
    func open(in folder: DeviceFolder) throws -> any DeviceBroker.Enclave {
        let stateFile = folder.path + "/enclave"
        do {
            switch self {
            case .software:
                let hostKey = try folder.hostKey()
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
        } catch let error as EnclaveError {
            throw SimulatorFailure.enclave("\(error)")
        }
        throw SimulatorFailure.temporaryFolder
    }
}
