extension StylePart {
    /// What lies over the screen: veils, sheets, prompts, banners.
    static let overlays: StaticString = """
        .veil { position: absolute; z-index: 10; inset: 0; display: flex; align-items: center; justify-content: center; padding: 3.5rem 1rem 1rem; background: rgb(0 0 0 / 38%); color: var(--ios-label); }
        .veil.bottom { align-items: flex-end; padding: 3.75rem 0 0; }
        .veil.full { padding: 0; }
        .sheet { position: relative; display: grid; justify-items: center; width: 100%; max-height: 100%; overflow-y: auto; scrollbar-width: none; padding: 1.625rem 1.375rem 2.625rem; border-radius: 2.25rem 2.25rem 3.5rem 3.5rem; background: var(--ios-sheet); text-align: center; box-shadow: 0 -12px 40px -12px rgb(0 0 0 / 35%); }
        .sheet.tall { min-height: 70%; align-content: start; }
        .sheet h3 { padding: 0.75rem 1rem 0.375rem; font-size: 1.375rem; line-height: 1.25; font-weight: 700; letter-spacing: -0.015em; text-wrap: balance; }
        .sheet.web h3 { padding-top: 2rem !important; }
        .sheet.tall h3 { padding-top: 0; margin-bottom: 1rem; }
        .sheet .message { padding: 0 0.75rem 0.875rem; color: var(--ios-soft); font-size: 0.9375rem; text-wrap: pretty; }
        .sheet > .cells, .sheet > .cells-title { width: 100%; }
        .corner { position: absolute; right: 1rem; top: 1rem; min-height: 2.25rem; padding: 0.25rem 0.875rem; border-radius: 1.25rem; background: var(--ios-sunk); color: var(--ios-label); font-size: 0.9375rem; font-weight: 600; }
        .corner:hover { filter: brightness(0.95); }
        .sheet-buttons { display: grid; gap: 0.25rem; width: 100%; padding-top: 0.25rem; }
        .sheet .address { padding: 0.375rem 0.875rem; margin-bottom: 3rem; border-radius: 0.75rem; background: var(--ios-sunk); font-size: 0.875rem; }
        .sheet.web .padlock { margin-bottom: 3rem; color: var(--ios-soft); font-size: 4rem; }
        .plain { min-height: 2.75rem; padding: 0.375rem 1rem; border-radius: 1rem; color: var(--ios-tint); font-weight: 600; text-align: center; }
        .plain:hover { background: var(--ios-sunk); }

        .verification-code { padding: 0.5rem 0; font-size: 2rem; font-weight: 600; letter-spacing: 0.15em; font-variant-numeric: tabular-nums; }
        .veil.middle { background: rgb(0 0 0 / 46%); }
        .presence { display: grid; justify-items: center; gap: 0.1875rem; width: 18rem; max-width: 100%; padding: 1.75rem 1.25rem 1rem; border-radius: 2.25rem; background: var(--ios-glass); text-align: center; box-shadow: 0 20px 50px -12px rgb(0 0 0 / 50%); }
        .scan { position: relative; display: grid; place-items: center; width: 6rem; height: 6rem; margin-bottom: 0.75rem; color: var(--ios-tint); font-size: 3.875rem; }
        .scan .glyph { stroke-width: 1.25; }
        .ring { position: absolute; inset: 0; border-radius: 1.75rem; border: 2px solid currentcolor; opacity: 0.2; }
        .presence h3 { font-size: 1.1875rem; font-weight: 650; }
        .presence p { color: var(--ios-soft); font-size: 0.9375rem; }
        .repeated .scan { color: var(--ios-red); }
        .presence-people { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; width: 100%; margin-top: 1.125rem; }
        .person { display: grid; justify-items: center; gap: 0.25rem; padding: 0.75rem 0.25rem 0.625rem; border-radius: 1.125rem; background: var(--ios-sunk); color: var(--ios-label); font-size: 0.875rem; font-weight: 600; text-align: center; }
        .person .glyph { font-size: 1.5rem; color: var(--ios-tint); }
        .person:hover { filter: brightness(0.96); }
        .presence-ways { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 0.25rem; margin-top: 0.5rem; }
        .passcode-prompt { display: grid; align-content: center; justify-items: center; gap: 0.375rem; width: 100%; height: 100%; padding: 3.5rem 1.5rem 1.5rem; background: rgb(14 15 22 / 94%); color: #fff; text-align: center; }
        .passcode-prompt h3 { font-size: 1.25rem; font-weight: 600; }
        .passcode-prompt p { opacity: 0.85; }
        .passcode-prompt .plain { color: #fff; }
        .passcode-prompt .plain:hover { background: rgb(255 255 255 / 14%); }

        .banner { position: absolute; z-index: 20; left: 0.625rem; right: 0.625rem; top: 3.375rem; display: flex; align-items: center; border-radius: 1.5rem; background: var(--ios-glass); color: var(--ios-label); box-shadow: 0 10px 30px -8px rgb(0 0 0 / 40%); }
        .banner-text { flex: 1; min-width: 0; display: flex; align-items: center; gap: 0.75rem; padding: 0.75rem 0 0.75rem 0.875rem; font-size: 0.9375rem; }
        .banner-text .tile { width: 2.375rem; height: 2.375rem; border-radius: 0.625rem; font-size: 1.25rem; }
        .banner-text .what > span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
        .banner-close { flex: none; display: grid; place-items: center; width: 2.75rem; height: 2.75rem; margin-right: 0.25rem; border-radius: 50%; color: var(--ios-soft); font-size: 0.875rem; }
        .banner-close:hover { background: var(--ios-sunk); }

        """
}
