// Forms with documents work without this. It sends them one by one, pictures made smaller first, so that a slow line keeps
// what has arrived: the server keeps no more of a picture than this.
(() => {
  const SIDE = 1920;
  const SMALL = 600_000;
  const TRIES = 3;

  /** A picture as large as the server keeps it; what the browser can't draw goes as it is. */
  async function smaller(file) {
    if (!file.type.startsWith('image/') || file.size <= SMALL) return file;
    try {
      const picture = await createImageBitmap(file);
      const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(picture.width * scale));
      canvas.height = Math.max(1, Math.round(picture.height * scale));
      canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
      picture.close();
      const made = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.85));
      return made && made.size < file.size ? made : file;
    } catch {
      return file;
    }
  }

  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  /** The answer to one file; a line that drops is tried again. */
  async function sendOne(form, name, file) {
    for (let tried = 1; ; tried++) {
      const body = new FormData();
      body.append(name, await smaller(file), file.name);
      try {
        const answer = await fetch(form.action, { method: 'POST', body });
        if (answer.status !== 429 && answer.status !== 503) return answer;
        if (tried === TRIES) return answer;
      } catch (error) {
        if (tried === TRIES) throw error;
      }
      await pause(2_000 * tried);
    }
  }

  for (const form of document.querySelectorAll('form[data-papers]')) {
    const input = form.querySelector('input[type="file"]');
    const button = form.querySelector('button[type="submit"]');
    const said = document.createElement('p');
    said.className = 'hint';
    said.setAttribute('role', 'status');
    const bar = document.createElement('progress');
    bar.hidden = true;
    bar.setAttribute('aria-label', 'Envio dos documentos');
    button.before(bar, said);

    form.addEventListener('submit', async (event) => {
      const files = [...input.files];
      if (files.length === 0) return;
      event.preventDefault();
      button.disabled = true;
      bar.max = files.length;
      bar.value = 0;
      bar.hidden = false;
      const refused = [];
      for (const [index, file] of files.entries()) {
        said.textContent = `Enviando ${index + 1} de ${files.length}…`;
        try {
          const answer = await sendOne(form, input.name, file);
          if (!answer.ok || answer.url.includes('recusa=')) refused.push(file.name);
        } catch {
          said.textContent = `A conexão caiu. ${index} de ${files.length} já chegaram: confira a internet, escolha os outros e envie de novo.`;
          bar.hidden = true;
          button.disabled = false;
          return;
        }
        bar.value = index + 1;
      }
      if (refused.length === 0) return location.assign(`${form.dataset.papers}&enviados=${Math.min(99, files.length)}`);
      said.textContent = `Não foi possível receber: ${refused.join(', ')}. Os outros chegaram. Mande foto (JPG, PNG ou WebP) ou PDF.`;
      bar.hidden = true;
      button.disabled = false;
      input.value = '';
    });
  }
})();
