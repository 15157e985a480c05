// A phone with saved passwords in a separate process, for tests that kill it.
//
//   PhoneHost FOLDER save FIRST     Signs in by hand as one person after the other and has the passwords saved, until it is killed. Says each step once it is done:
//                                   `saved USER PASSWORD`, `message ID`.
//   PhoneHost FOLDER sign-up USER   Signs up with a strong password, locks the phone, and has the app told that the account is there: `created USER PASSWORD`. Then it
//                                   does nothing more, until it is killed.
//   PhoneHost FOLDER read           Says what stands there, a line each: `damaged COUNT`, `password USER PASSWORD`, `message ID`, `app IDENTIFIER`.
//   PhoneHost FOLDER upgrade MARK KIND USER SITE APP SERVER APPLE EXTENSION PLIST [CODE]
//                                   Upgrades the account that is saved, to a strong password or, where KIND is `apple`, to Sign in with Apple, by the app's
//                                   extension, which is started with the server and the mark. Its screen is given the code. Says `begins`, and `ended RESULT`.

import Glibc

let arguments = CommandLine.arguments
do {
    switch arguments[2] {
    case "save": try await PhoneHost(folder: arguments[1]).save(from: Int(arguments[3]) ?? 0)
    case "sign-up": try await PhoneHost(folder: arguments[1]).signUp(as: arguments[3])
    case "upgrade": try await UpgradeHost(folder: arguments[1], arguments[3...]).run()
    default: try await PhoneHost(folder: arguments[1]).read()
    }
} catch {
    print("no \(error)")
    exit(1)
}
