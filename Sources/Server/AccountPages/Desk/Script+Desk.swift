package import Markup

extension Script {
    /// The script of the desk: it copies values, brings lists up to date every two seconds, and opens the desk when the server has
    /// started again. The pages work without it.
    package static let desk = Script(
        copying,
        #"""
        (() => {
          const refresh = async () => {
            try {
              const response = await fetch(location.href, { redirect: "error" });
              if (response.ok) {
                const page = new DOMParser().parseFromString(await response.text(), "text/html");
                for (const shown of document.querySelectorAll("[data-live]")) {
                  const fresh = page.getElementById(shown.id);
                  if (!fresh || fresh.innerHTML === shown.innerHTML || shown.contains(document.activeElement)) continue;
                  shown.replaceChildren(...fresh.childNodes);
                }
              }
            } catch {
              // The server has ended, or starts again.
            }
            setTimeout(refresh, 2000);
          };

          const awaited = document.querySelector("[data-awaits]");
          const open = async () => {
            try {
              const response = await fetch(awaited.dataset.awaits, { redirect: "error" });
              if (response.ok) return location.replace(awaited.dataset.awaits);
            } catch {
              // The server has not started yet.
            }
            setTimeout(open, 1000);
          };

          if (document.querySelector("[data-live]")) setTimeout(refresh, 2000);
          if (awaited) setTimeout(open, 2000);
        })();
        """#)
}
