// Codes lie on the page to be marked and copied; this adds a button beside each that does it.
(() => {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll('button[data-copy]')) {
    const words = button.textContent;
    button.hidden = false;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).dataset.code);
        button.textContent = 'Copiado';
      } catch {
        button.textContent = 'Marque o código e copie';
      }
      setTimeout(() => {
        button.textContent = words;
      }, 3000);
    });
  }
})();
