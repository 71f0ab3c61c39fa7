import type { Sent } from '@morada/contract/base/endpoint';
import { contacts } from '@morada/contract/desk/contacts';
import { invoices } from '@morada/contract/money/invoices';
import { useMutation } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { mutation } from './mutation.ts';

/**
 * Records in the client's history that a message was opened for sending. The link to WhatsApp or mail leaves this page
 * immediately, so the call outlives the page, nothing waits for it, and only a failure is shown.
 */
export function useKeepSent() {
  const ofInvoice = useMutation({ ...mutation(invoices.sent), onError: toast.failure });
  const ofContact = useMutation({ ...mutation(contacts.sent), onError: toast.failure });
  return {
    ofInvoice: (id: number, body: Sent<typeof invoices.sent>['body']) =>
      ofInvoice.mutate({ params: { id }, body, keepalive: true }),
    ofContact: (id: number, body: Sent<typeof contacts.sent>['body']) =>
      ofContact.mutate({ params: { id }, body, keepalive: true }),
  };
}
