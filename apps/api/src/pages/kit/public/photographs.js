// Forms with photographs work without this. It shows those that were chosen, and how much of them has arrived.
(() => {
  const SIDE = 280;

  /** Drawn on a canvas: no address of its own has to be allowed. */
  async function draw(file) {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return canvas;
  }

  for (const form of document.querySelectorAll('form[data-photographs]')) {
    const input = form.querySelector('input[type="file"]');
    const button = form.querySelector('button[type="submit"]');
    const list = document.createElement('ul');
    list.className = 'photos chosen';
    list.setAttribute('aria-label', 'Fotos escolhidas');
    const said = document.createElement('p');
    said.className = 'hint';
    said.setAttribute('role', 'status');
    const bar = document.createElement('progress');
    bar.max = 1;
    bar.hidden = true;
    bar.setAttribute('aria-label', 'Envio das fotos');
    input.closest('.field').after(list);
    button.before(bar, said);

    const show = async () => {
      const files = [...input.files].slice(0, 24);
      list.replaceChildren();
      for (const file of files) {
        const item = document.createElement('li');
        const name = document.createElement('span');
        name.textContent = file.name;
        item.append(name);
        list.append(item);
      }
      // One after the other: a phone holds few large pictures at once.
      for (const [index, file] of files.entries()) {
        const item = list.children[index];
        if (input.files[index] !== file) return;
        try {
          item?.prepend(await draw(file));
        } catch {
          // What the browser can't draw is named, and judged by the server.
        }
      }
    };
    input.addEventListener('change', show);
    if (input.files.length > 0) show();

    const stop = (words) => {
      said.textContent = words;
      bar.hidden = true;
      button.disabled = false;
    };

    // Back to a page that was left while it sent: its button works again.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) stop('');
    });

    form.addEventListener('submit', (event) => {
      if (input.files.length === 0) return;
      event.preventDefault();
      const request = new XMLHttpRequest();
      const body = new FormData(form);
      button.disabled = true;
      bar.value = 0;
      bar.hidden = false;
      said.textContent = 'Enviando as fotos…';
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        bar.value = total > 0 ? loaded / total : 0;
        if (loaded === total) said.textContent = 'Fotos enviadas. Só um instante…';
      });
      request.addEventListener('load', () => {
        if (request.status === 429) return stop('Muitos envios seguidos. Aguarde um pouco e envie de novo.');
        if (request.status === 413) return stop('As fotos juntas são grandes demais. Mande menos de uma vez.');
        if (request.status >= 500) return stop('Não foi possível enviar agora. Tente de novo em instantes.');
        // The form's answer led to this page, which the browser now shows.
        location.assign(request.responseURL);
      });
      request.addEventListener('error', () =>
        stop('A conexão caiu. As fotos continuam escolhidas: confira a internet e envie de novo.'),
      );
      request.open('POST', form.action);
      request.send(body);
    });
  }
})();
