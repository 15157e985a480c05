// A phone with saved passwords in a process of its own, for tests that kill it.
//
//   PhoneHost FOLDER save FIRST     Signs in by hand as one person after the other and has the passwords saved, until it is killed. Says each step once it is done:
//                                   `saved USER PASSWORD`, `message ID`.
//   PhoneHost FOLDER read           Says what stands there, a line each: `damaged COUNT`, `password USER PASSWORD`, `message ID`, `app IDENTIFIER`.

import Glibc

let arguments = CommandLine.arguments
do {
    let host = try PhoneHost(folder: arguments[1])
    switch arguments[2] {
    case "save": try await host.save(from: Int(arguments[3]) ?? 0)
    default: try await host.read()
    }
} catch {
    print("no \(error)")
    exit(1)
}
