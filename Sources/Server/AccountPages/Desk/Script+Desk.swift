package import Markup

extension Script {
    /// The script of the desk: it copies values, brings lists up to date every two seconds, and opens the desk when the server has
    /// started again. The pages work without it.
    package static let desk = Script(
        #"""
        "use strict";
        (() => {
          const offerCopies = () => {
            if (!navigator.clipboard) return;
            for (const button of document.querySelectorAll("button[data-copies]")) button.hidden = false;
          };
          document.addEventListener("click", async event => {
            const button = event.target.closest("button[data-copies]");
            if (!button) return;
            const label = button.firstChild;
            try {
              await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
              label.data = "Copied";
            } catch {
              label.data = "Copy failed";
            }
            setTimeout(() => { label.data = "Copy"; }, 1500);
          });

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

          offerCopies();
          if (document.querySelector("[data-live]")) setTimeout(refresh, 2000);
          if (awaited) setTimeout(open, 2000);
        })();
        """#)
}
