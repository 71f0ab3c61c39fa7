import { formatDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { LinkProps } from '@tanstack/react-router';
import { dayAt } from '#web/lib/today.ts';
import type { Task } from '../today-queue.tsx';

/** A bank whose calls fail, with since when and why; none while it answers. */
export const failingBank = (
  title: string,
  { failing_since, problem }: { failing_since: string | null; problem: string | null },
  link: LinkProps,
): Task[] =>
  failing_since
    ? [
        {
          title,
          who: problem ?? 'O banco não responde.',
          when: `falhando desde ${formatDate(dayAt(failing_since))}`,
          late: true,
          verb: 'Abrir',
          link,
        },
      ]
    : [];

/** Task about a refusal or an action of the bank on an invoice; it opens the invoice. */
export const aboutInvoice = (
  title: string,
  { invoice_id, amount }: { invoice_id: number; amount: Cents },
  who: string,
  when = 'a fatura continua paga',
): Task => ({
  title: `${title}, fatura ${invoice_id}`,
  who,
  when,
  late: true,
  amount,
  verb: 'Abrir',
  link: { to: '/financial/invoices', search: { open: invoice_id } },
});

/** How many the bank refused, in words; none while it is none. */
export const refusedByBank = (title: string, refused: number, words: string, when: string, link: LinkProps): Task[] =>
  refused > 0 ? [{ title, who: words, when, late: false, verb: 'Abrir', link }] : [];
