import DeviceBroker

/// What a test asked of a simulated device that no device does.
enum SimulatorFailure: Error, CustomStringConvertible {
    case appName
    case faceUsage
    case enrolment
    case lockOut
    case leakService(String)
    case temporaryFolder
    case folder(String)
    case enclave(String)
    case appleAccount
    case host
    case damaged(String)
    case later(String, Int)

    var description: String {
        switch self {
        case .appName: "the name of an app, or of an access group, has 1 to 255 bytes"
        case .faceUsage: "a usage text of Face ID has 1 to \(FaceUsage.maximumLength) bytes"
        case .enrolment: "there is no sensor, or what is to be enrolled is, or what is to be removed is not"
        case .lockOut:
            "\(BiometricFailures.limit) strangers did not lock biometry: someone who is enrolled, or the passcode, was let in between, or the device "
                + "does not count"
        case .leakService(let address): "\(address) is no https address of a service of leaked passwords"
        case .temporaryFolder: "no temporary folder can be used"
        case .folder(let path): "the folder \(path) cannot be used"
        case .enclave(let reason): "the enclave cannot be used: \(reason)"
        case .damaged(let path):
            "\(path) is damaged; it was left as it is: mend it, or move it away and the device forgets what stood in it"
        case .later(let path, let version): "\(path) is of version \(version), which a later program has written"
        case .host: "a host is a domain name of ASCII letters, digits, hyphens and dots"
        case .appleAccount: "an Apple account has a name of 1 to 255 letters, digits, dots, hyphens and underscores"
        }
    }
}
