import FoundationEssentials

/// What /proc tells of a process.
enum RunningProcess {
    /// In clock ticks since the machine started; field 22 of /proc/PID/stat (proc(5)). Nothing where there is no such process.
    static func startTime(of processID: Int32) -> UInt64? {
        guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(processID)/stat")) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        // The second field is the program's name in parentheses, with anything in it.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) : nil
    }
}
