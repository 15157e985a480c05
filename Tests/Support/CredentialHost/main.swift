// A device with saved passwords in a process of its own, for tests.
//
//   CredentialHost FOLDER ACTION STEP
//
// Makes sure that `ann` has the password `one` and `bob` has `b`, unless the folder has a device already. Then carries out the action: `add` (a new
// credential), `change` (ann's password), `delete` (ann), `forget` (all that is
// known of ann), `learn` (what another device knows of all of these), or `read`. It is killed at the STEPth step of
// the action, counted from 1; with 0 it ends by itself and says `steps` and their number. `read` says what stands there, a line each.

import Glibc

let arguments = CommandLine.arguments
do {
    let host = try CredentialHost(folder: arguments[1])
    try host.carryOut(arguments[2], strikingAt: Int(arguments[3]) ?? 0)
} catch {
    print("no \(error)")
    exit(1)
}
