import { contacts } from '@morada/contract/contacts';
import type { Sent } from '@morada/contract/endpoint';
import { invoices } from '@morada/contract/invoices';
import { useMutation } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { mutation } from './mutation.ts';

/** Sending leaves this page for WhatsApp or mail at once: the call outlives the page, and only a failure is told. */
const OUTLIVES = { keepalive: true };

/** Keeps what was opened to be sent in the client's history. Nothing waits for it. */
export function useKeepSent() {
  const ofInvoice = useMutation({ ...mutation(invoices.sent), onError: toast.failure });
  const ofContact = useMutation({ ...mutation(contacts.sent), onError: toast.failure });
  return {
    ofInvoice: (id: number, body: Sent<typeof invoices.sent>['body']) =>
      ofInvoice.mutate({ params: { id }, body, ...OUTLIVES }),
    ofContact: (id: number, body: Sent<typeof contacts.sent>['body']) =>
      ofContact.mutate({ params: { id }, body, ...OUTLIVES }),
  };
}
