import ArgumentParser
import DeviceBroker

/// `latchkey device enclave-process`: what `device run` starts for its software enclave. For nobody to call by hand.
struct EnclaveProcessCommand: ParsableCommand {
    static let name = "enclave-process"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Keep the keys of a device that `device run` runs.", shouldDisplay: false)

    func run() throws {
        do {
            try EnclaveChild.serve()
        } catch {
            throw CommandFailure(.failure, "the software enclave stops: \(error)")
        }
    }
}
