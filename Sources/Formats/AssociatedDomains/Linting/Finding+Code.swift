extension Finding {
    /// The kinds of findings. The raw values are stable identifiers for programs.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // Errors that prevent parsing.

        /// The file is empty or white space.
        case emptyFile = "empty-file"
        /// The file is UTF-16, UTF-32, or not valid UTF-8.
        case notUTF8 = "not-utf8"
        /// The file is an HTML page.
        case htmlInsteadOfJSON = "html-instead-of-json"
        /// The file is not JSON.
        case malformedJSON = "malformed-json"
        /// A name occurs twice in one object. Readers differ in which of the two they use.
        case duplicateMember = "duplicate-member"
        /// The nesting exceeds the limit.
        case nestedTooDeeply = "nested-too-deeply"
        /// The size exceeds the limit.
        case tooLarge = "too-large"
        /// The number of entries exceeds the limit.
        case tooManyEntries = "too-many-entries"
        /// A PKCS#7 signature has no readable content.
        case signatureUnreadable = "signature-unreadable"
        /// The JSON is not an object.
        case notAnObject = "not-an-object"

        // The file as a whole.

        /// The file is larger than 128 KB.
        case over128KB = "over-128-kb"
        /// U+FEFF precedes the JSON.
        case byteOrderMark = "byte-order-mark"
        /// A PKCS#7 signature contains the file.
        case signedFile = "signed-file"
        /// The file names no service.
        case noServices = "no-services"

        // Names and types.

        /// A top-level member is unknown.
        case unknownService = "unknown-service"
        /// A nested member is unknown.
        case unknownKey = "unknown-key"
        /// The name of a member is similar to a known one.
        case misspelledKey = "misspelled-key"
        /// A value has the wrong type and is skipped.
        case wrongType = "wrong-type"
        /// A predicate is not a string.
        case predicateNotString = "predicate-not-string"

        // Lists.

        /// A service has no `apps`.
        case missingApps = "missing-apps"
        /// The `apps` of a service is empty.
        case emptyApps = "empty-apps"
        /// applinks has no `details`.
        case missingDetails = "missing-details"
        /// `details` has no entries.
        case emptyDetails = "empty-details"
        /// `details` is an object.
        case legacyDetails = "legacy-details"
        /// An entry has no apps.
        case missingAppIDs = "missing-app-ids"
        /// The `appIDs` of an entry is empty.
        case emptyAppIDs = "empty-app-ids"
        /// An entry has neither components nor paths.
        case missingPatterns = "missing-patterns"
        /// The components or paths of an entry are empty.
        case emptyPatterns = "empty-patterns"
        /// An entry mixes old and new members.
        case mixedFormats = "mixed-formats"
        /// `applinks.apps` is not empty.
        case legacyAppsNotEmpty = "legacy-apps-not-empty"
        /// `applinks.apps` is missing, although an entry has the form of systems that require it.
        case legacyAppsMissing = "legacy-apps-missing"

        // App identifiers.

        /// The app identifier is malformed.
        case invalidAppID = "invalid-app-id"
        /// The app identifier comes from an example or template.
        case placeholderAppID = "placeholder-app-id"
        /// The app identifier occurs in Apple's documentation.
        case exampleAppID = "example-app-id"
        /// The app identifier ends with a star.
        case wildcardAppID = "wildcard-app-id"
        /// An identifier occurs twice in one list.
        case duplicateAppID = "duplicate-app-id"
        /// An app occurs in several entries of details.
        case repeatedApp = "repeated-app"

        // Patterns.

        /// A path pattern seems to contain a query.
        case queryInPath = "query-in-path"
        /// A path pattern contains `#`.
        case fragmentInPath = "fragment-in-path"
        /// A path pattern seems to be a whole URL.
        case urlInPath = "url-in-path"
        /// A query or fragment pattern begins with its delimiter.
        case delimiterInPattern = "delimiter-in-pattern"
        /// A pattern begins or ends with a space.
        case surroundingSpace = "surrounding-space"
        /// A pattern contains a character that an encoded URL never contains.
        case unencodedCharacter = "unencoded-character"
        /// A percent sign does not begin an escape.
        case malformedEscape = "malformed-escape"
        /// An escape has lower-case letters.
        case lowercaseEscape = "lowercase-escape"
        /// A pattern contains an escape, but the URL is decoded and the pattern is not.
        case escapeInDecodedPattern = "escape-in-decoded-pattern"
        /// A pattern has syntax of regular expressions or other routers.
        case foreignSyntax = "foreign-syntax"
        /// A legacy path begins with NOT but no space.
        case notWithoutSpace = "not-without-space"
        /// A path pattern begins with neither a slash nor a wildcard.
        case missingLeadingSlash = "missing-leading-slash"
        /// A predicate matches any value and a missing item.
        case predicateWithoutEffect = "predicate-without-effect"
        /// A comment describes a prefix, but the pattern has no star.
        case commentDisagrees = "comment-disagrees"
        /// A component has no pattern.
        case componentWithoutPattern = "component-without-pattern"
        /// Defaults contain patterns or exclude.
        case defaultsWithPatterns = "defaults-with-patterns"
        /// A pattern is too large to be matched.
        case patternTooLarge = "pattern-too-large"

        // Variables.

        /// A variable is undefined.
        case undefinedVariable = "undefined-variable"
        /// `$(` has no closing parenthesis.
        case unterminatedVariable = "unterminated-variable"
        /// No pattern uses the variable.
        case unusedVariable = "unused-variable"
        /// A variable has no values.
        case emptyVariable = "empty-variable"
        /// A variable has the name of a predefined one.
        case predefinedVariable = "predefined-variable"
        /// The value of a variable contains a variable.
        case nestedVariable = "nested-variable"
        /// The name of a variable contains `$`, `(` or `)`.
        case invalidVariableName = "invalid-variable-name"

        // Relations between components.

        /// The same component occurs twice.
        case duplicateComponent = "duplicate-component"
        /// An earlier component matches all links of a component.
        case unreachableComponent = "unreachable-component"
        /// An earlier component matches all links of an exclusion.
        case shadowedExclude = "shadowed-exclude"
        /// No component follows an exclusion that could match its links.
        case needlessExclude = "needless-exclude"
        /// All components of an entry exclude links.
        case everythingExcluded = "everything-excluded"
        /// The number of components is too large to compare all pairs.
        case comparisonLimited = "comparison-limited"
        /// The number of findings exceeds the limit.
        case moreFindings = "more-findings"

        // The response.

        /// The URL does not use `https`.
        case notHTTPS = "not-https"
        /// The path is not one of the two that systems request.
        case wrongPath = "wrong-path"
        /// The response is a redirect, which systems do not follow.
        case redirected = "redirected"
        /// The status is 4xx.
        case notFound = "not-found"
        /// The status is 5xx.
        case serverError = "server-error"
        /// The status is neither 200, 3xx, 4xx nor 5xx.
        case unexpectedStatus = "unexpected-status"
        /// The Content-Type is missing.
        case missingContentType = "missing-content-type"
        /// The Content-Type is not `application/json`.
        case wrongContentType = "wrong-content-type"
    }
}

extension Finding.Code {
    /// The severity of the finding.
    public var severity: Finding.Severity {
        switch self {
        case .emptyFile, .notUTF8, .htmlInsteadOfJSON, .malformedJSON, .duplicateMember, .nestedTooDeeply, .tooLarge,
            .tooManyEntries, .signatureUnreadable, .notAnObject, .over128KB, .noServices, .wrongType, .predicateNotString,
            .misspelledKey, .missingAppIDs, .invalidAppID, .placeholderAppID, .wildcardAppID, .undefinedVariable,
            .invalidVariableName, .patternTooLarge, .notHTTPS, .wrongPath, .redirected, .notFound, .serverError,
            .unexpectedStatus:
            .error
        case .byteOrderMark, .signedFile, .unknownKey, .missingApps, .emptyApps, .missingDetails, .emptyDetails, .legacyDetails,
            .emptyAppIDs, .missingPatterns, .emptyPatterns, .mixedFormats, .legacyAppsNotEmpty, .duplicateAppID, .queryInPath,
            .fragmentInPath, .urlInPath, .delimiterInPattern, .surroundingSpace, .unencodedCharacter, .malformedEscape,
            .escapeInDecodedPattern, .foreignSyntax, .notWithoutSpace, .predicateWithoutEffect, .componentWithoutPattern,
            .unterminatedVariable,
            .emptyVariable, .predefinedVariable, .nestedVariable, .unreachableComponent, .shadowedExclude, .duplicateComponent,
            .everythingExcluded, .missingContentType, .wrongContentType:
            .warning
        case .unknownService, .legacyAppsMissing, .exampleAppID, .repeatedApp, .lowercaseEscape, .missingLeadingSlash,
            .commentDisagrees, .defaultsWithPatterns, .unusedVariable, .needlessExclude, .comparisonLimited, .moreFindings:
            .info
        }
    }
}

extension Finding.Code {
    /// A sentence that says how to fix the problem.
    public var remedy: String {
        switch self {
        case .emptyFile: "Add the content, and check that the server returns it."
        case .notUTF8: "Save the file as UTF-8."
        case .htmlInsteadOfJSON:
            "Serve the file itself. A fallback often returns the start page for every unknown path."
        case .malformedJSON: "Fix the JSON. Devices ignore the whole file."
        case .duplicateMember: "Merge the two members. Readers differ in which one they use."
        case .nestedTooDeeply, .tooLarge, .tooManyEntries, .patternTooLarge: "Use wildcards and variables to reduce the size."
        case .signatureUnreadable, .signedFile: "Serve the JSON itself. Only iOS 8 required a signature."
        case .notAnObject: "Write an object with applinks, webcredentials, appclips or activitycontinuation."
        case .over128KB: "Use wildcards and variables to reduce the file to 128 KB. Devices reject larger files."
        case .byteOrderMark: "Save the file without a byte order mark (RFC 8259 section 8.1)."
        case .noServices: "Add the service that the app needs, such as webcredentials with a list apps."
        default: contentRemedy
        }
    }

    private var contentRemedy: String {
        switch self {
        case .unknownService, .unknownKey: "Remove the member."
        case .misspelledKey: "Write the exact name. Names are case-sensitive."
        case .wrongType: "Write a value of that type. The current value is ignored."
        case .predicateNotString: "Write a string: \"*\" for any value, \"?*\" for any non-empty value, \"true\" for that word."
        case .missingApps, .emptyApps: "List the apps in apps, or remove the service."
        case .missingDetails, .emptyDetails: "Add an entry with appIDs and components, or remove applinks."
        case .legacyDetails: "Write an array of entries, each with appIDs and components."
        case .missingAppIDs, .emptyAppIDs: "List the apps in appIDs."
        case .missingPatterns, .emptyPatterns: "Add components; {\"/\": \"*\"} matches every link."
        case .mixedFormats: "Write appIDs with components. For iOS 12 and earlier, add a separate entry with appID and paths."
        case .legacyAppsNotEmpty: "Leave the list empty. Name the apps in details."
        case .legacyAppsMissing: "For iOS 12 and earlier, add \"apps\": []. Otherwise write appIDs and components."
        case .invalidAppID: "Write the prefix, a dot and the bundle identifier: ABCDE12345.com.example.app."
        case .placeholderAppID: "Write the identifier of the app, with the team ID of the developer account."
        case .exampleAppID: "Check that this is the identifier of the app."
        case .wildcardAppID: "Write the identifier of each app."
        case .duplicateAppID: "Remove one of the two."
        case .repeatedApp:
            "If this is not intended, merge the entries. The first matching component over all entries decides."
        default: patternRemedy
        }
    }

    private var patternRemedy: String {
        switch self {
        case .queryInPath: "Write the query in \"?\" of a component."
        case .fragmentInPath: "Write the fragment in \"#\" of a component."
        case .urlInPath: "Write only the path, beginning with its slash. The domain is the one that serves the file."
        case .delimiterInPattern: "Remove the delimiter."
        case .surroundingSpace: "Remove the space."
        case .unencodedCharacter: "Percent-encode the character, or set percentEncoded to false."
        case .malformedEscape: "Write two hexadecimal digits after the percent sign, or %25 for the sign itself."
        case .lowercaseEscape: "Write upper-case letters, as nearly all software encodes. The comparison is exact."
        case .escapeInDecodedPattern: "Write the character itself, or remove percentEncoded."
        case .foreignSyntax: "Use * for any characters, ? for one, and substitution variables for a choice."
        case .notWithoutSpace: "Write NOT, one space and the path."
        case .missingLeadingSlash: "Add the slash, which older systems require."
        case .predicateWithoutEffect: "Write \"?*\" to require the item."
        case .commentDisagrees: "End the pattern with a star, or correct the comment."
        case .componentWithoutPattern: "Write {\"/\": \"*\"} to match every link explicitly."
        case .defaultsWithPatterns: "Check that these members should apply to every component without its own."
        case .undefinedVariable: "Define the variable in substitutionVariables. Names are case-sensitive."
        case .unterminatedVariable: "Add the closing parenthesis."
        case .unusedVariable: "Remove the variable."
        case .emptyVariable: "List the values of the variable."
        case .predefinedVariable: "Rename the variable."
        case .nestedVariable: "Write the values themselves. Variables in values are not expanded."
        case .invalidVariableName: "Write a name without $, ( and )."
        case .duplicateComponent: "Remove the component."
        case .unreachableComponent: "Move the component before the other one, or remove it. The first match decides."
        case .shadowedExclude: "Move the exclusion before the other component. The first match decides."
        case .needlessExclude: "Remove the exclusion. Links without a match open in the browser anyway."
        case .everythingExcluded: "Remove the entry, or add a component that includes links."
        default: transportRemedy
        }
    }

    private var transportRemedy: String {
        switch self {
        case .notHTTPS: "Serve the file over https with a valid certificate."
        case .wrongPath: "Serve the file at /.well-known/apple-app-site-association, without an extension."
        case .redirected: "Return the file at the requested URL. Check rules that add or remove www."
        case .notFound: "Add the file, and check that Apple's servers can access it."
        case .serverError: "Fix the server. Devices retry after three hours, up to eight times."
        case .unexpectedStatus: "Return status 200."
        case .missingContentType, .wrongContentType: "Send Content-Type: application/json."
        case .comparisonLimited, .moreFindings: "Fix the reported problems first."
        default: ""
        }
    }
}
