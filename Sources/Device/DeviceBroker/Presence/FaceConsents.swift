package import DeviceProtocol
import Secrets

/// An app's usage description for Face ID, as in `NSFaceIDUsageDescription` of its Info.plist: 1 to 1,000 bytes.
package struct FaceUsage: BoundedText {
    package static let maximumLength = 1_000

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// The user's decision about an app's use of Face ID.
package struct FaceConsent: WireRecord, Hashable {
    package let app: AccessGroup
    package let isGranted: Bool

    package init(app: AccessGroup, isGranted: Bool) {
        self.app = app
        self.isGranted = isGranted
    }

    package static let wire = WireForm(Self.init, .field(\.app), .field(\.isGranted))
}

/// The user's decisions about the use of Face ID, one per app. They remain valid until the user changes them in Settings.
typealias FaceConsents = AppRecords<FaceConsent>

extension FaceConsents {
    /// Opens the table. Throws `unavailable` if the enclave does not return the device's secret.
    init(file: KeychainFile, enclave: any Enclave, random: any RandomBytes) throws(DeviceError) {
        try self.init(
            in: "face_consents", content: KeyPurpose("device-face-consents"), names: KeyPurpose("device-face-consent-names"),
            file: file, enclave: enclave, random: random)
    }
}

/// The permission of an app to use Face ID.
enum FaceAccess: Hashable, Sendable {
    case granted
    /// The user has not decided yet. The prompt shows this usage description.
    case undecided(FaceUsage)
    /// The user denied the use of Face ID, or the app has no usage description.
    case rejected
}
