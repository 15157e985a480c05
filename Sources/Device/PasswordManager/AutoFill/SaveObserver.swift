package import FoundationEssentials

/// Watches the screens of one app, or of one tab of a browser, for a sign-in or sign-up that succeeded.
///
/// Nobody says so: it is taken from what the fields do. A password counts when its field leaves the view hierarchy with text in it. Who
/// clears a field while it is in the hierarchy, as after a failure, saves nothing; who clears it afterwards changes nothing any more.
package struct SaveObserver: Sendable {
    /// How long a user name of an earlier page is remembered for the password of a later one, in seconds.
    package static let userLifetime: TimeInterval = 300

    private var last: InputScreen?
    /// Fields with a password that left before the others did.
    private var departed: [ScreenField] = []
    private var earlierUser: (name: String, place: InputPlace, seenAt: Date)?
    private var generated: Set<PrivateText> = []

    package init() {}

    /// A strong password was filled in: saving it needs no question.
    package mutating func filled(_ suggestion: StrongPasswordSuggestion) {
        generated.insert(suggestion.password)
    }

    /// The process of the app ended, or the tab was closed: whatever stood there meant no success.
    package mutating func ended() {
        self = SaveObserver()
    }

    /// The screen shows this now. Call it whenever a field comes, changes or goes, and before an app clears what it has taken away.
    ///
    /// - Returns: what was entered, where that has just become a success; nil otherwise.
    package mutating func observe(_ screen: InputScreen, at now: Date) -> EnteredCredential? {
        defer { last = screen }
        guard let last else { return nil }
        let isSamePlace = screen.place == last.place
        let passwords = last.fields.filter { $0.type.isPassword }
        let (staying, leaving) = passwords.reduce(into: ([ScreenField](), [ScreenField]())) { parts, field in
            if isSamePlace, let now = screen[field.id] { parts.0.append(now) } else { parts.1.append(field) }
        }
        rememberUser(of: last, leavingFor: screen, at: now)
        departed += leaving.filter { !$0.text.isEmpty }
        if staying.contains(where: { $0.text.isEmpty && !(last[$0.id]?.text.isEmpty ?? true) }) {
            // Cleared in the hierarchy: the app takes back what was entered.
            departed = []
        }
        guard staying.allSatisfy(\.text.isEmpty), !departed.isEmpty, !leaving.isEmpty else { return nil }
        let fields = departed
        departed = []
        if Self.isAskedAgain(fields, on: screen) { return nil }
        return entered(fields, on: last, at: now)
    }

    private func entered(_ fields: [ScreenField], on screen: InputScreen, at now: Date) -> EnteredCredential? {
        let new = fields.filter { $0.type == .newPassword }
        let current = fields.first { $0.type == .currentPassword }?.text
        guard let password = new.first?.text ?? current else { return nil }
        return EnteredCredential(
            place: screen.place, user: user(of: screen, at: now), password: password,
            oldPassword: new.isEmpty ? nil : current, isConfirmed: new.allSatisfy { $0.text == password },
            isGenerated: generated.contains(password))
    }

    /// From the field, from what the screen says of the account, or from the page before.
    private func user(of screen: InputScreen, at now: Date) -> String? {
        let onScreen = (screen.fields(of: .username) + screen.fields(of: .email)).first { !$0.text.isEmpty }?.text.exposed
        if let user = onScreen ?? screen.user, !user.isEmpty { return user }
        guard let earlierUser, earlierUser.place == screen.place,
            (0..<Self.userLifetime).contains(now.timeIntervalSince(earlierUser.seenAt))
        else { return nil }
        return earlierUser.name
    }

    private mutating func rememberUser(of last: InputScreen, leavingFor screen: InputScreen, at now: Date) {
        guard !last.fields.contains(where: \.type.isPassword),
            let field = (last.fields(of: .username) + last.fields(of: .email)).first(where: { !$0.text.isEmpty }),
            screen.place != last.place || screen[field.id] == nil
        else { return }
        earlierUser = (field.text.exposed, last.place, now)
    }

    /// A page that asks for the same kind of password again did not take it. An app clears its fields instead.
    private static func isAskedAgain(_ fields: [ScreenField], on screen: InputScreen) -> Bool {
        guard case .page = screen.place, let kind = fields.first?.type else { return false }
        return screen.fields.contains { $0.type == kind }
    }
}

/// A user name and password that somebody entered with success.
package struct EnteredCredential: Hashable, Sendable {
    package let place: InputPlace
    /// Nil where neither the screen nor the one before it had one.
    package let user: String?
    package let password: PrivateText
    /// The password that was given for changing it.
    package let oldPassword: PrivateText?
    /// Whether all fields for the new password had the same.
    package let isConfirmed: Bool
    /// Whether it is the strong password that was filled in, untouched.
    package let isGenerated: Bool
}
