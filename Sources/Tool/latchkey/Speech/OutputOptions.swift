import ArgumentParser

/// How a single result is written.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write the result as JSON.")
    var json = false
}

/// How a result of many records is written.
struct RecordOutputOptions: ParsableArguments {
    @Flag(help: "Write the result as one JSON document.")
    var json = false

    @Flag(help: "Write one JSON document for each record, each on a line.")
    var jsonl = false

    func validate() throws {
        if json && jsonl { throw ValidationError("--json and --jsonl exclude each other") }
    }
}
