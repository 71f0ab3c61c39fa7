import { type BidDetail, bids } from '@morada/contract/lease/bids';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { toast } from '#web/lib/toast.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useLinkClient } from './bid-queries.ts';

/** Says which client the person of a bid is: the contract needs a document and an address. */
export function BidClientWindow({ bid, onClose }: { bid: BidDetail; onClose: () => void }) {
  const link = useLinkClient(bid.id);
  const form = useForm(bids.client.body, {
    defaultValues: {},
    submit: (body) => link.mutateAsync({ params: { id: bid.id }, body }),
    onSaved: () => {
      toast.success('Cliente ligado à proposta');
      onClose();
    },
  });
  return (
    <FormWindow title="Cliente da proposta" onClose={onClose} form={form} verb="Ligar">
      <Form form={form}>
        <Fields columns={1}>
          <ClientPicker
            form={form}
            name="client_id"
            label={bid.name ?? 'Interessado'}
            required
            first="TENANT"
            create={{ type: 'TENANT', label: 'Adicionar novo cliente' }}
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
