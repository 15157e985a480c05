import Foundation

extension _BridgedStoredNSError where Code: RawRepresentable, Code.RawValue: FixedWidthInteger {
    /// An error of this module, with its reason in both places where developers look for one.
    init(_ code: Code, because reason: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: reason, "NSDebugDescription": reason])
    }
}
