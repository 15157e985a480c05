extension StylePart {
    /// The page around the phones.
    static let table: StaticString = """
        .top { max-width: 58.5rem; margin: 0 auto; padding: 1.75rem 1.5rem 0; display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem 2rem; }
        .heading { flex: 1 1 24rem; }
        .top h1 { font-size: 1.625rem; line-height: 1.2; font-weight: 700; letter-spacing: -0.018em; }
        .top p { margin-top: 0.25rem; color: var(--ink-soft); }
        .top nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
        .top a { display: inline-flex; align-items: center; min-height: 2.25rem; color: var(--accent); font-weight: 550; text-decoration: none; }
        .top a:hover { text-decoration: underline; text-underline-offset: 0.2em; }
        .notice { max-width: 55.5rem; margin: 1rem auto 0; padding: 0.625rem 1rem; background: var(--sheet); border: 1px solid var(--edge); border-radius: 0.75rem; font-weight: 550; }
        .stands { display: flex; flex-wrap: wrap; justify-content: center; align-items: flex-start; gap: 2.5rem 5rem; padding: 1.75rem 1.5rem 4rem; }
        .stand { width: 25.25rem; max-width: 100%; }
        .name { display: flex; align-items: center; justify-content: center; gap: 0.75rem; min-height: 2rem; margin-bottom: 0.75rem; font-size: 1.0625rem; font-weight: 650; }
        @media (min-width: 45rem) and (max-height: 60rem) { .phone { zoom: 0.87; } .stand { width: 22.5rem; } }
        .again { padding: 0.125rem 0.75rem; border: 1px solid var(--edge); border-radius: 1rem; color: var(--accent); font-size: 0.875rem; font-weight: 550; text-decoration: none; }
        .live .again { display: none; }

        """
}
