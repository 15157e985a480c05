package import DeviceProtocol
import Secrets

/// Why an app wants to see the face, in its own words, as its Info.plist says under `NSFaceIDUsageDescription`: 1 to 1,000 bytes.
package struct FaceUsage: BoundedText {
    package static let maximumLength = 1_000

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// What the person said to an app that wanted to see their face.
package struct FaceConsent: WireRecord, Hashable {
    package let app: AccessGroup
    package let isGiven: Bool

    package init(app: AccessGroup, isGiven: Bool) {
        self.app = app
        self.isGiven = isGiven
    }

    package static let wire = WireForm(Self.init, .field(\.app), .field(\.isGiven))
}

/// What the person said to each app that wanted to see their face: once, until they say otherwise in Settings.
typealias FaceConsents = AppRecords<FaceConsent>

extension FaceConsents {
    /// Throws `unavailable` where the enclave does not give the device's secret.
    init(file: KeychainFile, enclave: any Enclave, random: any RandomBytes) throws(DeviceRefusal) {
        try self.init(
            in: "face_consents", content: KeyPurpose("device-face-consents"), names: KeyPurpose("device-face-consent-names"),
            file: file, enclave: enclave, random: random)
    }
}

/// Whether an app may use the face.
enum FaceAccess: Hashable, Sendable {
    case given
    /// The person was not asked yet; they are shown this.
    case unasked(FaceUsage)
    /// They refused, or the app does not say why it wants to.
    case refused
}
