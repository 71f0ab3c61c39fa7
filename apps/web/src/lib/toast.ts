import { notifications } from '@mantine/notifications';
import { ApiProblem } from './api.ts';

const UNKNOWN = 'Algo não saiu como esperado. Tente de novo.';

/** Notices at the top right. */
export const toast = {
  success(message: string) {
    notifications.show({ title: 'Pronto!', message, color: 'green' });
  },
  /** Stays until it is closed. */
  warning(message: string) {
    notifications.show({ title: 'Atenção', message, color: 'yellow', autoClose: false });
  },
  /** The server's first message, or whatever the error says. */
  failure(error: unknown) {
    notifications.show({ title: 'Oopss...', message: messageOf(error), color: 'red', autoClose: 10_000 });
  },
};

/** What to show of an error: the first refused field's message, else the whole call's. Never a stumble of ours in English. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return UNKNOWN;
  return error.errors[0]?.message ?? error.message;
}
