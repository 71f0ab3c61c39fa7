// The file that somebody compares stays in the browser: its hash is computed here. Without this, or over plain HTTP, where
// browsers compute none, the page says how to do it by hand.
(() => {
  if (!globalThis.crypto?.subtle) return;
  for (const part of document.querySelectorAll('[data-check]')) {
    const input = part.querySelector('input[type="file"]');
    const said = part.querySelector('[role="status"]');
    const say = (words, isGood) => {
      said.hidden = false;
      said.classList.toggle('good', isGood === true);
      said.textContent = words;
    };
    part.hidden = false;
    // The browser may have kept the file of before.
    input.value = '';
    input.addEventListener('change', async () => {
      const [file] = input.files;
      if (!file) return;
      say('Calculando…');
      try {
        const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
        if (input.files[0] !== file) return;
        const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
        const { search, signed, paper, words } = part.dataset;
        if (search) return location.assign(search + hash);
        const compared = hash === signed ? 'SIGNED' : hash === paper ? 'PAPER' : 'OTHER';
        say(JSON.parse(words)[compared], compared === 'SIGNED');
      } catch {
        say('Não foi possível ler o arquivo. Escolha-o de novo.');
      }
    });
  }
})();
