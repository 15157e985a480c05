package import Markup

extension Script {
    /// The script of the timeline: it copies commands and tests, opens a file, and brings the page up to date when the server sends an
    /// event. The pages work without it. An open part stays open, and a list that has the focus changes only when it loses it.
    package static let timeline = Script(
        copying, following,
        #"""
        (() => {
          for (const part of document.querySelectorAll("[data-opens]")) {
            const report = part.querySelector("[role=alert]");
            part.hidden = false;
            part.querySelector("input").addEventListener("change", async event => {
              const file = event.target.files[0];
              if (!file) return;
              report.textContent = "";
              try {
                const response = await fetch(part.dataset.opens, {
                  method: "POST", body: file, headers: { "Content-Type": "application/json" }, redirect: "error",
                });
                if (response.ok) return location.assign(part.dataset.opens);
                const problem = await response.json();
                report.textContent = problem.detail ?? problem.title;
              } catch {
                report.textContent = "The file was not sent.";
              }
              event.target.value = "";
            });
          }

          const shown = document.querySelector("[data-timeline]");
          if (shown) followEvents(shown, shown.dataset.timeline);
        })();
        """#)
}
