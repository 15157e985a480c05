extension StylePart {
    /// Codes to scan, to type and to keep.
    static let secondSteps: StaticString = """
        .code-picture { margin-top: 1.25rem; }
        .qr { display: block; width: min(16rem, 100%); height: auto; border-radius: 0.875rem; }
        .secret { margin-top: 0.875rem; overflow-wrap: anywhere; font-size: 1.0625rem; }
        .codes { margin-top: 1.25rem; padding-left: 2.25rem; font-size: 1.0625rem; line-height: 2; }
        @media print { .top, .aside { display: none; } }

        """
}
