import { type BidDetail, bids } from '@morada/contract/lease/bids';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useReserve } from './bid-queries.ts';

/** Keeps the property for a bid until a day. */
export function ReserveWindow({ bid, onClose }: { bid: BidDetail; onClose: () => void }) {
  const reserve = useReserve(bid.id);
  const form = useForm(bids.reserve.body, {
    defaultValues: { until: bid.reserved_until ?? (bid.expires_on < today() ? today() : bid.expires_on) },
    submit: (body) => reserve.mutateAsync({ params: { id: bid.id }, body }),
    onSaved: () => {
      toast.success('Imóvel reservado');
      onClose();
    },
  });
  return (
    <FormWindow title="Reservar o imóvel" onClose={onClose} form={form} verb="Reservar">
      <Form form={form}>
        <p>Até este dia nenhuma outra proposta pode ser aceita, e o contrato só pode ser desta.</p>
        <Fields columns={1}>
          <DateField form={form} name="until" label="Reservado até" required min={today()} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
