/// A password that an account had, or has.
package struct PasswordVersion: Hashable, Comparable, Sendable {
    package let password: PrivateText
    /// When it was set, and by which device.
    package let stamp: VersionStamp
    /// When the credential was first saved, in milliseconds since 1970.
    let createdMilliseconds: Int64

    init(_ password: PrivateText, stamp: VersionStamp, createdMilliseconds: Int64) {
        self.password = password
        self.stamp = stamp
        self.createdMilliseconds = createdMilliseconds
    }

    /// By stamp; under one stamp, which no honest device gives twice, by content.
    package static func < (left: PasswordVersion, right: PasswordVersion) -> Bool {
        if left.stamp != right.stamp { return left.stamp < right.stamp }
        if left.password != right.password { return left.password < right.password }
        return left.createdMilliseconds < right.createdMilliseconds
    }
}
