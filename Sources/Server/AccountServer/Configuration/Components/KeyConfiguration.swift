package import Secrets

/// The master keys: the one in use, and those it replaced, which still open what they sealed.
package struct KeyConfiguration: Sendable {
    package var current: MasterKey
    package var previous: [MasterKey]

    package init(current: MasterKey, previous: [MasterKey] = []) {
        self.current = current
        self.previous = previous
    }
}
