extension Finding {
    /// What a finding can say. The raw value is stable and meant for programs.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // What keeps a file from being read at all.

        /// No byte, or white space alone.
        case emptyFile = "empty-file"
        /// UTF-16, UTF-32, or bytes that are not UTF-8.
        case notUTF8 = "not-utf8"
        /// A page where JSON should be.
        case htmlInsteadOfJSON = "html-instead-of-json"
        /// Not JSON.
        case malformedJSON = "malformed-json"
        /// A name stands twice in one object; readers differ on which of the two counts.
        case duplicateMember = "duplicate-member"
        /// More levels than are read.
        case nestedTooDeeply = "nested-too-deeply"
        /// More bytes than are read.
        case tooLarge = "too-large"
        /// More entries than are read.
        case tooManyEntries = "too-many-entries"
        /// A PKCS#7 signature without content.
        case signatureUnreadable = "signature-unreadable"
        /// JSON other than an object.
        case notAnObject = "not-an-object"

        // The file as a whole.

        /// More than 128 KB.
        case over128KB = "over-128-kb"
        /// U+FEFF in front.
        case byteOrderMark = "byte-order-mark"
        /// A PKCS#7 signature around the file.
        case signedFile = "signed-file"
        /// No service at all.
        case noServices = "no-services"

        // Names and types.

        /// A member at the top that no system knows.
        case unknownService = "unknown-service"
        /// A member further down that no system knows.
        case unknownKey = "unknown-key"
        /// A member whose name is almost a known one.
        case misspelledKey = "misspelled-key"
        /// A value of a type that is passed over.
        case wrongType = "wrong-type"
        /// A predicate that is no string.
        case predicateNotString = "predicate-not-string"

        // Lists.

        /// A service without `apps`.
        case missingApps = "missing-apps"
        /// A service with an empty `apps`.
        case emptyApps = "empty-apps"
        /// applinks without `details`.
        case missingDetails = "missing-details"
        /// `details` without an entry.
        case emptyDetails = "empty-details"
        /// `details` as an object.
        case legacyDetails = "legacy-details"
        /// An entry without apps.
        case missingAppIDs = "missing-app-ids"
        /// An entry with an empty `appIDs`.
        case emptyAppIDs = "empty-app-ids"
        /// An entry without components and paths.
        case missingPatterns = "missing-patterns"
        /// An entry with empty components or paths.
        case emptyPatterns = "empty-patterns"
        /// Old and new members in one entry.
        case mixedFormats = "mixed-formats"
        /// `applinks.apps` is not empty.
        case legacyAppsNotEmpty = "legacy-apps-not-empty"
        /// `applinks.apps` is missing beside entries in the form that only systems need which demand it.
        case legacyAppsMissing = "legacy-apps-missing"

        // App identifiers.

        /// Not an app identifier.
        case invalidAppID = "invalid-app-id"
        /// The identifier of an example or template.
        case placeholderAppID = "placeholder-app-id"
        /// The identifier that Apple's documentation uses.
        case exampleAppID = "example-app-id"
        /// An identifier that ends with a star.
        case wildcardAppID = "wildcard-app-id"
        /// The same identifier twice in one list.
        case duplicateAppID = "duplicate-app-id"
        /// An app in several entries of details.
        case repeatedApp = "repeated-app"

        // Patterns.

        /// A pattern for the path that seems to hold a query.
        case queryInPath = "query-in-path"
        /// A pattern for the path that holds `#`.
        case fragmentInPath = "fragment-in-path"
        /// A pattern for the path that seems to be a whole URL.
        case urlInPath = "url-in-path"
        /// A pattern for query or fragment that begins with its delimiter.
        case delimiterInPattern = "delimiter-in-pattern"
        /// A pattern with a space at its beginning or end.
        case surroundingSpace = "surrounding-space"
        /// A character that an encoded URL never holds.
        case unencodedCharacter = "unencoded-character"
        /// A percent sign that begins no escape.
        case malformedEscape = "malformed-escape"
        /// An escape in small letters.
        case lowercaseEscape = "lowercase-escape"
        /// An escape where the URL is decoded and the pattern is not.
        case escapeInDecodedPattern = "escape-in-decoded-pattern"
        /// Something from regular expressions or other routers.
        case foreignSyntax = "foreign-syntax"
        /// A legacy path that begins with NOT and no space.
        case notWithoutSpace = "not-without-space"
        /// A pattern for the path that begins with neither slash nor wildcard.
        case missingLeadingSlash = "missing-leading-slash"
        /// A predicate that takes any value, and the lack of one.
        case predicateWithoutEffect = "predicate-without-effect"
        /// A comment that speaks of a beginning, and a pattern without a star.
        case commentDisagrees = "comment-disagrees"
        /// A component that names no part of the URL.
        case componentWithoutPattern = "component-without-pattern"
        /// Defaults that hold patterns or exclude.
        case defaultsWithPatterns = "defaults-with-patterns"
        /// A pattern that is too large to be matched.
        case patternTooLarge = "pattern-too-large"

        // Variables.

        /// A variable that is not defined.
        case undefinedVariable = "undefined-variable"
        /// `$(` without a bracket that closes it.
        case unterminatedVariable = "unterminated-variable"
        /// A variable that no pattern uses.
        case unusedVariable = "unused-variable"
        /// A variable without values.
        case emptyVariable = "empty-variable"
        /// A variable with the name of a predefined one.
        case predefinedVariable = "predefined-variable"
        /// A variable within the value of a variable.
        case nestedVariable = "nested-variable"
        /// A name with `$`, `(` or `)`.
        case invalidVariableName = "invalid-variable-name"

        // What components mean together.

        /// The same component twice.
        case duplicateComponent = "duplicate-component"
        /// A component whose links an earlier one takes.
        case unreachableComponent = "unreachable-component"
        /// An exclusion whose links an earlier component takes.
        case shadowedExclude = "shadowed-exclude"
        /// An exclusion after which nothing is included.
        case needlessExclude = "needless-exclude"
        /// An entry that excludes and includes nothing.
        case everythingExcluded = "everything-excluded"
        /// More components than are compared with one another.
        case comparisonLimited = "comparison-limited"
        /// More findings than are told.
        case moreFindings = "more-findings"

        // How the file was served.

        /// Another address than `https`.
        case notHTTPS = "not-https"
        /// Another path than the two that are asked.
        case wrongPath = "wrong-path"
        /// A redirect, which no system follows.
        case redirected = "redirected"
        /// An answer of the 400s.
        case notFound = "not-found"
        /// An answer of the 500s.
        case serverError = "server-error"
        /// Another answer than 200.
        case unexpectedStatus = "unexpected-status"
        /// No Content-Type.
        case missingContentType = "missing-content-type"
        /// A Content-Type other than `application/json`.
        case wrongContentType = "wrong-content-type"
    }
}

extension Finding.Code {
    /// How bad it is.
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
    /// What to do about it, as a sentence.
    public var remedy: String {
        switch self {
        case .emptyFile: "Write the file, and check that the server sends it."
        case .notUTF8: "Save the file as UTF-8."
        case .htmlInsteadOfJSON:
            "Serve the file itself; often a fallback answers every unknown address with the start page."
        case .malformedJSON: "Correct the JSON: devices drop the whole file."
        case .duplicateMember: "Join the two members: readers differ on which of them counts."
        case .nestedTooDeeply, .tooLarge, .tooManyEntries, .patternTooLarge: "Make it smaller, by wildcards and variables."
        case .signatureUnreadable, .signedFile: "Serve the JSON itself; only iOS 8 needed a signature."
        case .notAnObject: "Write an object with applinks, webcredentials, appclips or activitycontinuation."
        case .over128KB: "Bring the file under 128 KB, by wildcards and variables: larger ones were always refused by devices."
        case .byteOrderMark: "Save the file without a byte order mark (RFC 8259 section 8.1)."
        case .noServices: "Name the service that the app needs, such as webcredentials with a list apps."
        default: contentRemedy
        }
    }

    private var contentRemedy: String {
        switch self {
        case .unknownService, .unknownKey: "Remove it."
        case .misspelledKey: "Write the name exactly; capitals count."
        case .wrongType: "Write it with that type; as it stands it is passed over."
        case .predicateNotString: "Write a string: \"*\" for any value, \"?*\" for any but an empty one, \"true\" for that word."
        case .missingApps, .emptyApps: "List the apps in apps, or remove the service."
        case .missingDetails, .emptyDetails: "Add an entry with appIDs and components, or remove applinks."
        case .legacyDetails: "Write an array of entries, each with appIDs and components."
        case .missingAppIDs, .emptyAppIDs: "List the apps in appIDs."
        case .missingPatterns, .emptyPatterns: "Add components; {\"/\": \"*\"} stands for every link."
        case .mixedFormats: "Write appIDs with components; for iOS 12 and earlier a separate entry with appID and paths."
        case .legacyAppsNotEmpty: "Leave it empty; the apps belong into details."
        case .legacyAppsMissing: "If the paths are for iOS 12 and earlier, add \"apps\": []; else write appIDs and components."
        case .invalidAppID: "Write the prefix, a dot and the bundle identifier: ABCDE12345.com.example.app."
        case .placeholderAppID: "Write the app's own identifier, with the identifier of the team from the developer account."
        case .exampleAppID: "Check that this is the app's own identifier."
        case .wildcardAppID: "Name each app by its own identifier."
        case .duplicateAppID: "Remove one of them."
        case .repeatedApp:
            "If that is not meant, join the entries: the first component that matches decides, over all entries in turn."
        default: patternRemedy
        }
    }

    private var patternRemedy: String {
        switch self {
        case .queryInPath: "Put the query into \"?\" of a component."
        case .fragmentInPath: "Put the fragment into \"#\" of a component."
        case .urlInPath: "Write the path alone, from its slash; the domain is the one that serves the file."
        case .delimiterInPattern: "Leave the delimiter out."
        case .surroundingSpace: "Remove the space."
        case .unencodedCharacter: "Write it as a URL has it, encoded by percent signs, or set percentEncoded to false."
        case .malformedEscape: "Write two hexadecimal digits after the percent sign, or %25 for the sign itself."
        case .lowercaseEscape: "Write capitals, as nearly all software encodes; the comparison is by letters."
        case .escapeInDecodedPattern: "Write the character itself, or remove percentEncoded."
        case .foreignSyntax: "Use * for any characters, ? for one, and substitution variables for a choice."
        case .notWithoutSpace: "Write NOT, one space and the path."
        case .missingLeadingSlash: "Write the slash, which older systems need."
        case .predicateWithoutEffect: "Write \"?*\" if the link must have the item."
        case .commentDisagrees: "End the pattern with a star, or correct the comment."
        case .componentWithoutPattern: "Write {\"/\": \"*\"} if every link is meant."
        case .defaultsWithPatterns: "Make sure that this is meant for every component that does not say otherwise."
        case .undefinedVariable: "Define it in substitutionVariables; names are case-sensitive."
        case .unterminatedVariable: "Close the name by a bracket."
        case .unusedVariable: "Remove it."
        case .emptyVariable: "List its values."
        case .predefinedVariable: "Give it another name."
        case .nestedVariable: "Write the values out; variables in values are not looked up."
        case .invalidVariableName: "Leave out $, ( and )."
        case .duplicateComponent: "Remove it."
        case .unreachableComponent: "Move it before the other one, or remove it: the first that matches decides."
        case .shadowedExclude: "Move it before the other one: the first that matches decides."
        case .needlessExclude: "Remove it: links that nothing includes stay in the browser anyway."
        case .everythingExcluded: "Remove the entry, or include something."
        default: transportRemedy
        }
    }

    private var transportRemedy: String {
        switch self {
        case .notHTTPS: "Serve the file by https with a valid certificate."
        case .wrongPath: "Serve it as /.well-known/apple-app-site-association, without an ending."
        case .redirected: "Answer at this very address; check rules that add or remove www."
        case .notFound: "Put the file there, and check that nothing keeps Apple's servers out."
        case .serverError: "Correct the server; devices try again after three hours, eight times."
        case .unexpectedStatus: "Answer with 200."
        case .missingContentType, .wrongContentType: "Send Content-Type: application/json."
        case .comparisonLimited, .moreFindings: "Correct what was found first."
        default: ""
        }
    }
}
