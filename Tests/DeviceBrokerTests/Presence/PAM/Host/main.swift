// Passes one passcode to PAM, in a process that the tests start under pam_wrapper.
//
//   PAMHost SERVICE ACCOUNT     reads the passcode from standard input and prints PAM's verdict

import DeviceBroker
import Foundation
import Secrets

let arguments = CommandLine.arguments
guard arguments.count == 3, let service = PAMServiceName(rawValue: arguments[1]), let account = PAMAccount(name: arguments[2])
else {
    exit(2)
}
let passcode = SecretBytes(try FileHandle.standardInput.readToEnd() ?? Data())
print("\(PAMVerifier(service: service, account: account).verify(passcode))")
