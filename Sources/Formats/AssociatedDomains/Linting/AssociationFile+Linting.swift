extension AssociationFile {
    /// Returns problems and remarks about the file, in the order of its text, at most ``maximumFindings``.
    public func lint() -> [Finding] {
        var remarks = remarks + FileChecks(self).remarks
        if let applinks {
            remarks += AppLinksChecks(applinks).remarks
            remarks += VariableChecks(applinks).remarks
            let matcher = AssociationMatcher(self)
            remarks += ReachabilityChecks(applinks, matcher).remarks
            if let exhausted = matcher.exhausted {
                remarks.append(
                    Remark(
                        .patternTooLarge, at: applinks.details[exhausted].place,
                        "Patterns from here on match nothing: with variables and defaults expanded, the patterns of the file exceed "
                            + "\(PatternCompiler.maximumWeight) characters in total."))
            }
        }
        remarks += AppIdentifierChecks(self).remarks
        let sorted = remarks.enumerated().sorted {
            ($0.element.place.bytes.lowerBound, $0.offset) < ($1.element.place.bytes.lowerBound, $1.offset)
        }
        return resolved(sorted.map(\.element))
    }

    /// The maximum number of findings for one file. Errors have priority.
    public static let maximumFindings = 500

    private func resolved(_ remarks: [Remark]) -> [Finding] {
        var listed = remarks
        if remarks.count > Self.maximumFindings {
            let weights = remarks.map(\.code.severity)
            let chosen = remarks.indices.sorted { (weights[$1], $0) < (weights[$0], $1) }.prefix(Self.maximumFindings - 1)
            listed = chosen.sorted().map { remarks[$0] }
            listed.append(Remark(.moreFindings, at: .start, "There are \(remarks.count - listed.count) more findings."))
        }
        let pointers = root.pointers(toBytes: listed.map(\.place.bytes.lowerBound).sorted())
        return listed.map { remark in
            let start = remark.place.bytes.lowerBound
            return Finding(
                remark.code, at: position(of: remark.place), place: remark.place,
                pointer: remark.place.bytes.isEmpty ? "" : pointers[start] ?? "", remark.message)
        }
    }

    /// Returns the problems of a file that may not be parseable.
    public static func lint(_ bytes: some Collection<UInt8>) -> [Finding] {
        do {
            return try AssociationFile(bytes).lint()
        } catch {
            return [Finding(error)]
        }
    }
}

/// Checks of the file as a whole.
struct FileChecks {
    private(set) var remarks: [Remark] = []

    /// 128 KB, the limit in Apple's "App Search Programming Guide".
    static let largestForDevices = 128 * 1_024

    init(_ file: AssociationFile) {
        let size = file.text.count
        if size > Self.largestForDevices {
            remarks.append(Remark(.over128KB, at: .start, "The file has \(size) bytes; the limit is \(Self.largestForDevices)."))
        }
        switch file.wrapping {
        case .none: break
        case .byteOrderMark:
            remarks.append(Remark(.byteOrderMark, at: .start, "The file begins with a byte order mark, which some readers reject."))
        case .signature:
            remarks.append(
                Remark(
                    .signedFile, at: .start,
                    "The file is signed, which iOS 9 and later do not require. The signature was not verified."
                ))
        }
    }
}
