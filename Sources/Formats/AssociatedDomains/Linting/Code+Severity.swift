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
