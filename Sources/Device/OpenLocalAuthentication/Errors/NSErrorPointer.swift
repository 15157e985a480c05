public import Foundation

/// Where a function puts an error object. Foundation on Linux lacks the name; with it `var error: NSError?` and `&error` are as on Apple's
/// systems.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
