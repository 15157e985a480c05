package import FoundationEssentials

/// Detects successful sign-ins and sign-ups on the screens of one app, or of one tab of a browser.
///
/// Success is inferred from the fields. A password counts when its field leaves the view hierarchy with text in it. An app that
/// clears the field while it is in the hierarchy, as after a failure, prevents saving. Clearing it later has no effect.
package struct SaveObserver: Sendable {
    /// The time in seconds for which a user name is kept for the password of a later page.
    package static let userLifetime: TimeInterval = 300

    private var last: InputScreen?
    /// The password fields that left the hierarchy before the other fields.
    private var removed: [ScreenField] = []
    private var earlierUser: (name: String, place: InputPlace, seenAt: Date)?
    private var generated: Set<PrivateText> = []

    package init() {}

    /// Records a filled-in strong password, which is saved without a prompt.
    package mutating func filled(_ suggestion: StrongPasswordSuggestion) {
        generated.insert(suggestion.password)
    }

    /// Discards the fields, because the process of the app ended or the tab was closed.
    package mutating func ended() {
        self = SaveObserver()
    }

    /// Processes the current screen. Call this when a field is added, changes or is removed, and before an app clears a removed
    /// field.
    ///
    /// - Returns: The entered credential if this change completes a success. Otherwise nil.
    package mutating func observe(_ screen: InputScreen, at now: Date) -> EnteredCredential? {
        defer { last = screen }
        guard let last else { return nil }
        let isSamePlace = screen.place == last.place
        let passwords = last.fields.filter { $0.type.isPassword }
        let (staying, leaving) = passwords.reduce(into: ([ScreenField](), [ScreenField]())) { parts, field in
            if isSamePlace, let now = screen[field.id] { parts.0.append(now) } else { parts.1.append(field) }
        }
        rememberUser(of: last, leavingFor: screen, at: now)
        removed += leaving.filter { !$0.text.isEmpty }
        if staying.contains(where: { $0.text.isEmpty && !(last[$0.id]?.text.isEmpty ?? true) }) {
            // The field was cleared in the hierarchy, so the app discards the entry.
            removed = []
        }
        guard staying.allSatisfy(\.text.isEmpty), !removed.isEmpty, !leaving.isEmpty else { return nil }
        let fields = removed
        removed = []
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

    /// Returns the user name from the field, the screen's account, or the previous page.
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

    /// Returns whether a page asks again for the same kind of password, which means failure. Apps clear their fields instead.
    private static func isAskedAgain(_ fields: [ScreenField], on screen: InputScreen) -> Bool {
        guard case .page = screen.place, let kind = fields.first?.type else { return false }
        return screen.fields.contains { $0.type == kind }
    }
}

/// A user name and password that were entered successfully.
package struct EnteredCredential: Hashable, Sendable {
    package let place: InputPlace
    /// The user name. Nil if neither the screen nor the previous one has one.
    package let user: String?
    package let password: PrivateText
    /// The old password of a password change.
    package let oldPassword: PrivateText?
    /// Whether all new-password fields had the same content.
    package let isConfirmed: Bool
    /// Whether the password is the unchanged generated strong password.
    package let isGenerated: Bool
}
