import DeviceProtocol
public import Foundation
import OpenSecurity

// Not Apple's: there the keys of rights come with no statement that anybody else could check.
extension LAPublicKey {
    /// Not Apple's: what the device's TPM states of the key, for a server to check: that it was made inside and cannot leave.
    ///
    /// The statement holds for `challenge` alone, of which the device states the SHA-256; nobody is asked. It has four structures of TPM 2.0, each
    /// behind its length in two bytes: docs/second-factors.md. Throws `errSecUnimplemented` where the enclave states nothing, as one of software
    /// does, and a TPM of rights that were saved before it could.
    public func attestation(for challenge: Data) async throws -> Data {
        guard let digest = Octets32(HashFunction.sha256.digest(of: challenge)) else {
            throw DeviceRefusal.badRequest("no digest").appError
        }
        return try await BlockingCall.value { [holder] in
            do throws(DeviceRefusal) {
                return Data(try holder.attestation(over: digest).bytes)
            } catch {
                throw error.appError
            }
        }
    }
}
