import { notifications } from '@mantine/notifications';
import { ApiProblem } from './api/api.ts';
import { noticePlaceNow } from './notice-place.ts';

/** Errors that are shown where they happened. */
const shown = new WeakSet<object>();

export const markShown = (error: object) => void shown.add(error);

export const isShown = (error: unknown) => error instanceof Object && shown.has(error);

const UNKNOWN = 'Algo não saiu como esperado. Tente de novo.';

/** Notices at the top, or at the bottom where they would lie over the row that they speak of. */
export const toast = {
  success(message: string) {
    notifications.show({ title: 'Pronto!', message, color: 'green', position: noticePlaceNow() });
  },
  /** Stays until it is closed. */
  warning(message: string) {
    notifications.show({ title: 'Atenção', message, color: 'yellow', autoClose: false });
  },
  /** The server's first message, or whatever the error says; nothing of an error that is shown elsewhere. */
  failure(error: unknown) {
    if (isShown(error)) return;
    const position = noticePlaceNow();
    notifications.show({ title: 'Oopss...', message: messageOf(error), color: 'red', autoClose: 10_000, position });
  },
};

/**
 * Message of an error: the first field error, else that of the call. A fault of the server also names its request, by
 * which its line in the log is found. Unexpected exceptions get a generic text in Portuguese.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return UNKNOWN;
  const message = error.errors[0]?.message ?? error.message;
  const { request_id } = error.extra;
  return typeof request_id === 'string' ? `${message} Código para o suporte: ${request_id}.` : message;
}
