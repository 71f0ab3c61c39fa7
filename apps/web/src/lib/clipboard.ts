import { ApiProblem } from './api/api.ts';
import { toast } from './toast.ts';

/**
 * Copies a text to the clipboard and shows a notice of success or failure. Resolves to whether it was copied. A text
 * that is still loading is passed as a promise, since some browsers only allow copying during the click.
 */
export async function copy(text: string | Promise<string>, said: string | (() => Promise<string>)): Promise<boolean> {
  try {
    await (typeof text === 'string' ? navigator.clipboard.writeText(text) : writeLater(text));
  } catch (error) {
    toast.failure(error instanceof ApiProblem ? error : refused());
    return false;
  }
  toast.success(typeof said === 'string' ? said : await said());
  return true;
}

const refused = () =>
  new ApiProblem(
    0,
    'NO_CLIPBOARD',
    isSecureContext
      ? 'O navegador não deixou copiar.'
      : 'O navegador só copia em um endereço https://. Selecione o texto e copie à mão.',
  );

/** Says why nothing is copied where the page came over plain HTTP: browsers have no clipboard there. */
export function clipboardIsThere(): boolean {
  if ('clipboard' in navigator) return true;
  toast.failure(refused());
  return false;
}

async function writeLater(text: Promise<string>) {
  const later = text.then((words) => new Blob([words], { type: 'text/plain' }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': later })]);
  } catch {
    // Rethrows a failed fetch. Browsers that refuse a deferred ClipboardItem only copy text that is already loaded.
    await navigator.clipboard.writeText(await text);
  }
}
