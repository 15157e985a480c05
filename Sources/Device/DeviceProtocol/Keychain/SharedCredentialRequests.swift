/// A website as apps name it for shared passwords: a host name in ASCII, in small letters, 1 to 253 bytes.
package struct SharedCredentialSite: BoundedText {
    package static let maximumLength = 253

    package let rawValue: String

    /// Gives nothing for anything but labels of small letters, digits and hyphens with dots between them.
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

    /// A host name as people write it: capitals become small.
    package init?(hostName: String) {
        self.init(rawValue: hostName.lowercased())
    }
}

/// Saves, changes or deletes a password that an app shares with its website (`SecAddSharedWebCredential`).
///
/// Refused with `missingEntitlement` where the app does not name the site, with `authenticationFailed` where the site does not name the app, and
/// with `notFound` for the deletion of what is not there. Changing and deleting ask the person.
package struct ChangeSharedCredential: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.changeSharedCredential
    /// The longest account and password, in bytes.
    package static let maximumLength = 4_096

    package let site: SharedCredentialSite
    package let account: String
    /// Absent: the password is deleted.
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

/// Asks the person for one of the passwords that the app shares with websites (`SecRequestSharedWebCredential`).
///
/// Refused as `ChangeSharedCredential`; with `notFound` where none is saved, and nobody is asked then.
package struct RequestSharedCredential: DeviceRequest, Equatable {
    package typealias Answer = SharedCredential
    package static let kind = RequestKind.requestSharedCredential

    /// Absent: any that the app is associated with.
    package let site: SharedCredentialSite?
    /// Absent: any.
    package let account: String?

    package init(site: SharedCredentialSite?, account: String?) {
        self.site = site
        self.account = account
    }

    package static let wire = WireForm(
        Self.init, .field(\.site), .field(\.account, .optional(.text(atMost: ChangeSharedCredential.maximumLength))))
}

/// A password that the person let the app have.
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

extension SharedCredential: CustomStringConvertible, CustomReflectable {
    /// Without the password.
    package var description: String { "a password for \(site.rawValue)" }
    /// Empty.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ChangeSharedCredential: CustomStringConvertible, CustomReflectable {
    /// Without the password.
    package var description: String { "\(password == nil ? "the deletion of a" : "a new") password for \(site.rawValue)" }
    /// Empty.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
