// A phone with saved passwords in a process of its own, for tests that kill it.
//
//   PhoneHost FOLDER save FIRST     Signs in by hand as one person after the other and has the passwords saved, until it is killed. Says each step once it is done:
//                                   `saved USER PASSWORD`, `message ID`.
//   PhoneHost FOLDER read           Says what stands there, a line each: `damaged COUNT`, `password USER PASSWORD`, `message ID`, `app IDENTIFIER`.
//   PhoneHost FOLDER upgrade KIND USER SITE APP SERVER APPLE EXTENSION PLIST MARK
//                                   Upgrades the account that is saved, to a strong password or, where KIND is `apple`, to Sign in with Apple, by the app's
//                                   extension, which is started with the server and the mark. Says `begins`, and `ended RESULT`.

import Glibc

let arguments = CommandLine.arguments
do {
    switch arguments[2] {
    case "save": try await PhoneHost(folder: arguments[1]).save(from: Int(arguments[3]) ?? 0)
    case "upgrade": try await UpgradeHost(folder: arguments[1], arguments[3...]).run()
    default: try await PhoneHost(folder: arguments[1]).read()
    }
} catch {
    print("no \(error)")
    exit(1)
}
