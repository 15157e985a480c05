internal import Foundation

/// `LoadGenerator --port P --requests FILE [--connections N] [--rate R] [--seconds S] [--warm S] [--seed N] [--draw
/// random|in-order]`: sends requests to a server on this machine and prints the results as JSON with histograms. `LoadGenerator
/// --self-test` tests itself.
///
/// The file contains complete requests in their wire format, each with a length prefix of four bytes, big-endian. With a rate,
/// requests start at random times with that mean rate, and latency counts from those times: a stalled server is charged for
/// everything that was due meanwhile (no coordinated omission). Without a rate, each connection sends the next request after its
/// response.
@main
struct LoadGenerator {
    static func main() {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments == ["--self-test"] {
                let findings = try SelfTest.run()
                for finding in findings { complain(finding) }
                exit(findings.isEmpty ? 0 : 1)
            }
            var run = try LoadRun(try load(arguments))
            print(try run.run().json)
        } catch let error as LoadError {
            complain(error.reason)
            exit(1)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    private static func load(_ arguments: [String]) throws -> Load {
        var load = Load()
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw LoadError(reason: "\(option) needs a value") }
            switch option {
            case "--port": load.port = try number(value, of: option)
            case "--connections": load.connections = try number(value, of: option)
            case "--rate": load.rate = try number(value, of: option) as Double
            case "--seconds": load.seconds = try number(value, of: option)
            case "--warm": load.warmSeconds = try number(value, of: option)
            case "--seed": load.seed = try number(value, of: option)
            case "--timeout": load.timeoutSeconds = try number(value, of: option)
            case "--draw" where ["random", "in-order"].contains(value): load.isInOrder = value == "in-order"
            case "--requests": load.requests = try requests(in: value)
            default: throw LoadError(reason: "there is no option \(option) \(value)")
            }
        }
        guard load.port > 0, load.connections > 0, load.seconds > 0, load.rate ?? 1 > 0, !load.requests.isEmpty else {
            throw LoadError(reason: "--port and --requests are needed, and numbers above zero")
        }
        return load
    }

    private static func number<Number: LosslessStringConvertible>(_ text: String, of option: String) throws -> Number {
        guard let number = Number(text) else { throw LoadError(reason: "\(option) does not take \(text)") }
        return number
    }

    private static func requests(in file: String) throws -> [[UInt8]] {
        var rest = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))[...]
        var requests: [[UInt8]] = []
        while !rest.isEmpty {
            guard rest.count >= 4 else { throw LoadError(reason: "\(file) ends within a length") }
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= 4 + length else { throw LoadError(reason: "\(file) ends within a request") }
            requests.append(Array(rest.dropFirst(4).prefix(length)))
            rest = rest.dropFirst(4 + length)
        }
        return requests
    }

    private static func complain(_ words: String) {
        FileHandle.standardError.write(Data("LoadGenerator: \(words)\n".utf8))
    }
}
