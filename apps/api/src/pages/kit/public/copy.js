// A page that waits for a payment or an authorisation shows it as it comes: while it is in sight, it is read anew every few
// seconds, for half an hour, and loaded again once it says something else. Without scripts, its link does it by hand.
(() => {
  if (!document.querySelector('[data-watch]')) return;
  const textOf = (page) => page.querySelector('main').textContent;
  const before = textOf(document);
  const end = Date.now() + 30 * 60_000;
  const look = async () => {
    timer = 0;
    if (Date.now() > end) return;
    if (document.visibilityState === 'visible') {
      try {
        const answer = await fetch(location.href, { cache: 'no-store' });
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        if (answer.ok && textOf(page) !== before) return location.reload();
      } catch {
        // Without a connection the next look finds it.
      }
    }
    wait();
  };
  let timer = 0;
  const wait = () => {
    timer = setTimeout(look, 4_000);
  };
  wait();
  // Back from the bank's app: at once, in place of the look that was due.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || timer === 0) return;
    clearTimeout(timer);
    timer = 0;
    look();
  });
})();

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
