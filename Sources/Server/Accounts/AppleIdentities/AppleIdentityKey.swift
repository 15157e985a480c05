/// Who somebody is to a developer team at Apple: what an Apple identity is known by, here and nowhere else. E-mail addresses never
/// identify anybody: they change hands, and Apple itself once signed any that was asked for (2020).
package struct AppleIdentityKey: Hashable, Sendable {
    package let team: AppleTeamID
    package let subject: AppleSubject

    package init(team: AppleTeamID, subject: AppleSubject) {
        self.team = team
        self.subject = subject
    }
}

/// A developer team: ten characters from A to Z and 0 to 9.
package struct AppleTeamID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Refuses any other length or character; nothing is folded.
    package init?(_ text: String) {
        let isGood = text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || (48...57).contains($0) }
        guard text.utf8.count == 10, isGood else { return nil }
        self.text = text
    }

    package var description: String { text }
}

/// The `sub` of an identity token: stable for one team, whatever the person revokes and gives again. It is compared byte for byte.
package struct AppleSubject: Hashable, Sendable {
    package let text: String

    /// Takes 1 to 255 visible ASCII characters (OpenID Connect Core 1.0, section 2).
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...255) else { return nil }
        self.text = text
    }
}

/// A client identifier at Apple: the bundle identifier of an app, or a Services ID. Case matters.
package struct AppleClientID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Takes 1 to 255 visible ASCII characters.
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...255) else { return nil }
        self.text = text
    }

    package var description: String { text }
}

/// Whether the text has so many characters and all are visible ASCII: no space, no control character.
func isVisibleASCII(_ text: String, lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
}
