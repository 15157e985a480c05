internal import Glibc

/// `DeviceFigures SUBJECT PLACE [WRITERS]`: repeats one operation for about 0.4 seconds and prints its cost as JSON.
///
/// A place is the device, file or TPM of the subject: `folder:PATH` is a device in this process over a folder, with a software
/// enclave; `tpm:PATH,FOLDER` the same with the TPM at a socket; `unix:PATH` a device in a separate process. The subjects for
/// comparison use `folder:PATH` for a file and `tpm:PATH` for a TPM.
@main
struct DeviceFigures {
    static let subjects: [String: @Sendable (Place, Int) throws -> Cost] = [
        "add": KeychainFigures.adding,
        "find": KeychainFigures.finding,
        "find-messages": KeychainFigures.exchangingMessages,
        "sign": KeyFigures.signing,
        "exchange": KeyFigures.exchanging,
        "enclave-sign": KeyFigures.signingInEnclave,
        "enclave-exchange": KeyFigures.exchangingInEnclave,
        "sqlite-add": PlainRows.adding,
        "sqlite-find": PlainRows.finding,
        "sqlite-find-opened": PlainRows.findingAndOpening,
        "crypto-sign": BareKeys.signing,
        "crypto-exchange": BareKeys.exchanging,
        "tpm-sign": BareKeys.signingInTPM,
        "tpm-exchange": BareKeys.exchangingInTPM,
        "tpm-load": BareKeys.loadingIntoTPM,
    ]

    static func main() throws {
        let arguments = CommandLine.arguments
        guard (3...4).contains(arguments.count), let subject = subjects[arguments[1]], let place = Place(arguments[2]),
            let writers = arguments.count == 4 ? Int(arguments[3]) : 1, writers > 0
        else {
            print("usage: DeviceFigures SUBJECT PLACE [WRITERS]   subjects: \(subjects.keys.sorted().joined(separator: ", "))")
            exit(2)
        }
        print(try subject(place, writers).json)
    }
}
