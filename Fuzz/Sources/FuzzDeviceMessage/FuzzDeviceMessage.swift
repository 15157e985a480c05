internal import DeviceBroker
internal import DeviceProtocol
internal import DeviceServices
internal import FuzzInput
internal import Secrets

/// `--write-seeds=FOLDER` writes one input for each kind of message into a folder, in the current encoding.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>>>
)
    -> CInt
{
    FuzzSeeds.writeIfAsked(count, arguments, Seeds.inputs)
    return 0
}

/// Parses a message of a protocol around the broker, which the first byte chooses: of the owner with the broker and with the
/// services, of the system with extensions, and replies to apps. An accepted message has one encoding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDeviceMessage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = FuzzChoices(FuzzInput(start, count).bytes)
    let read = choices.one(of: Kind.all).read
    read(choices.rest())
    return 0
}

/// A kind of message.
struct Kind: Sendable {
    let read: @Sendable ([UInt8]) -> Void

    private static func of<Message: WireValue>(_ type: Message.Type) -> Kind {
        Kind { bytes in
            guard let message = try? Message(message: bytes) else { return }
            promise(message.message == bytes, "a message of \(type) has one spelling")
        }
    }

    /// In the order of the inputs' first bytes; append new ones.
    static let all = [
        of(ControlRequest.self), of(ControlAnswer.self), of(OwnerRequest.self), of(OwnerAnswer.self), of(DeviceReply.self),
        of(ModificationOrder.self), of(ModificationReport.self), of(ProviderOrder.self), of(ProviderReport.self),
        of(PerformAuthorization.self), of(AuthorizationOutcome.self), of(OpenWebAuthentication.self), of(ModifyAccount.self),
        of(ChangeIdentities.self), of(LinkGreeting.self), of(ReadCredentialState.self), of(AwaitRevocations.self),
        of(ReadIdentityStore.self), of(ModificationOutcome.self), of(CredentialStateOutcome.self), of(Revocations.self),
        of(IdentityStoreContents.self), of(IdentityStoreOutcome.self), of(WebAuthenticationOutcome.self), of(FoundItems.self),
        of(FoundItem.self), of(KeyDescription.self), of(KeyAttestation.self), of(P256Signature.self), of(Octets32.self),
        of(ContextReference.self), of(Evaluated.self), of(Mechanisms.self), of(SavedRight.self), of(RightSecret.self),
        of(SharedCredential.self), of(Done.self), of(ReportCredentials.self), of(CredentialReportOutcome.self),
    ]
}

/// The first bytes.
enum Seeds {
    static var inputs: [(name: String, input: [UInt8])] {
        [
            ("status", [0] + ControlRequest.status.message),
            ("unlock", [0] + ControlRequest.unlock(passcode: SecretBytes(utf8: "2468")).message),
            ("answer", [0] + ControlRequest.answerPrompt(1, .faceConsent(isGranted: true)).message),
            ("prompt-over", [1] + ControlAnswer.promptOver.message),
            ("account", [2] + OwnerRequest.account.message),
            ("sign-in", [2] + OwnerRequest.signIn("ann", SecretBytes(utf8: "hush"), unlocks: true).message),
            ("register", [2] + OwnerRequest.upgrade(.list(reveals: true)).message),
            ("needs-code", [3] + OwnerAnswer.needsCode("7").message),
            ("rejection", [4] + DeviceReply.rejection(.unavailable("gone")).message),
            ("noted", [5] + ModificationOrder.noted(true).message),
            ("wants-credential", [6] + ModificationReport.requestsCredential(state: "a", nonce: nil).message),
            ("list", [7] + ProviderOrder.list(.password, [ServiceName("example.com", .domain)].compactMap(\.self)).message),
            ("code", [8] + ProviderReport.oneTimeCode("123456").message),
            ("password", [10] + AuthorizationOutcome.granted(.password(PasswordGrant(user: "ann", password: "hush"))).message),
            ("greeting", [14] + LinkGreeting(link: 7).message),
            ("failed", [18] + ModificationOutcome.failed(ModificationFailure(.failed, "no")).message),
            ("revocations", [20] + Revocations(last: 9, count: 2).message),
            ("identities", [21] + IdentityStoreContents(isEnabled: true, identities: identities).message),
            ("callback", [23] + WebAuthenticationOutcome.callback("juice://x").message),
            ("no-items", [24] + FoundItems([]).message),
            (
                "mechanisms",
                [32]
                    + Mechanisms(biometry: .face, isEnrolled: true, isLockedOut: false, hasPasscode: true, biometricState: nil)
                    .message
            ),
            ("done", [36] + Done().message),
        ]
    }

    private static var identities: [CredentialIdentity] {
        [CredentialIdentity(service: "example.com", serviceKind: .url, user: "ann", record: "r", rank: -3)].compactMap(\.self)
    }
}
