// The signer's room works without this: whoever has no script says by a box that the paper was read, and types their name.
// With it, the way on opens where the paper ends, and a signature may be drawn.
(() => {
  // Back to a page that was kept while another step was taken: the server says what is next.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

  const read = document.querySelector('form[data-read]');
  if (read) watchEnd(read);
  const sign = document.querySelector('form[data-sign]');
  if (sign) drawn(sign);
  for (const form of document.querySelectorAll('form[data-once]')) {
    form.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      if (form.dataset.once === 'sent') event.preventDefault();
      form.dataset.once = 'sent';
      // A page that didn't come may be asked for again.
      setTimeout(() => {
        form.dataset.once = '';
      }, 10_000);
    });
  }

  /** The button opens once the end of the paper was in sight; the box that says so is ticked by it. */
  function watchEnd(form) {
    const box = form.querySelector('input[name="lido"]');
    const button = form.querySelector('button[type="submit"]');
    const how = form.querySelector('input[name="como"]');
    const said = document.querySelector('[data-at]');
    const sheets = [...document.querySelectorAll('[data-sheet]')];
    box.closest('.field').hidden = true;
    button.disabled = true;
    said.hidden = false;
    const at = (number) => {
      said.textContent = `Página ${number} de ${sheets.length}. Role até o fim para continuar.`;
    };
    at(1);
    const turned = new IntersectionObserver(
      (seen) => {
        const last = seen.filter(({ isIntersecting }) => isIntersecting).at(-1);
        if (last && button.disabled) at(sheets.indexOf(last.target) + 1);
      },
      { rootMargin: '-45% 0px -45% 0px' },
    );
    for (const sheet of sheets) turned.observe(sheet);
    // Whoever is below the button has passed it: a quick scroll, or a page that is shown where it was left.
    const passed = { rootMargin: '9999999px 0px 0px' };
    const end = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      end.disconnect();
      turned.disconnect();
      box.checked = true;
      how.value = 'rolagem';
      button.disabled = false;
      said.hidden = true;
      form.querySelector('[data-end]').textContent = 'Você chegou ao fim do documento.';
    }, passed);
    end.observe(button);
  }

  /** A pad of 600 by 200; what is drawn is sent as lines between whole points. */
  function drawn(form) {
    const WIDTH = 600;
    const HEIGHT = 200;
    const LETTERS = 39_000;
    const pad = form.querySelector('.pad');
    const canvas = pad.querySelector('canvas');
    const modes = form.querySelector('.modes');
    const typed = form.querySelector('[name="nome"]');
    const field = form.querySelector('[name="desenho"]');
    const said = pad.querySelector('[data-said]');
    const pen = canvas.getContext('2d');
    const strokes = [];
    let pointer;
    let letters = 0;
    // As sharp as the screen is.
    const scale = Math.min(3, Math.max(1, devicePixelRatio || 1));
    canvas.width = WIDTH * scale;
    canvas.height = HEIGHT * scale;
    Object.assign(pen, { lineWidth: 3, lineCap: 'round', lineJoin: 'round', strokeStyle: '#1b2a4a' });

    const draw = () => {
      pen.setTransform(scale, 0, 0, scale, 0, 0);
      pen.clearRect(0, 0, WIDTH, HEIGHT);
      for (const points of strokes) {
        pen.beginPath();
        for (const [index, [x, y]] of points.entries()) pen[index === 0 ? 'moveTo' : 'lineTo'](x, y);
        pen.stroke();
      }
    };
    const keep = () => {
      field.value = strokes
        .filter((points) => points.length > 1)
        .map((points) => points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''))
        .join('');
      said.textContent = '';
    };
    const place = ({ clientX, clientY }) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const within = (part, most) => Math.min(most, Math.max(0, Math.round(part * most)));
      return [within((clientX - left) / width, WIDTH), within((clientY - top) / height, HEIGHT)];
    };
    const add = (event) => {
      const points = strokes.at(-1);
      const [x, y] = place(event);
      const [beforeX, beforeY] = points.at(-1) ?? [-9, -9];
      // Points closer than a line is wide add nothing to it.
      if (Math.hypot(x - beforeX, y - beforeY) < 3 || letters > LETTERS) return;
      points.push([x, y]);
      letters += 8;
    };

    canvas.addEventListener('pointerdown', (event) => {
      if (pointer !== undefined || event.button !== 0) return;
      pointer = event.pointerId;
      canvas.setPointerCapture(pointer);
      strokes.push([]);
      add(event);
      event.preventDefault();
    });
    canvas.addEventListener('pointermove', (event) => {
      if (event.pointerId !== pointer) return;
      for (const one of event.getCoalescedEvents?.() ?? [event]) add(one);
      draw();
    });
    const lift = (event) => {
      if (event.pointerId !== pointer) return;
      pointer = undefined;
      draw();
      keep();
    };
    canvas.addEventListener('pointerup', lift);
    canvas.addEventListener('pointercancel', lift);
    pad.querySelector('[data-clear]').addEventListener('click', () => {
      strokes.length = 0;
      letters = 0;
      draw();
      keep();
    });

    // What was drawn before an answer that asks for something else.
    for (const stroke of field.value.split('M').filter(Boolean)) {
      strokes.push(stroke.split('L').map((point) => point.split(' ').map(Number)));
      letters += stroke.length;
    }
    draw();

    const way = () => form.querySelector('input[name="modo"]:checked').value;
    const show = () => {
      const isDrawn = way() === 'desenhar';
      pad.hidden = !isDrawn;
      typed.closest('.field').hidden = isDrawn;
    };
    modes.hidden = false;
    if (form.hasAttribute('data-fresh')) form.querySelector('input[value="desenhar"]').checked = true;
    modes.addEventListener('change', show);
    show();

    form.addEventListener('submit', (event) => {
      if (way() !== 'desenhar' || field.value !== '') return;
      event.preventDefault();
      said.textContent = 'Desenhe a sua assinatura no quadro, ou escolha digitar o nome.';
      canvas.focus();
    });
  }
})();
