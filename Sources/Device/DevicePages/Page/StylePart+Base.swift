package import Markup

extension Stylesheet {
    /// The stylesheet of the page, served at ``PagePath/stylesheet``.
    package static let device = Stylesheet(
        StylePart.ground, StylePart.table, StylePart.body, StylePart.lockAndHome, StylePart.apps, StylePart.cells, StylePart.typing,
        StylePart.overlays, StylePart.recommendations, StylePart.surroundings, StylePart.story, StylePart.arrangement,
        StylePart.forcedColors, StylePart.motion)
}

/// The parts of the stylesheet, one file each.
enum StylePart {}

extension StylePart {
    /// The colours and fonts. Text has a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3), in light and dark mode.
    static let ground: StaticString = """
        :root {
          color-scheme: light dark;
          --paper: #e9ebf1; --paper-end: #f6f7fa; --sheet: #ffffff; --ink: #15171d; --ink-soft: #565c6b; --line: #d5d9e3; --edge: #7d8495;
          --accent: #0a5ccf; --accent-tint: #e4eefc; --danger: #b71c28;
          --frame: linear-gradient(135deg, #b9bdc8, #70757f 30%, #9da1ab 55%, #5c6069 80%, #a6abb6);
          --phone-shadow: 0 2px 4px rgb(20 24 40 / 12%), 0 28px 60px -20px rgb(20 24 40 / 45%);
          --ios-ground: #ffffff; --ios-grouped: #f2f2f7; --ios-cell: #ffffff; --ios-sunk: #e9e9ef; --ios-label: #000000; --ios-soft: #63636b;
          --ios-line: #d3d3da; --ios-tint: #0a60d6; --ios-on-tint: #ffffff; --ios-red: #c4202c; --ios-green: #34c759; --ios-off: #d6d6dc;
          --ios-sheet: #f7f7fa; --ios-glass: #fafafd; --ios-keys: #d2d5dc; --ios-key: #ffffff; --ios-key-dark: #abb1bd;
          --ios-bubble: #e7e7ec; --ios-warn: #8a4b00;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #0c0e14; --paper-end: #171a23; --sheet: #1a1d27; --ink: #eef0f6; --ink-soft: #a5acbc; --line: #303544; --edge: #757d90;
            --accent: #7fb2ff; --accent-tint: #1d2c47; --danger: #ff8a85;
            --frame: linear-gradient(135deg, #5c606b, #2b2e35 30%, #4a4e57 55%, #24262c 80%, #555963);
            --phone-shadow: 0 0 0 1px rgb(255 255 255 / 6%), 0 28px 60px -20px rgb(0 0 0 / 80%);
            --ios-ground: #000000; --ios-grouped: #000000; --ios-cell: #1c1c1e; --ios-sunk: #2a2a2d; --ios-label: #ffffff; --ios-soft: #a0a0a8;
            --ios-line: #3a3a3d; --ios-tint: #4aa3ff; --ios-on-tint: #001a38; --ios-red: #ff6b66; --ios-green: #30d158; --ios-off: #48484c;
            --ios-sheet: #1c1c1e; --ios-glass: #26262a; --ios-keys: #2b2b2e; --ios-key: #6a6a6e; --ios-key-dark: #464649;
            --ios-bubble: #2b2b2e; --ios-warn: #ffb454;
          }
          .sheet, .alert { --ios-cell: #2c2c2f; --ios-sunk: #3a3a3e; --ios-line: #48484c; }
        }

        *, *::before, *::after { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0; min-height: 100vh; color: var(--ink);
          background: linear-gradient(180deg, var(--paper-end), var(--paper) 36rem) no-repeat var(--paper);
          font: 1rem/1.4 -apple-system, BlinkMacSystemFont, "SF Pro Text", "Segoe UI", Roboto, Inter, Cantarell, "Helvetica Neue", Arial, sans-serif;
          overflow-wrap: anywhere;
        }
        h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
        ul { list-style: none; }
        fieldset { min-width: 0; margin: 0; border: 0; padding: 0; }
        legend { padding: 0; }
        button, input { font: inherit; color: inherit; letter-spacing: inherit; }
        button { border: 0; padding: 0; background: none; cursor: pointer; text-align: inherit; }
        button:disabled { cursor: default; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .screen :focus-visible { outline-color: var(--ios-tint); }
        [hidden] { display: none !important; }
        .visually-hidden {
          position: absolute; width: 1px; height: 1px; margin: 0; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
        }
        .glyph { flex: none; width: 1.25em; height: 1.25em; fill: none; stroke: currentcolor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; }
        [dir="rtl"] .glyph.mirrored { transform: scaleX(-1); }
        .glyph .solid { fill: currentcolor; stroke: none; }
        .secure { -webkit-text-security: disc; }
        .for-script { display: none; }
        .live .for-script { display: grid; }

        """

    /// The phone: its frame, its glass, the status bar and the home bar. A narrow window omits the frame. The buttons of the frame are at
    /// the same sides in every language.
    static let body: StaticString = """
        .phone { position: relative; padding: 0.8125rem; border-radius: 4.25rem; background: #05060a; box-shadow: inset 0 0 0 2px #000, var(--phone-shadow); }
        .phone::before { content: ""; position: absolute; z-index: -1; inset: -0.25rem; border-radius: 4.5rem; background: var(--frame); box-shadow: var(--phone-shadow); }
        .phone { isolation: isolate; }
        .edge { position: absolute; z-index: -2; inset: 0 -0.4375rem auto; }
        .edge::before, .edge::after { content: ""; position: absolute; width: 0.5rem; border-radius: 0.25rem; background: #6f737d; }
        .edge::before { left: 0; top: 11rem; height: 3.5rem; box-shadow: 0 4.5rem #6f737d; }
        .edge::after { right: 0; top: 12.5rem; height: 6rem; }
        .screen {
          position: relative; display: flex; flex-direction: column; height: 48.5rem; overflow: hidden; border-radius: 3.5rem;
          background: var(--ios-ground); color: var(--ios-label); font-size: 1rem; letter-spacing: -0.01em; isolation: isolate;
        }
        .screen:focus { outline: none; }
        .screen.grouped { background: var(--ios-grouped); }
        .screen.wallpaper { color: #fff; background: radial-gradient(120% 70% at 15% 0%, #6fb4ff, transparent 60%), radial-gradient(100% 60% at 100% 25%, #b585ff, transparent 62%), radial-gradient(130% 70% at 50% 110%, #ff9f6e, transparent 62%), linear-gradient(170deg, #2b4bb5, #3a2a86 55%, #74306f); }
        @media (prefers-color-scheme: dark) {
          .screen.wallpaper { background: radial-gradient(120% 70% at 15% 0%, #27548f, transparent 60%), radial-gradient(100% 60% at 100% 25%, #53368a, transparent 62%), radial-gradient(130% 70% at 50% 110%, #8c4a30, transparent 62%), linear-gradient(170deg, #14224f, #1b143f 55%, #3a1838); }
        }
        .status-bar { position: relative; z-index: 1; flex: none; display: flex; align-items: center; justify-content: space-between; height: 3.375rem; padding-block: 0.5rem 0; padding-inline: 2.25rem 1.75rem; font-size: 1.0625rem; font-weight: 600; }
        .island { position: absolute; inset-inline-start: 50%; top: 0.75rem; width: 7.25rem; height: 2.125rem; margin-inline-start: -3.625rem; border-radius: 1.125rem; background: #000; }
        .signs { display: flex; align-items: center; gap: 0.3125rem; }
        .signs .glyph { width: 1.1875rem; height: 1.1875rem; stroke-width: 2; }
        .signs .glyph:last-child { width: 1.5rem; height: 1.5rem; stroke-width: 1.4; }
        .content { position: relative; flex: 1; min-height: 0; overflow-y: auto; overflow-x: hidden; scrollbar-width: none; }
        .content::-webkit-scrollbar { display: none; }
        .home-bar { position: absolute; z-index: 30; inset-inline-start: 50%; bottom: 0; width: 12rem; height: 1.875rem; margin-inline-start: -6rem; border-radius: 1rem; }
        .home-bar span { position: absolute; inset-inline: 2rem; bottom: 0.5rem; height: 0.3125rem; border-radius: 0.25rem; background: var(--ios-label); }
        .home-bar:hover span { inset-inline: 1.25rem; }
        .wallpaper .home-bar span { background: #fff; }
        .stand-notice { position: sticky; z-index: 40; top: 0.5rem; height: 0; }
        .stand-notice > p { position: absolute; inset-inline: 0.75rem; top: 3.5rem; padding: 0.625rem 1rem; border: 1px solid var(--edge); border-radius: 1.25rem; background: var(--sheet); color: var(--ink); font-size: 0.9375rem; font-weight: 550; box-shadow: 0 10px 30px -8px rgb(0 0 0 / 45%); overflow-wrap: anywhere; }
        .stand.lost .screen { filter: grayscale(0.7) brightness(0.8); }

        """

    /// The controls beside a phone. Each target is at least 44 pixels high (WCAG 2.2, 2.5.5).
    static let surroundings: StaticString = """
        .surroundings { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 1.25rem; background: var(--sheet); font-size: 0.9375rem; }
        .doings { display: grid; grid-template-columns: repeat(auto-fit, minmax(4.5rem, 1fr)); gap: 0.5rem; }
        .doings form { display: grid; }
        .doing { display: grid; justify-items: center; align-content: center; gap: 0.25rem; min-height: 3.75rem; padding: 0.375rem 0.125rem; overflow-wrap: normal; border: 1px solid var(--line); border-radius: 1rem; font-size: 0.8125rem; font-weight: 600; text-align: center; }
        .doing .glyph { font-size: 1.1875rem; color: var(--accent); }
        .doing:hover:enabled { background: var(--accent-tint); border-color: var(--accent); }
        .doing:disabled { color: var(--ink-soft); }
        .doing:disabled .glyph { color: inherit; }
        .doing[aria-checked="false"] .glyph { color: var(--ink-soft); }
        .times { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem; }
        .times-label { display: inline-flex; align-items: center; gap: 0.4375rem; flex: 1 0 100%; color: var(--ink-soft); }
        .chip { min-height: 2.75rem; padding: 0.25rem 0.375rem; white-space: nowrap; border: 1px solid var(--line); border-radius: 1.375rem; font-size: 0.875rem; font-weight: 600; }
        .chip:hover { background: var(--accent-tint); border-color: var(--accent); }
        .message-form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; }
        .message-form label { color: var(--ink-soft); font-size: 0.8125rem; }
        .message-form input { min-width: 0; min-height: 2.75rem; padding: 0.375rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.75rem; background: transparent; }
        .message-form .send { display: flex; align-items: center; justify-content: center; gap: 0.5rem; min-height: 2.75rem; margin-top: 0.25rem; padding: 0 0.875rem; border-radius: 1rem; background: var(--accent); color: var(--sheet); font-weight: 600; }
        .message-form .send .glyph { font-size: 1.125rem; }
        .message-form .send:hover { filter: brightness(1.1); }
        .security-key summary { display: flex; align-items: center; gap: 0.4375rem; min-height: 2.75rem; color: var(--accent); font-weight: 600; cursor: pointer; list-style: none; }
        .security-key summary::-webkit-details-marker { display: none; }
        .security-key summary .glyph:last-child { margin-inline-start: auto; font-size: 0.875rem; }
        .security-key > .chip { width: 100%; white-space: normal; }
        .security-key > p, .security-key ul { padding-block: 0.375rem; font-size: 0.875rem; overflow-wrap: anywhere; }
        .security-key ul { list-style: none; }
        .security-key .reset summary { color: var(--danger); }
        .remarks { display: grid; gap: 0.375rem; padding-top: 0.75rem; border-top: 1px solid var(--line); font-size: 0.875rem; }
        .remarks-title { display: flex; align-items: center; gap: 0.4375rem; font-weight: 600; }
        .remarks ul { display: grid; gap: 0.375rem; overflow-wrap: anywhere; }

        """

    /// The page around the phones.
    static let table: StaticString = """
        .top { position: relative; z-index: 50; display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem; max-width: 96rem; margin: 0 auto; padding: 0.375rem 1.25rem 0; }
        .heading { flex: 1 1 12rem; }
        .top h1 { font-size: 1.25rem; line-height: 1.2; font-weight: 700; letter-spacing: -0.018em; }
        .top p { margin-top: 0.125rem; color: var(--ink-soft); font-size: 0.9375rem; }
        .top nav { display: flex; flex-wrap: wrap; gap: 0 1rem; }
        .top a, .fit, .shortcuts summary, .parts summary { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--accent); font-weight: 550; text-decoration: none; }
        .top a:hover, .shortcuts summary:hover, .parts summary:hover { text-decoration: underline; text-underline-offset: 0.2em; }
        .people { padding: 0.125rem; border: 1px solid var(--line); border-radius: 1.5rem; background: var(--sheet); }
        .top .people { gap: 0; }
        .people a { padding-inline: 0.875rem; border-radius: 1.375rem; }
        .people [aria-current] { background: var(--accent-tint); color: var(--ink); }
        .live .fit.for-script { display: inline-flex; }
        .fit { padding-inline: 0.875rem; border: 1px solid var(--line); border-radius: 1.375rem; }
        .fit[aria-pressed="true"] { background: var(--accent-tint); border-color: var(--accent); color: var(--ink); }
        .live .shortcuts.for-script { display: block; }
        .shortcuts, .parts { position: relative; }
        .shortcuts summary, .parts summary { cursor: pointer; }
        .shortcuts dl { position: absolute; inset-inline-end: 0; top: 100%; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.375rem 1rem; width: 21rem; max-width: 90vw; padding: 0.875rem 1rem; border: 1px solid var(--edge); border-radius: 1rem; background: var(--sheet); box-shadow: var(--phone-shadow); font-size: 0.9375rem; }
        .parts nav { position: absolute; inset-inline-end: 0; top: 100%; display: grid; min-width: 10rem; padding: 0.375rem 1rem; border: 1px solid var(--edge); border-radius: 1rem; background: var(--sheet); box-shadow: var(--phone-shadow); }
        .parts:not([open]) nav { display: none; }
        .parts [aria-current] { color: var(--ink); }
        .shortcuts dt { font-weight: 600; white-space: nowrap; }
        .notice { max-width: 55.5rem; margin: 0.5rem auto 0; padding: 0.625rem 1rem; background: var(--sheet); border: 1px solid var(--edge); border-radius: 0.75rem; font-weight: 550; }
        .stands { display: flex; flex-wrap: wrap; justify-content: center; align-items: flex-start; gap: 1.25rem; padding: 0.5rem 1rem 0.75rem; }
        .stands > .deep-link { flex: 0 0 100%; display: flex; justify-content: center; margin-block: 0; }
        .stand { display: grid; grid-template-columns: auto minmax(0, 14.5rem); column-gap: 0.75rem; align-items: start; max-width: 100%; }
        .name { grid-column: 1 / -1; display: flex; align-items: center; gap: 0.75rem; min-height: 1.75rem; margin-bottom: 0.375rem; padding-inline-start: 0.75rem; font-size: 1rem; font-weight: 650; }
        .phone { width: 25.25rem; max-width: 100%; }
        .again { padding: 0.125rem 0.75rem; border: 1px solid var(--edge); border-radius: 1rem; color: var(--accent); font-size: 0.875rem; font-weight: 550; text-decoration: none; }
        .live .again { display: none; }

        """

    /// The guided tour, and the controls that delete data.
    static let story: StaticString = """
        .tour { flex: 0 1 16rem; min-width: min(16rem, 100%); padding: 0.75rem; border: 1px solid var(--line); border-radius: 1.25rem; background: var(--sheet); font-size: 0.875rem; }
        .tour h2 { padding-bottom: 0.375rem; font-size: 1rem; font-weight: 650; }
        .tour ol { list-style: none; display: grid; gap: 0.5rem; }
        .step { display: flex; align-items: flex-start; gap: 0.5rem; line-height: 1.3; }
        .mark { flex: none; display: grid; place-items: center; width: 1.125rem; height: 1.125rem; margin-top: 0.0625rem; border: 1.5px solid var(--edge); border-radius: 50%; color: transparent; font-size: 0.625rem; }
        .mark .glyph { stroke-width: 3; }
        .step.done { color: var(--ink-soft); }
        .step.done .mark { border-color: var(--accent); background: var(--accent); color: var(--sheet); }
        .reset { font-size: 0.875rem; }
        .tour .reset { margin-top: 0.5rem; padding-top: 0.25rem; border-top: 1px solid var(--line); }
        .reset summary { padding-block: 0.75rem; color: var(--danger); font-weight: 600; cursor: pointer; }
        .reset form { display: grid; gap: 0.5rem; }
        .reset p { color: var(--ink-soft); }
        .reset-button { min-height: 2.75rem; padding: 0.25rem 0.875rem; border-radius: 1rem; background: var(--danger); color: var(--sheet); font-weight: 600; text-align: center; }
        .reset-button:hover { filter: brightness(1.1); }

        """

    /// The sizes of the phones by the size of the window. In a wide window both phones with their controls, and in a wider one the
    /// tour too, are visible without scrolling, unless the user turns off the fit (the class `actual`). A narrow window has the
    /// controls below the phone, and omits the frame.
    static let arrangement: StaticString = """
        :root { --fit-height: 1; --fit-width: 1; }
        @media (min-width: 45rem) {
          :root { --fit-height: 0.55; }
          .phone { zoom: min(var(--fit-height), var(--fit-width)); }
          .actual .phone { zoom: 1; }
          .surroundings, .tour { max-height: calc(100vh - 8rem); overflow-y: auto; }
          .actual .surroundings, .actual .tour { max-height: none; }
        }
        @media (min-width: 45rem) and (min-height: 37.5rem) { :root { --fit-height: 0.59; } }
        @media (min-width: 45rem) and (min-height: 40.5rem) { :root { --fit-height: 0.65; } }
        @media (min-width: 45rem) and (min-height: 43.75rem) { :root { --fit-height: 0.71; } }
        @media (min-width: 45rem) and (min-height: 47.5rem) { :root { --fit-height: 0.79; } }
        @media (min-width: 45rem) and (min-height: 51.25rem) { :root { --fit-height: 0.86; } }
        @media (min-width: 45rem) and (min-height: 55rem) { :root { --fit-height: 0.94; } }
        @media (min-width: 45rem) and (min-height: 58.5rem) { :root { --fit-height: 1; } }
        @media (min-width: 64rem) { :root { --fit-width: 0.57; } }
        @media (min-width: 72rem) { :root { --fit-width: 0.73; } }
        @media (min-width: 80rem) { :root { --fit-width: 0.88; } }
        @media (min-width: 85rem) { :root { --fit-width: 0.65; } }
        @media (min-width: 96rem) { :root { --fit-width: 0.87; } }
        @media (min-width: 103rem) { :root { --fit-width: 1; } }
        @media (min-width: 64rem) and (max-height: 60rem) { .top p { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } }
        @media (max-width: 44.99rem) {
          .stand { display: block; width: 25.25rem; }
          .name { justify-content: center; }
          .surroundings { margin-top: 1.25rem; }
          .tour { flex-basis: 25.25rem; }
          .shortcuts dl { position: static; width: auto; max-width: none; }
          .parts nav { position: static; }
        }
        @media (max-width: 28rem) {
          .stands { padding-inline: 0; }
          .stand, .phone { width: 100%; }
          .phone { padding: 0; border-radius: 0; box-shadow: none; }
          .phone::before, .edge, .island { display: none; }
          .screen { border-radius: 0; height: 46rem; }
          .surroundings, .tour { margin-inline: 0.75rem; }
          .apps { grid-template-columns: repeat(4, minmax(0, 1fr)); padding-inline: 0.5rem; }
          .app { width: 100%; max-width: 5rem; }
          .app .label { max-width: 100%; }
          .dock { inset-inline: 0.375rem; padding-inline: 0.25rem; }
          .quit { inset-inline-start: 0; }
          .passcode .pad { grid-template-columns: repeat(3, minmax(0, 4.5rem)); gap: 0.75rem 1rem; }
          .key.return { flex-basis: 4.25rem; }
        }

        """

    /// Forced colours remove backgrounds and shadows, so what they separate gets an outline, and states get the system's colours.
    static let forcedColors: StaticString = """
        @media (forced-colors: active) {
          .phone, .screen, .sheet, .alert, .presence, .banner, .keyboard, .passcode-prompt, .cells, .surroundings, .tour, .stand-notice > p { border: 1px solid CanvasText; }
          .key, .pad-key, .suggestion, .bar-button, .bubble, .field input, .passcode-line input, .tile, .face, .person, .chip, .fit, .corner, .small, .count { border: 1px solid CanvasText; }
          .app-button, .plain, .alert-button, .enter, .send, .reset-button, .doing, .quit, .copy-code, .banner-close { border: 1px solid ButtonText; }
          .app-button.prominent, .message-form .send { border-width: 2px; }
          :disabled { border-color: GrayText; color: GrayText; }
          .home-bar span { background: ButtonText; forced-color-adjust: none; }
          .switch { border: 2px solid ButtonText; background: ButtonFace; forced-color-adjust: none; }
          .switch span { width: 1.4375rem; height: 1.4375rem; background: ButtonText; }
          .switch.on { background: Highlight; }
          .switch.on span { background: HighlightText; }
          .choice input:checked { border-color: Highlight; forced-color-adjust: none; }
          .step.done .mark { border-color: Highlight; background: Highlight; color: HighlightText; forced-color-adjust: none; }
          .people [aria-current], .fit[aria-pressed="true"] { outline: 2px solid Highlight; outline-offset: -4px; }
          :focus-visible, .field.focused input, .field input:focus, .entry:focus-within, .passcode-line input:focus { outline: 3px solid Highlight !important; outline-offset: 2px; }
          .cell:focus-visible, .alert-button:focus-visible { outline-offset: -4px; }
        }

        """

    /// The animations, for users who have not asked for reduced motion.
    static let motion: StaticString = """
        @media (prefers-reduced-motion: no-preference) {
          .live .content { animation: content-in 220ms ease-out; }
          .live .veil { animation: veil-in 180ms ease-out; }
          .live .veil.bottom > * { animation: sheet-in 320ms cubic-bezier(0.2, 0.85, 0.25, 1); }
          .live .veil.middle > *, .live .alert { animation: alert-in 200ms ease-out; }
          .live .keyboard { animation: keyboard-in 240ms cubic-bezier(0.2, 0.85, 0.25, 1); }
          .live .banner { animation: banner-in 360ms cubic-bezier(0.2, 0.9, 0.25, 1.05); }
          .live .repeated .scan { animation: shake 380ms ease-in-out; }
          .scan .ring { animation: scan 1.6s ease-in-out infinite; }
          .scan .glyph { animation: breathe 1.6s ease-in-out infinite; }
          .under-way .tile { animation: breathe 1.2s ease-in-out infinite; }
          .switch, .switch span, .doing, .chip, .tile, .home-bar span { transition: background-color 160ms, border-color 160ms, margin 160ms, filter 160ms, inset-inline 160ms; }
        }
        @keyframes content-in { from { opacity: 0; transform: scale(0.985); } }
        @keyframes veil-in { from { opacity: 0; } }
        @keyframes sheet-in { from { transform: translateY(60%); } }
        @keyframes alert-in { from { opacity: 0; transform: scale(1.08); } }
        @keyframes keyboard-in { from { transform: translateY(100%); } }
        @keyframes banner-in { from { opacity: 0; transform: translateY(-120%); } }
        @keyframes shake { 20%, 60% { transform: translateX(-0.5rem); } 40%, 80% { transform: translateX(0.5rem); } }
        @keyframes scan { 0%, 100% { transform: scale(1); opacity: 0.15; } 50% { transform: scale(1.1); opacity: 0.5; } }
        @keyframes breathe { 50% { opacity: 0.55; } }

        """
}
