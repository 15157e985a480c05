import ArgumentParser
import DeviceBroker

/// What `--biometrics` takes.
enum BiometricsChoice: String, ExpressibleByArgument, CaseIterable {
    case simulated
    case fprintd

    func sensor(_ simulated: BiometryChoice) -> SensorChoice {
        switch self {
        case .simulated: .simulated(simulated.kind)
        case .fprintd: .attached(FprintdSensor())
        }
    }
}

/// What `--passcode` takes.
enum PasscodeChoice: ExpressibleByArgument {
    /// Nobody knows it but the device.
    case own
    case pam(PAMServiceName)

    init?(argument: String) {
        switch argument {
        case "own": self = .own
        case "pam": self = .pam(.standard)
        default:
            guard argument.hasPrefix("pam:"), let service = PAMServiceName(rawValue: String(argument.dropFirst(4))) else {
                return nil
            }
            self = .pam(service)
        }
    }

    var defaultValueDescription: String {
        switch self {
        case .own: "own"
        case .pam(let service): "pam:" + service.rawValue
        }
    }

    /// Who must take a passcode beside the device. Throws a ``CommandFailure`` where this process's account has no name.
    func verifier() throws -> PAMVerifier? {
        guard case .pam(let service) = self else { return nil }
        guard let account = PAMAccount.ofThisProcess() else {
            throw CommandFailure(.failure, "this process runs as an account without a name, whose password PAM cannot check")
        }
        return PAMVerifier(service: service, account: account)
    }
}
