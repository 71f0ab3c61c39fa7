// Forms work without this. It shapes what is typed (`data-mask`, by the rule above), and fills the address of a CEP in by the
// form's own button.
(() => {
  const OF_CEP = ['street', 'neighborhood', 'city', 'state'];

  const shaped = (mask, text, { isTyped, isErased }) => {
    if (mask === 'MONEY') return shapeAmount(text, isTyped || isErased);
    if (mask === 'DAY' && !isErased) return shapeDay(PATTERNS.DAY[0], text);
    return shapeDigits(PATTERNS[mask], text);
  };

  for (const input of document.querySelectorAll('input[data-mask]')) {
    const { mask } = input.dataset;
    // An amount that was pasted in another notation is left alone until it is gone.
    let isOurs = true;
    const shape = ({ inputType = '', isComposing }) => {
      if (isComposing) return;
      const { value, selectionStart } = input;
      if (value === '') isOurs = true;
      const isTyped = isOurs && inputType === 'insertText';
      const isErased = isOurs && inputType.startsWith('delete');
      const next = shaped(mask, value, { isTyped, isErased });
      isOurs = mask !== 'MONEY' || isTyped || isErased || next === shapeAmount(next, true);
      if (next === value) return;
      const caret = caretIn(value, selectionStart ?? value.length, next);
      input.value = next;
      if (document.activeElement === input) input.setSelectionRange(caret, caret);
    };
    input.addEventListener('input', shape);
    input.addEventListener('change', shape);
  }

  for (const button of document.querySelectorAll('button[name="buscar"]')) fillAddress(button);

  /** Values that were typed stay; those that are empty or came of another CEP are filled in. The state always follows. */
  function fillAddress(button) {
    const { form } = button;
    const cep = form.elements.namedItem('cep');
    const said = form.querySelector('[data-found]');
    const filled = new Map();
    const bare = () => cep.value.replace(/\D/g, '');
    let asked = bare();
    cep.addEventListener('input', async () => {
      const wanted = bare();
      if (wanted.length !== 8 || wanted === asked) return;
      asked = wanted;
      said.textContent = 'Buscando o endereço…';
      const page = await ask(form, button).catch(() => undefined);
      // Another CEP stands there by now.
      if (bare() !== wanted) return;
      said.textContent = page?.querySelector('[data-found]')?.textContent ?? '';
      for (const name of OF_CEP) {
        const field = form.elements.namedItem(name);
        const value = page?.querySelector(`[name="${name}"]`)?.value ?? '';
        const isOurs = name === 'state' || field.value === '' || field.value === filled.get(name);
        if (value === '' || !isOurs) continue;
        field.value = value;
        filled.set(name, value);
      }
    });
  }

  /** The page that the button leads to, whose address is filled in where the CEP is known. */
  async function ask(form, button) {
    const body = new URLSearchParams(new FormData(form));
    for (const name of OF_CEP) body.set(name, '');
    body.set(button.name, button.value);
    const answer = await fetch(form.action, { method: 'POST', body });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
  }
})();
