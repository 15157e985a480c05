/// Reports to the device what an app's server knows about the credentials of its site (`ASCredentialDataManager`).
package struct ReportCredentials: SystemRequest, Equatable {
    package typealias Answer = CredentialReportOutcome
    package static let kind = RequestKind.reportCredentials

    package let context: ContextReference
    package let report: CredentialReport

    package init(context: ContextReference, report: CredentialReport) {
        self.context = context
        self.report = report
    }

    package static let wire = WireForm(Self.init, .field(\.context), .field(\.report))
}

/// A report about credentials: the signals of Web Authentication Level 3, section 5.1.10, and Apple's signal for passwords.
package enum CredentialReport: WireRecord, Hashable {
    case unknownPasskey(UnknownPasskey)
    case acceptedPasskeys(AcceptedPasskeys)
    case userName(PasskeyUserName)
    case unusedPassword(UnusedPassword)

    /// The domain that the app must be associated with.
    package var site: String {
        switch self {
        case .unknownPasskey(let it): it.relyingParty
        case .acceptedPasskeys(let it): it.relyingParty
        case .userName(let it): it.relyingParty
        case .unusedPassword(let it): it.domain
        }
    }

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.unknownPasskey) { if case .unknownPasskey(let it) = $0 { it } else { nil } },
        .case(2, Self.acceptedPasskeys) { if case .acceptedPasskeys(let it) = $0 { it } else { nil } },
        .case(3, Self.userName) { if case .userName(let it) = $0 { it } else { nil } },
        .case(4, Self.unusedPassword) { if case .unusedPassword(let it) = $0 { it } else { nil } },
    ])
}

/// A passkey that no account of the site has.
package struct UnknownPasskey: WireRecord, Hashable {
    package let relyingParty: String
    package let credentialID: [UInt8]

    /// Returns nil for a value that is too long.
    package init?(relyingParty: String, credentialID: [UInt8]) {
        guard PasskeyLimits.allow(relyingParty, [credentialID]) else { return nil }
        self.relyingParty = relyingParty
        self.credentialID = credentialID
    }

    package static let wire = WireForm(Self.init, .field(\.relyingParty, .text()), .field(\.credentialID, .octets()))
}

/// All passkeys of a user of the site.
package struct AcceptedPasskeys: WireRecord, Hashable {
    package let relyingParty: String
    package let userHandle: [UInt8]
    package let credentialIDs: [[UInt8]]

    /// Returns nil for a value that is too long, and for an empty user handle.
    package init?(relyingParty: String, userHandle: [UInt8], credentialIDs: [[UInt8]]) {
        guard PasskeyLimits.allow(relyingParty, credentialIDs), PasskeyLimits.allow(userHandle: userHandle) else { return nil }
        self.relyingParty = relyingParty
        self.userHandle = userHandle
        self.credentialIDs = credentialIDs
    }

    package static let wire = WireForm(
        Self.init, .field(\.relyingParty, .text()), .field(\.userHandle, .octets()),
        .field(\.credentialIDs, PasskeyLimits.credentials))
}

/// The current name of a user of the site.
package struct PasskeyUserName: WireRecord, Hashable {
    package let relyingParty: String
    package let userHandle: [UInt8]
    package let userName: String

    /// Returns nil for a value that is empty or too long, and for a user name with control characters.
    package init?(relyingParty: String, userHandle: [UInt8], userName: String) {
        guard PasskeyLimits.allow(relyingParty, []), PasskeyLimits.allow(userHandle: userHandle), !userName.isEmpty,
            PasskeyRegistrationRequest.allows(userName: userName)
        else { return nil }
        self.relyingParty = relyingParty
        self.userHandle = userHandle
        self.userName = userName
    }

    package static let wire = WireForm(
        Self.init, .field(\.relyingParty, .text()), .field(\.userHandle, .octets()), .field(\.userName, .text()))
}

/// A user of the site who no longer signs in with a password.
package struct UnusedPassword: WireRecord, Hashable {
    package let domain: String
    package let userName: String

    /// Returns nil for a value that is too long, and for a user name with control characters.
    package init?(domain: String, userName: String) {
        guard PasskeyLimits.allow(domain, []), PasskeyRegistrationRequest.allows(userName: userName) else { return nil }
        self.domain = domain
        self.userName = userName
    }

    package static let wire = WireForm(Self.init, .field(\.domain, .text()), .field(\.userName, .text()))
}

/// The outcome of a report. It does not reveal whether the device has the credentials.
package enum CredentialReportOutcome: WireRecord, Equatable {
    case accepted
    case rejected(AuthorizationRejection)

    package static let wire = WireForm<Self>(cases: [
        .case(1, .accepted), .case(64, Self.rejected) { if case .rejected(let it) = $0 { it } else { nil } },
    ])
}
