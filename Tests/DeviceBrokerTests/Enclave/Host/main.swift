// The software enclave as a separate process, for tests.
//
//   SoftwareEnclaveHost [--die-at N]     serves the socket at descriptor 3; is killed after its Nth durable step

import DeviceBroker
import DeviceProtocol
import Glibc
import Synchronization

let arguments = CommandLine.arguments
let deadline = arguments.count == 3 && arguments[1] == "--die-at" ? Int(arguments[2]) : nil
let taken = Mutex(0)
let steps = EnclaveSteps { (_) throws(EnclaveError) in
    let count = taken.withLock { count -> Int in
        count += 1
        return count
    }
    if count == deadline { kill(getpid(), SIGKILL) }
}
do throws(EnclaveError) {
    try SoftwareEnclaveProcess.run(
        socket: UnixConnection(descriptor: SoftwareEnclaveProcess.inheritedDescriptor), steps: steps)
} catch {
    exit(1)
}
