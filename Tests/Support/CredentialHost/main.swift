// A device with saved passwords in a separate process, for tests.
//
//   CredentialHost FOLDER ACTION STEP
//
// Ensures that `ann` has the password `one`, `bob` has `b` and `fay` has a passkey, unless the folder already has a device. Then
// performs the action: `add` (a new credential), `change` (ann's password), `delete` (ann), `forget` (all that is known of ann),
// `learn` (what another device knows of all of these), `replace-passkey`, `rename-passkey`, `hide-passkey`, `delete-passkey` (all of
// fay), `import` (a document with a password, two passkeys and a code), `read`, `passkeys`, or `compare` (that document with the
// device). It is killed at the STEPth step of the action, counted from 1; with 0 it ends normally and prints `steps` and their number.
// `read` and `passkeys` print the state, one entry a line, and `compare` the state of each credential of the document.

import Glibc

let arguments = CommandLine.arguments
do {
    let host = try CredentialHost(folder: arguments[1])
    try host.carryOut(arguments[2], strikingAt: Int(arguments[3]) ?? 0)
} catch {
    print("no \(error)")
    exit(1)
}
