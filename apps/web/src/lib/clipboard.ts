import { ApiProblem } from './api/api.ts';
import { toast } from './toast.ts';

/**
 * Copies a text to the clipboard, and says what failed; `said` is the notice of success, if any. Resolves to whether it was
 * copied. A text that is still loading is passed as a promise, since some browsers only allow copying during the click.
 */
export async function copy(text: string | Promise<string>, said?: string | (() => Promise<string>)): Promise<boolean> {
  try {
    await (typeof text === 'string' ? write(text) : writeLater(text));
    if (said) toast.success(typeof said === 'string' ? said : await said());
    return true;
  } catch (error) {
    toast.failure(error instanceof ApiProblem ? error : refused());
    return false;
  }
}

/** Browsers have no clipboard on a page that came over plain HTTP. */
const write = async (text: string) => {
  if (!('clipboard' in navigator)) throw refused();
  await navigator.clipboard.writeText(text);
};

const refused = () =>
  new ApiProblem(
    0,
    'NO_CLIPBOARD',
    globalThis.isSecureContext
      ? 'O navegador não deixou copiar.'
      : 'O navegador só copia em um endereço https://. Selecione o texto e copie à mão.',
  );

async function writeLater(text: Promise<string>) {
  const later = text.then((words) => new Blob([words], { type: 'text/plain' }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': later })]);
  } catch {
    // Rethrows a failed fetch. Browsers that refuse a deferred ClipboardItem only copy text that is already loaded.
    await later;
    await write(await text);
  }
}
