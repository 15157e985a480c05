internal import Glibc

/// Writes a target's seeds, for targets whose seeds are created by the code under test.
public enum FuzzSeeds {
    /// If libFuzzer's command line has `--write-seeds=FOLDER`, writes `inputs` into that folder, each as a file of its name, and
    /// ends the process.
    ///
    /// - Parameters:
    ///   - count: the count of `LLVMFuzzerInitialize`.
    ///   - arguments: the arguments of `LLVMFuzzerInitialize`.
    public static func writeIfAsked(
        _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>>>,
        _ inputs: @autoclosure () -> [(name: String, input: [UInt8])]
    ) {
        let option = "--write-seeds="
        for index in 0..<Int(count.pointee) {
            let argument = String(cString: arguments.pointee[index])
            guard argument.hasPrefix(option) else { continue }
            for (name, input) in inputs() {
                let file = fopen(String(argument.dropFirst(option.count)) + "/" + name, "w")
                promise(
                    file != nil && fwrite(input, 1, input.count, file) == input.count && fclose(file) == 0, "the seed is written")
            }
            exit(0)
        }
    }
}
