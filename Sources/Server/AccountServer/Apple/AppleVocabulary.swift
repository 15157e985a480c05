package import AppleIdentity

// The account domain has words of its own for some of these, so here they are called by what sets them apart.

/// What Apple told, as its signature proves.
package typealias VerifiedAppleNotification = AppleNotification
