import DeviceParts
import TestKit
import Testing

/// The variants that a behaviour suite runs over: each kind of enclave, in the app's process and behind a socket.
package struct DeviceSubject: Hashable, Sendable, CustomTestStringConvertible {
    /// The kind of enclave.
    package enum EnclaveKind: String, Sendable, CaseIterable {
        /// In the simulator's process, or in a process of the broker.
        case software
        /// swtpm, which is always a separate process.
        case tpm
    }

    /// The place where the broker runs.
    package enum Place: String, Sendable, CaseIterable {
        /// In the process of the test, without a socket.
        case inProcess = "in process"
        /// In a separate process, behind its sockets.
        case ownProcess = "in a separate process"
    }

    package let enclave: EnclaveKind
    package let place: Place

    package init(_ enclave: EnclaveKind, _ place: Place) {
        self.enclave = enclave
        self.place = place
    }

    package var testDescription: String { "\(enclave.rawValue), broker \(place.rawValue)" }

    /// All four, or the two without a TPM if swtpm is not installed.
    package static let available: [DeviceSubject] = enclaves.flatMap { enclave in
        Place.allCases.map { DeviceSubject(enclave, $0) }
    }

    /// Each kind of enclave and each place once, for tests over many combinations; all in the long form.
    package static let covering: [DeviceSubject] = available.filter {
        Soak.isFull || ($0.enclave == .software) == ($0.place == .inProcess)
    }

    /// The kinds of enclave that can run here.
    package static let enclaves: [EnclaveKind] = SimulatedTPM.isInstalled ? EnclaveKind.allCases : [.software]
}
