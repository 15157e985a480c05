extension AssociationFile {
    /// What is wrong with the file, or worth knowing about it, in the order of its text; at most ``maximumFindings``.
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
                        "From here on patterns match nothing: with variables and defaults written out, those of the file are larger than "
                            + "\(PatternCompiler.maximumWeight) characters together."))
            }
        }
        remarks += AppIdentifierChecks(self).remarks
        let sorted = remarks.enumerated().sorted {
            ($0.element.place.bytes.lowerBound, $0.offset) < ($1.element.place.bytes.lowerBound, $1.offset)
        }
        return resolved(sorted.map(\.element))
    }

    /// The most findings that lint tells of one file. Errors have precedence.
    public static let maximumFindings = 500

    private func resolved(_ remarks: [Remark]) -> [Finding] {
        var told = remarks
        if remarks.count > Self.maximumFindings {
            let weights = remarks.map(\.code.severity)
            let chosen = remarks.indices.sorted { (weights[$1], $0) < (weights[$0], $1) }.prefix(Self.maximumFindings - 1)
            told = chosen.sorted().map { remarks[$0] }
            told.append(Remark(.moreFindings, at: .start, "There are \(remarks.count - told.count) more findings."))
        }
        let pointers = root.pointers(toBytes: told.map(\.place.bytes.lowerBound).sorted())
        return told.map { remark in
            let start = remark.place.bytes.lowerBound
            return Finding(
                remark.code, at: position(of: remark.place), place: remark.place,
                pointer: remark.place.bytes.isEmpty ? "" : pointers[start] ?? "", remark.message)
        }
    }

    /// What is wrong with a file that perhaps cannot even be read.
    public static func lint(_ bytes: some Collection<UInt8>) -> [Finding] {
        do {
            return try AssociationFile(bytes).lint()
        } catch {
            return [Finding(error)]
        }
    }
}

/// The file as a whole.
struct FileChecks {
    private(set) var remarks: [Remark] = []

    /// 128 KB, the limit that Apple's "App Search Programming Guide" gave.
    static let largestForDevices = 128 * 1_024

    init(_ file: AssociationFile) {
        let size = file.text.count
        if size > Self.largestForDevices {
            remarks.append(Remark(.over128KB, at: .start, "The file has \(size) bytes; the limit is \(Self.largestForDevices)."))
        }
        switch file.wrapping {
        case .none: break
        case .byteOrderMark:
            remarks.append(Remark(.byteOrderMark, at: .start, "The file begins with a byte order mark, which some readers refuse."))
        case .signature:
            remarks.append(
                Remark(
                    .signedFile, at: .start, "The file is signed; no system needs that since iOS 9. The signature was not verified."
                ))
        }
    }
}
