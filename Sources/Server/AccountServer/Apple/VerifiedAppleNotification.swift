package import AppleIdentity

package typealias VerifiedAppleNotification = AppleNotification
