/// A website that shares passwords with apps: a lower-case ASCII host name, 1 to 253 bytes.
package struct SharedCredentialSite: BoundedText {
    package static let maximumLength = 253

    package let rawValue: String

    /// Returns nil unless the text is a sequence of labels, separated by dots. A label has 1 to 63 lower-case letters, digits and
    /// hyphens, and neither begins nor ends with a hyphen.
    package init?(rawValue: String) {
        let isName = rawValue.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || byte == UInt8(ascii: "-")
                }
        }
        guard Self.fits(rawValue), isName else { return nil }
        self.rawValue = rawValue
    }

    /// Creates a site from a host name in any case.
    package init?(hostName: String) {
        self.init(rawValue: hostName.lowercased())
    }
}

/// Saves, changes or deletes a password that an app shares with its website (`SecAddSharedWebCredential`).
///
/// Fails with `missingEntitlement` if the app does not name the site, and with `authenticationFailed` if the site does not name the
/// app. Fails with `notFound` if the password to delete does not exist. Changing and deleting prompt the user, and so does adding an
/// account when 16 accounts of the app's sites are saved.
package struct ChangeSharedCredential: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.changeSharedCredential
    /// The maximum length of the account and of the password, in bytes.
    package static let maximumLength = 4_096

    package let site: SharedCredentialSite
    package let account: String
    /// The new password. Nil to delete the password.
    package let password: String?

    package init(site: SharedCredentialSite, account: String, password: String?) {
        self.site = site
        self.account = account
        self.password = password
    }

    package static let wire = WireForm(
        Self.init, .field(\.site), .field(\.account, .text(atMost: Self.maximumLength)),
        .field(\.password, .optional(.text(atMost: Self.maximumLength))))
}

/// Prompts the user for one of the passwords that the app shares with websites (`SecRequestSharedWebCredential`).
///
/// Fails like `ChangeSharedCredential`. Fails with `notFound`, without a prompt, if none is saved.
package struct RequestSharedCredential: DeviceRequest, Equatable {
    package typealias Answer = SharedCredential
    package static let kind = RequestKind.requestSharedCredential

    /// The requested site. Nil for any site that is associated with the app.
    package let site: SharedCredentialSite?
    /// The requested account. Nil for any account.
    package let account: String?

    package init(site: SharedCredentialSite?, account: String?) {
        self.site = site
        self.account = account
    }

    package static let wire = WireForm(
        Self.init, .field(\.site), .field(\.account, .optional(.text(atMost: ChangeSharedCredential.maximumLength))))
}

/// A password that the user released to the app.
package struct SharedCredential: WireRecord, Hashable {
    package let site: SharedCredentialSite
    package let account: String
    package let password: String

    package init(site: SharedCredentialSite, account: String, password: String) {
        self.site = site
        self.account = account
        self.password = password
    }

    package static let wire = WireForm(
        Self.init, .field(\.site), .field(\.account, .text(atMost: ChangeSharedCredential.maximumLength)),
        .field(\.password, .text(atMost: ChangeSharedCredential.maximumLength)))
}

extension SharedCredential: RedactedValue {
    package var description: String { "a password for \(site.rawValue)" }
}

extension ChangeSharedCredential: RedactedValue {
    package var description: String { "\(password == nil ? "the deletion of a" : "a new") password for \(site.rawValue)" }
}
