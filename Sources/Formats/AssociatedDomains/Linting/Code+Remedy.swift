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
