// A device with saved passwords in a separate process, for tests.
//
//   CredentialHost FOLDER ACTION STEP [MESSAGE]
//
// Ensures that `ann` has the password `one`, `bob` has `b` and `fay` has a passkey, unless the folder already has a device. Then
// performs the action: `add` (a new credential), `change` (ann's password), `delete` (ann), `forget` (all that is known of ann),
// `learn` (what another device knows of all of these), `replace-passkey`, `rename-passkey`, `hide-passkey`, `delete-passkey` (all of
// fay), `import` (a document with a password, two passkeys and a code), `read`, `passkeys`, or `compare` (that document with the
// device). It is killed at the STEPth step of the action, counted from 1; with 0 it ends normally and prints `steps` and their number.
// With the JSON of a server as the message, `create` prints the response with a new passkey or `excluded`, `sign` that of a sign-in, and
// `report` applies the argument of a signal. `accepted` prints the ID of each accepted passkey of a site.
// `read` and `passkeys` print the state, one entry a line, and `compare` the state of each credential of the document.

import Glibc

let arguments = CommandLine.arguments
do {
    let host = try CredentialHost(folder: arguments[1])
    try host.carryOut(arguments[2], strikingAt: Int(arguments[3]) ?? 0, arguments.count > 4 ? arguments[4] : "")
} catch {
    print("no \(error)")
    exit(1)
}
