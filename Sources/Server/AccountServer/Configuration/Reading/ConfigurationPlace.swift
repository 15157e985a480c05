/// Where a value of configuration was written.
package enum ConfigurationPlace: Hashable, Sendable, CustomStringConvertible {
    /// By the command itself, as `latchkey dev` does; the lowest of all.
    case preset
    /// In the file: line and column count from 1, columns in Unicode scalars.
    case file(path: String, line: Int, column: Int)
    /// In this environment variable.
    case environment(String)
    /// On the command line, `--set KEY=VALUE`.
    case flag(String)

    /// `latchkey.yaml:3:9`, `LATCHKEY_LISTENER_PORT`, `--set listener.port`.
    package var description: String {
        switch self {
        case .preset: "preset"
        case .file(let path, let line, let column): "\(path):\(line):\(column)"
        case .environment(let name): name
        case .flag(let key): "--set \(key)"
        }
    }
}
