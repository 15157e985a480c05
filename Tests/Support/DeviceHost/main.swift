// A broker in a separate process, for tests.
//
//   DeviceHost run FOLDER software|tpm:TCTI face|none [self STEP]
//   DeviceHost enclave
//
// `run` prints `ok` when the device exists, and then reads a line at a time: `clock SECONDS` since its start; `strike PROCESS
// STEP`, to kill a process at the STEPth step from now; `steps`, the number since then. With `self` it kills itself at that step of
// its start. `enclave` is the command that it runs for a software enclave. It ends with its standard input.

import DeviceBroker
import Glibc

switch CommandLine.arguments.dropFirst().first {
case "run":
    LargeMessagePermit.returnFreedMemory()
    do {
        try HostedDevice(Array(CommandLine.arguments.dropFirst(2))).run()
    } catch {
        HostedDevice.say("no \(error)")
        exit(1)
    }
case "enclave":
    do throws(EnclaveError) {
        try EnclaveChild.serve()
    } catch {
        exit(1)
    }
default: exit(64)
}
