internal import Dispatch
internal import FoundationEssentials
internal import FuzzInput
internal import Secrets
internal import Synchronization
internal import WebAuthn

/// Verifies a registration: client data with a length prefix, followed by the attestation object. The challenge is that of client data.
///
/// An accepted registration is within the limits of the standard, and is rejected with one byte more or less. The same bytes are also parsed
/// as both responses.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRegistration(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    _ = try? RegistrationResponse(json: input.bytes)
    _ = try? AuthenticationResponse(json: input.bytes)
    var choices = FuzzChoices(input.bytes)
    let (clientData, object) = (choices.block(), choices.rest())
    guard let challenge = challenge(in: clientData), let registration = verified(clientData, object, challenge) else { return 0 }
    promise(
        (1...CredentialID.maximumByteCount).contains(registration.credentialID.bytes.count),
        "a credential ID has an accepted length")
    promise(registration.flags.contains(.userPresent), "a user was present")
    promise(!registration.attestations.isEmpty, "every statement gives an attestation")
    promise(verified(clientData, object.dropLast(), challenge) == nil, "a truncated registration is rejected")
    promise(verified(clientData, object + [0], challenge) == nil, "a registration with trailing bytes is rejected")
    return 0
}

/// Returns the challenge in client data, or nil if it is missing.
private func challenge(in clientData: [UInt8]) -> Challenge? {
    struct Named: Decodable {
        let challenge: String
    }
    guard let named = try? JSONDecoder().decode(Named.self, from: Data(clientData)) else { return nil }
    return Base64URL.decode(named.challenge).flatMap { try? Challenge($0) }
}

/// Waits for a task, because the entry point is synchronous. The task does not need this thread.
private func verified(_ clientData: [UInt8], _ object: [UInt8], _ challenge: Challenge) -> VerifiedRegistration? {
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        let registration = try? await RelyingParty(id: "example.org", origins: [Origin("https://example.org")]).verify(
            RegistrationResponse(clientDataJSON: clientData, attestationObject: object),
            for: RegistrationChallenge(challenge, for: UserHandle([1])), now: Date(timeIntervalSince1970: 1_800_000_000))
        outcome.registration.withLock { $0 = registration }
        done.signal()
    }
    done.wait()
    return outcome.registration.withLock { $0 }
}

private final class Outcome: Sendable {
    let registration = Mutex<VerifiedRegistration?>(nil)
}
