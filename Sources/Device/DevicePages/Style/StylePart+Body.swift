extension StylePart {
    /// The phone itself: its frame, its glass, the status bar and the home bar. On a narrow window the frame is left out.
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
        .status-bar { position: relative; z-index: 1; flex: none; display: flex; align-items: center; justify-content: space-between; height: 3.375rem; padding: 0.5rem 1.75rem 0 2.25rem; font-size: 1.0625rem; font-weight: 600; }
        .island { position: absolute; left: 50%; top: 0.75rem; width: 7.25rem; height: 2.125rem; margin-left: -3.625rem; border-radius: 1.125rem; background: #000; }
        .signs { display: flex; align-items: center; gap: 0.3125rem; }
        .signs .glyph { width: 1.1875rem; height: 1.1875rem; stroke-width: 2; }
        .signs .glyph:last-child { width: 1.5rem; height: 1.5rem; stroke-width: 1.4; }
        .content { position: relative; flex: 1; min-height: 0; overflow-y: auto; overflow-x: hidden; scrollbar-width: none; }
        .content::-webkit-scrollbar { display: none; }
        .home-bar { position: absolute; z-index: 30; left: 50%; bottom: 0; width: 12rem; height: 1.875rem; margin-left: -6rem; border-radius: 1rem; }
        .home-bar span { position: absolute; left: 2rem; right: 2rem; bottom: 0.5rem; height: 0.3125rem; border-radius: 0.25rem; background: var(--ios-label); }
        .home-bar:hover span { left: 1.25rem; right: 1.25rem; }
        .wallpaper .home-bar span { background: #fff; }
        @media (max-width: 28rem) {
          .stands { padding-inline: 0; }
          .stand { width: 100%; }
          .phone { padding: 0; border-radius: 0; box-shadow: none; }
          .phone::before, .edge, .island { display: none; }
          .screen { border-radius: 0; height: 46rem; }
          .surroundings { margin-inline: 1rem; }
        }

        """
}
