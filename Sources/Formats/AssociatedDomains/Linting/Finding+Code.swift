extension Finding {
    /// The kinds of findings. The raw values are stable identifiers for programs. A finding that reports an
    /// ``AssociatedDomainsError`` has the raw value of the error's code.
    public struct Code: Sendable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        let severity: Severity
        /// The message of findings that quote nothing.
        let message: String
        let remedy: String

        init(_ rawValue: String, _ severity: Severity, _ message: String = "", remedy: String) {
            self.rawValue = rawValue
            self.severity = severity
            self.message = message
            self.remedy = remedy
        }

        init(_ error: AssociatedDomainsError) { self.init(error.code.rawValue, .error, remedy: error.remedy) }
    }
}

/// Codes with the same raw value are equal. Their severities and words depend on the kind of file.
extension Finding.Code: Hashable {
    /// Whether the raw values are equal.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the raw value.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// Findings of association files.
extension Finding.Code {
    // Errors that prevent parsing.

    /// The file is empty or white space.
    public static let emptyFile = Self("empty-file", .error, remedy: "Add the content, and check that the server returns it.")
    /// The file is UTF-16, UTF-32, or not valid UTF-8.
    public static let notUTF8 = Self("not-utf8", .error, remedy: "Save the file as UTF-8.")
    /// The file is an HTML page.
    public static let htmlInsteadOfJSON = Self(
        "html-instead-of-json", .error,
        remedy: "Serve the file itself. A fallback often returns the start page for every unknown path.")
    /// The file is not JSON.
    public static let malformedJSON = Self("malformed-json", .error, remedy: "Fix the JSON. Devices ignore the whole file.")
    /// A name occurs twice in one object. Readers differ in which of the two they use.
    public static let duplicateMember = Self(
        "duplicate-member", .error, remedy: "Merge the two members. Readers differ in which one they use.")
    /// The nesting exceeds the limit.
    public static let nestedTooDeeply = Self("nested-too-deeply", .error, remedy: "Use wildcards and variables to reduce the size.")
    /// The size exceeds the limit.
    public static let tooLarge = Self("too-large", .error, remedy: "Use wildcards and variables to reduce the size.")
    /// The number of entries exceeds the limit.
    public static let tooManyEntries = Self("too-many-entries", .error, remedy: "Use wildcards and variables to reduce the size.")
    /// A PKCS#7 signature has no readable content.
    public static let signatureUnreadable = Self(
        "signature-unreadable", .error, remedy: "Serve the JSON itself. Only iOS 8 required a signature.")
    /// The JSON is not an object.
    public static let notAnObject = Self(
        "not-an-object", .error, remedy: "Write an object with applinks, webcredentials, appclips or activitycontinuation.")

    // The file as a whole.

    /// The file is larger than 128 KB.
    public static let over128KB = Self(
        "over-128-kb", .error, remedy: "Use wildcards and variables to reduce the file to 128 KB. Devices reject larger files.")
    /// U+FEFF precedes the JSON.
    public static let byteOrderMark = Self(
        "byte-order-mark", .warning, remedy: "Save the file without a byte order mark (RFC 8259 section 8.1).")
    /// A PKCS#7 signature contains the file.
    public static let signedFile = Self("signed-file", .warning, remedy: "Serve the JSON itself. Only iOS 8 required a signature.")
    /// The file names no service.
    public static let noServices = Self(
        "no-services", .error, remedy: "Add the service that the app needs, such as webcredentials with a list apps.")

    // Names and types.

    /// A top-level member is unknown.
    public static let unknownService = Self("unknown-service", .info, remedy: "Remove the member.")
    /// A nested member is unknown.
    public static let unknownKey = Self("unknown-key", .warning, remedy: "Remove the member.")
    /// The name of a member is similar to a known one.
    public static let misspelledKey = Self("misspelled-key", .error, remedy: "Write the exact name. Names are case-sensitive.")
    /// A value has the wrong type and is skipped.
    public static let wrongType = Self("wrong-type", .error, remedy: "Write a value of that type. The current value is ignored.")
    /// A predicate is not a string.
    public static let predicateNotString = Self(
        "predicate-not-string", .error,
        remedy: "Write a string: \"*\" for any value, \"?*\" for any non-empty value, \"true\" for that word.")

    // Lists.

    /// A service has no `apps`.
    public static let missingApps = Self("missing-apps", .warning, remedy: "List the apps in apps, or remove the service.")
    /// The `apps` of a service is empty.
    public static let emptyApps = Self("empty-apps", .warning, remedy: "List the apps in apps, or remove the service.")
    /// applinks has no `details`.
    public static let missingDetails = Self(
        "missing-details", .warning, remedy: "Add an entry with appIDs and components, or remove applinks.")
    /// `details` has no entries.
    public static let emptyDetails = Self(
        "empty-details", .warning, remedy: "Add an entry with appIDs and components, or remove applinks.")
    /// `details` is an object.
    public static let legacyDetails = Self(
        "legacy-details", .warning, remedy: "Write an array of entries, each with appIDs and components.")
    /// An entry has no apps.
    public static let missingAppIDs = Self("missing-app-ids", .error, remedy: "List the apps in appIDs.")
    /// The `appIDs` of an entry is empty.
    public static let emptyAppIDs = Self("empty-app-ids", .warning, remedy: "List the apps in appIDs.")
    /// An entry has neither components nor paths.
    public static let missingPatterns = Self(
        "missing-patterns", .warning, remedy: "Add components; {\"/\": \"*\"} matches every link.")
    /// The components or paths of an entry are empty.
    public static let emptyPatterns = Self("empty-patterns", .warning, remedy: "Add components; {\"/\": \"*\"} matches every link.")
    /// An entry mixes old and new members.
    public static let mixedFormats = Self(
        "mixed-formats", .warning,
        remedy: "Write appIDs with components. For iOS 12 and earlier, add a separate entry with appID and paths.")
    /// `applinks.apps` is not empty.
    public static let legacyAppsNotEmpty = Self(
        "legacy-apps-not-empty", .warning, remedy: "Leave the list empty. Name the apps in details.")
    /// `applinks.apps` is missing, although an entry has the form of systems that require it.
    public static let legacyAppsMissing = Self(
        "legacy-apps-missing", .info, remedy: "For iOS 12 and earlier, add \"apps\": []. Otherwise write appIDs and components.")

    // App identifiers.

    /// The app identifier is malformed.
    public static let invalidAppID = Self(
        "invalid-app-id", .error, remedy: "Write the prefix, a dot and the bundle identifier: ABCDE12345.com.example.app.")
    /// The app identifier comes from an example or template.
    public static let placeholderAppID = Self(
        "placeholder-app-id", .error, remedy: "Write the identifier of the app, with the team ID of the developer account.")
    /// The app identifier occurs in Apple's documentation.
    public static let exampleAppID = Self("example-app-id", .info, remedy: "Check that this is the identifier of the app.")
    /// The app identifier ends with a star.
    public static let wildcardAppID = Self("wildcard-app-id", .error, remedy: "Write the identifier of each app.")
    /// An identifier occurs twice in one list.
    public static let duplicateAppID = Self("duplicate-app-id", .warning, remedy: "Remove one of the two.")
    /// An app occurs in several entries of details.
    public static let repeatedApp = Self(
        "repeated-app", .info,
        remedy: "If this is not intended, merge the entries. The first matching component over all entries decides.")

    // Patterns.

    /// A path pattern seems to contain a query.
    public static let queryInPath = Self("query-in-path", .warning, remedy: "Write the query in \"?\" of a component.")
    /// A path pattern contains `#`.
    public static let fragmentInPath = Self("fragment-in-path", .warning, remedy: "Write the fragment in \"#\" of a component.")
    /// A path pattern seems to be a whole URL.
    public static let urlInPath = Self(
        "url-in-path", .warning,
        remedy: "Write only the path, beginning with its slash. The domain is the one that serves the file.")
    /// A query or fragment pattern begins with its delimiter.
    public static let delimiterInPattern = Self("delimiter-in-pattern", .warning, remedy: "Remove the delimiter.")
    /// A pattern begins or ends with a space.
    public static let surroundingSpace = Self("surrounding-space", .warning, remedy: "Remove the space.")
    /// A pattern contains a character that an encoded URL never contains.
    public static let unencodedCharacter = Self(
        "unencoded-character", .warning, remedy: "Percent-encode the character, or set percentEncoded to false.")
    /// A percent sign does not begin an escape.
    public static let malformedEscape = Self(
        "malformed-escape", .warning, remedy: "Write two hexadecimal digits after the percent sign, or %25 for the sign itself.")
    /// An escape has lower-case letters.
    public static let lowercaseEscape = Self(
        "lowercase-escape", .info, remedy: "Write upper-case letters, as nearly all software encodes. The comparison is exact.")
    /// A pattern contains an escape, but the URL is decoded and the pattern is not.
    public static let escapeInDecodedPattern = Self(
        "escape-in-decoded-pattern", .warning, remedy: "Write the character itself, or remove percentEncoded.")
    /// A pattern has syntax of regular expressions or other routers.
    public static let foreignSyntax = Self(
        "foreign-syntax", .warning, remedy: "Use * for any characters, ? for one, and substitution variables for a choice.")
    /// A legacy path begins with NOT but no space.
    public static let notWithoutSpace = Self("not-without-space", .warning, remedy: "Write NOT, one space and the path.")
    /// A path pattern begins with neither a slash nor a wildcard.
    public static let missingLeadingSlash = Self(
        "missing-leading-slash", .info, remedy: "Add the slash, which older systems require.")
    /// A predicate matches any value and a missing item.
    public static let predicateWithoutEffect = Self(
        "predicate-without-effect", .warning, remedy: "Write \"?*\" to require the item.")
    /// A comment describes a prefix, but the pattern has no star.
    public static let commentDisagrees = Self(
        "comment-disagrees", .info, remedy: "End the pattern with a star, or correct the comment.")
    /// A component has no pattern.
    public static let componentWithoutPattern = Self(
        "component-without-pattern", .warning, remedy: "Write {\"/\": \"*\"} to match every link explicitly.")
    /// Defaults contain patterns or exclude.
    public static let defaultsWithPatterns = Self(
        "defaults-with-patterns", .info, remedy: "Check that these members should apply to every component without its own.")
    /// A pattern is too large to be matched.
    public static let patternTooLarge = Self("pattern-too-large", .error, remedy: "Use wildcards and variables to reduce the size.")

    // Variables.

    /// A variable is undefined.
    public static let undefinedVariable = Self(
        "undefined-variable", .error, remedy: "Define the variable in substitutionVariables. Names are case-sensitive.")
    /// `$(` has no closing parenthesis.
    public static let unterminatedVariable = Self("unterminated-variable", .warning, remedy: "Add the closing parenthesis.")
    /// No pattern uses the variable.
    public static let unusedVariable = Self("unused-variable", .info, remedy: "Remove the variable.")
    /// A variable has no values.
    public static let emptyVariable = Self("empty-variable", .warning, remedy: "List the values of the variable.")
    /// A variable has the name of a predefined one.
    public static let predefinedVariable = Self("predefined-variable", .warning, remedy: "Rename the variable.")
    /// The value of a variable contains a variable.
    public static let nestedVariable = Self(
        "nested-variable", .warning, remedy: "Write the values themselves. Variables in values are not expanded.")
    /// The name of a variable contains `$`, `(` or `)`.
    public static let invalidVariableName = Self("invalid-variable-name", .error, remedy: "Write a name without $, ( and ).")

    // Relations between components.

    /// The same component occurs twice.
    public static let duplicateComponent = Self("duplicate-component", .warning, remedy: "Remove the component.")
    /// An earlier component matches all links of a component.
    public static let unreachableComponent = Self(
        "unreachable-component", .warning, remedy: "Move the component before the other one, or remove it. The first match decides."
    )
    /// An earlier component matches all links of an exclusion.
    public static let shadowedExclude = Self(
        "shadowed-exclude", .warning, remedy: "Move the exclusion before the other component. The first match decides.")
    /// No component follows an exclusion that could match its links.
    public static let needlessExclude = Self(
        "needless-exclude", .info, remedy: "Remove the exclusion. Links without a match open in the browser anyway.")
    /// All components of an entry exclude links.
    public static let everythingExcluded = Self(
        "everything-excluded", .warning, remedy: "Remove the entry, or add a component that includes links.")
    /// The number of components is too large to compare all pairs.
    public static let comparisonLimited = Self("comparison-limited", .info, remedy: "Fix the reported problems first.")
    /// The number of findings exceeds the limit.
    public static let moreFindings = Self("more-findings", .info, remedy: "Fix the reported problems first.")

    // The response.

    /// The URL does not use `https`.
    public static let notHTTPS = Self("not-https", .error, remedy: "Serve the file over https with a valid certificate.")
    /// The path is not one of the two that systems request.
    public static let wrongPath = Self(
        "wrong-path", .error, remedy: "Serve the file at /.well-known/apple-app-site-association, without an extension.")
    /// The response is a redirect, which systems do not follow.
    public static let redirected = Self(
        "redirected", .error, remedy: "Return the file at the requested URL. Check rules that add or remove www.")
    /// The status is 4xx.
    public static let notFound = Self("not-found", .error, remedy: "Add the file, and check that Apple's servers can access it.")
    /// The status is 5xx.
    public static let serverError = Self(
        "server-error", .error, remedy: "Fix the server. Devices retry after three hours, up to eight times.")
    /// The status is neither 200, 3xx, 4xx nor 5xx.
    public static let unexpectedStatus = Self("unexpected-status", .error, remedy: "Return status 200.")
    /// The Content-Type is missing.
    public static let missingContentType = Self("missing-content-type", .warning, remedy: "Send Content-Type: application/json.")
    /// The Content-Type is not `application/json`.
    public static let wrongContentType = Self("wrong-content-type", .warning, remedy: "Send Content-Type: application/json.")
}
