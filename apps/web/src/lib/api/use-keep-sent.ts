import { contacts } from '@morada/contract/contacts';
import type { Sent } from '@morada/contract/endpoint';
import { invoices } from '@morada/contract/invoices';
import { useQueryClient } from '@tanstack/react-query';
import { CLIENT_HISTORY } from '#web/lib/client-history.ts';
import { toast } from '#web/lib/toast.ts';
import { api } from './api.ts';

/** Sending leaves this page for WhatsApp or mail at once: the call outlives the page, and only a failure is told. */
const OUTLIVES = { keepalive: true };

/** Keeps what was opened to be sent in the client's history. Nothing waits for it. */
export function useKeepSent() {
  const cache = useQueryClient();
  const keep = (call: Promise<unknown>) => {
    call.then(() => cache.invalidateQueries({ queryKey: [CLIENT_HISTORY] })).catch(toast.failure);
  };
  return {
    ofInvoice: (id: number, body: Sent<typeof invoices.sent>['body']) =>
      keep(api(invoices.sent, { params: { id }, body }, OUTLIVES)),
    ofContact: (id: number, body: Sent<typeof contacts.sent>['body']) =>
      keep(api(contacts.sent, { params: { id }, body }, OUTLIVES)),
  };
}
