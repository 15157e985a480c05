import DeviceProtocol
import FoundationEssentials
import Glibc
import Threads

/// Measures that keep other programs, and the disk, out of this process's memory.
package enum ProcessHardening {
    /// A measure that was asked for and does not hold.
    package struct Failure: Error, Hashable, Sendable {
        package let measure: HardeningMeasure
    }

    /// Takes measures for the whole process, for good. Returns those that hold.
    ///
    /// Throws for one that fails, except for locked memory, which fails on ordinary machines: then it is not among those returned. New
    /// privileges can be forbidden to the whole process only while it has a single thread, or where it was started by ``withoutNewPrivileges(_:)``.
    package static func apply(_ measures: Set<HardeningMeasure>) throws(Failure) -> Set<HardeningMeasure> {
        var holding: Set<HardeningMeasure> = []
        for measure in measures {
            if take(measure) {
                holding.insert(measure)
            } else if measure != .memoryLocked {
                throw Failure(measure: measure)
            }
        }
        return holding
    }

    private static func take(_ measure: HardeningMeasure) -> Bool {
        switch measure {
        case .notTraceable: return control(setDumpable, 0) && inspect(getDumpable) == 0
        case .noCoreFile:
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            return setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0
        case .noNewPrivileges: return control(setNoNewPrivileges, 1) && noThreadGainsPrivileges
        case .memoryLocked: return lockMemory()
        }
    }

    /// Runs `body` on a thread that can never gain privileges, and waits for it: nor can any process that is started there.
    package static func withoutNewPrivileges<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
        let result = Inbox<Value?>()
        let isStarted = WorkerThread.start {
            result.put(control(setNoNewPrivileges, 1) ? body() : nil)
        }
        return isStarted ? result.take() : nil
    }

    /// The kernel keeps this for each thread, and threads that are running already do not follow (prctl(2)).
    private static var noThreadGainsPrivileges: Bool {
        guard let tasks = opendir("/proc/self/task") else { return false }
        defer { closedir(tasks) }
        while let entry = readdir(tasks) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard Int32(name) != nil, let bytes = try? Data(contentsOf: URL(filePath: "/proc/self/task/\(name)/status")) else {
                continue
            }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            guard lines.contains("NoNewPrivs:\t1") else { return false }
        }
        return true
    }

    /// Locks what is mapped and what will be. Where the limit of locked memory is finite, locking what will be mapped would make later
    /// allocations fail, and with them the process; then memory stays unlocked, and whoever asked says so.
    private static func lockMemory() -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 else { return false }
        guard limit.rlim_cur == rlim_t.max || geteuid() == 0 else { return false }
        return mlockall(MCL_CURRENT | MCL_FUTURE) == 0
    }

    /// `prctl` takes a variable number of arguments, which Swift cannot call by name. Called as a function of five words it does the
    /// same: on the Linux systems that Swift runs on, integers go to both in the same registers.
    private typealias ProcessControl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32

    private static func control(_ option: Int32, _ value: UInt) -> Bool {
        processControl.map { $0(option, value, 0, 0, 0) == 0 } ?? false
    }

    private static func inspect(_ option: Int32) -> Int32? {
        processControl.map { $0(option, 0, 0, 0, 0) }
    }

    private static var processControl: ProcessControl? {
        dlsym(nil, "prctl").map { unsafeBitCast($0, to: ProcessControl.self) }
    }

    // <linux/prctl.h>, which Swift's Glibc module leaves out.
    private static let getDumpable: Int32 = 3
    private static let setDumpable: Int32 = 4
    private static let setNoNewPrivileges: Int32 = 38
}

/// What a process did to keep its memory to itself.
///
/// The first three must succeed where they are asked for, or the process does not serve: none of them depends on the user. Locking memory is best effort: the limit of
/// locked memory (`ulimit -l`) of an ordinary user is often too small for it, and then secrets may reach the swap space.
package enum HardeningMeasure: UInt8, WireValue, Hashable, Sendable, CaseIterable {
    /// No other process of the user may trace it or read its memory (`PR_SET_DUMPABLE` 0).
    case notTraceable = 1
    /// No core file, whatever happens (`RLIMIT_CORE` 0).
    case noCoreFile
    /// Neither it nor a child gains privileges (`PR_SET_NO_NEW_PRIVS`).
    case noNewPrivileges
    /// Its memory is not written to the swap space (`mlockall`).
    case memoryLocked
}

extension Set<HardeningMeasure> {
    /// For a process that does nothing but keep keys: all of them.
    package static let enclave = Set(HardeningMeasure.allCases)

    /// For a broker, whose memory holds what it hands out, and class keys while the device is unlocked. It is not locked into memory, which
    /// would take in every stack of every connection; and what it starts may gain privileges, as PAM's helpers do (unix_chkpwd(8)).
    package static let broker: Set = [.notTraceable, .noCoreFile]
}

extension WireKind<Set<HardeningMeasure>> {
    /// Measures as a list: each once, by its number. Another order is refused.
    static var hardening: WireKind {
        .made(of: .list(atMost: HardeningMeasure.allCases.count), by: set) { $0.sorted { $0.rawValue < $1.rawValue } }
    }

    private static func set(_ measures: [HardeningMeasure]) -> Set<HardeningMeasure>? {
        zip(measures, measures.dropFirst()).allSatisfy { $0.rawValue < $1.rawValue } ? Set(measures) : nil
    }
}
