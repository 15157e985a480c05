import Glibc

/// Measures that keep other programs, and the disk, out of this process's memory.
enum ProcessHardening {
    /// Takes them all; returns those that hold. Throws ``EnclaveError/Code/notHardened`` where one fails that must not.
    static func apply() throws(EnclaveError) -> Set<HardeningMeasure> {
        guard control(setDumpable, 0), inspect(getDumpable) == 0 else {
            throw EnclaveError(.notHardened, "this process cannot be closed to tracing")
        }
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        guard setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0 else {
            throw EnclaveError(.notHardened, "core files cannot be forbidden")
        }
        guard control(setNoNewPrivileges, 1), inspect(getNoNewPrivileges) == 1 else {
            throw EnclaveError(.notHardened, "new privileges cannot be forbidden")
        }
        var measures: Set<HardeningMeasure> = [.notTraceable, .noCoreFile, .noNewPrivileges]
        if lockMemory() { measures.insert(.memoryLocked) }
        return measures
    }

    /// Locks what is mapped and what will be. Where the limit of locked memory is finite, locking what will be mapped would make later
    /// allocations fail, and with them the process; then memory stays unlocked, and the enclave says so.
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
    private static let getNoNewPrivileges: Int32 = 39
}
