package import DeviceSimulator
package import Foundation

/// A phone as its page needs it: what it shows, what a person does with it, and what happens around it. ``Phone`` is one.
package protocol ShownPhone: Sendable {
    /// What it shows now.
    var view: PhoneView { get async }

    /// What it shows now, and after each change. Whoever is slow gets the newest.
    func views() async -> AsyncStream<PhoneView>

    /// Does one thing. Refused where there is nothing to act on.
    func perform(_ action: PhoneAction) async throws(PhoneRefusal)

    /// Taps what bears a title, once it is there.
    func tap(_ title: String) async throws

    /// A message comes in.
    func receive(message text: String, from sender: String) async

    /// Time passes.
    func advance(by duration: Duration) async

    func setOnline(_ isOnline: Bool) async

    /// Every saved password as a file, after the owner has shown who they are.
    func exportPasswords(as form: Phone.PasswordFile) async throws(PhoneRefusal) -> Data

    /// Saves the passwords of a file, after the owner has shown who they are.
    func importPasswords(_ file: Data, replacing: Bool) async throws(PhoneRefusal) -> Phone.ImportedPasswords
}
