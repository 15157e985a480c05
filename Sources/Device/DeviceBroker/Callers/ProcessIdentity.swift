/// A link of a running process to the broker. The start time tells the process from a later one with the same number.
package struct ProcessIdentity: Hashable, Sendable {
    package let processID: Int32
    package let userID: UInt32
    /// In clock ticks since the machine started, as /proc/PID/stat has it.
    package let startTime: UInt64
    /// Which of the process's links, by a number that the process chose. Contexts belong to one.
    package let link: UInt64

    package init(processID: Int32, userID: UInt32, startTime: UInt64, link: UInt64 = 0) {
        self.processID = processID
        self.userID = userID
        self.startTime = startTime
        self.link = link
    }
}
