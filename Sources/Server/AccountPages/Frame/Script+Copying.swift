import Markup

extension Script {
    /// The first part of a script of a page with `button[data-copies]`: it shows these buttons, and copies the text of the element that
    /// each one names. The page calls `offerCopies()` again after it adds buttons.
    static let copying: StaticString = #"""
        "use strict";
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
        offerCopies();
        """#
}
