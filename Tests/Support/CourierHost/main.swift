// A server in a separate process, for tests that kill its courier.
//
//   CourierHost STORE PORT SECONDS STEP
//
// Opens the store, which is a file or the address of a database, and sends the mail that is due SECONDS after the start of the tests'
// clock, by SMTP to the port of this machine. It is killed at the step: `leased` (the jobs are leased, and nothing is connected),
// `accepted` (the mail server's reply has arrived, and the job remains) or `recorded` (the job is removed). With another word it ends
// normally, unless the test kills it.

import Glibc

let arguments = CommandLine.arguments
do {
    let host = try CourierHost(
        store: arguments[1], port: Int(arguments[2]) ?? 0, seconds: Int64(arguments[3]) ?? 0,
        step: KillingTransport.Step(rawValue: arguments[4]))
    await host.run()
} catch {
    print("no \(error)")
    exit(1)
}
