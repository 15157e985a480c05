extension Script {
    /// The first part of a script of a page with `button[data-copies]`: it shows these buttons, and copies the text of the element that
    /// each one names.
    ///
    /// The element may have another text to copy in `data-text`, and the button its own words in `data-done` and `data-failed`. The page
    /// calls `offerCopies()` again after it adds buttons.
    package static let copying: StaticString = #"""
        "use strict";
        const textToCopy = id => {
          const copied = document.getElementById(id);
          return copied.dataset.text ?? copied.textContent;
        };
        const offerCopies = () => {
          if (!navigator.clipboard) return;
          for (const button of document.querySelectorAll("button[data-copies]")) button.hidden = false;
        };
        document.addEventListener("click", async event => {
          const button = event.target.closest("button[data-copies]");
          if (!button) return;
          const label = button.firstChild;
          const usual = button.dataset.label ??= label.data;
          try {
            await navigator.clipboard.writeText(textToCopy(button.dataset.copies));
            label.data = button.dataset.done ?? "Copied";
          } catch {
            label.data = button.dataset.failed ?? "Copy failed";
          }
          clearTimeout(button.reset);
          button.reset = setTimeout(() => { label.data = usual; }, 1500);
        });
        offerCopies();
        """#
}
