import { BidCounter, type BidDetail, BidUpdate } from '@morada/contract/lease/bids';
import { addDays } from '@morada/domain/base/calendar';
import { BID_PARTIES } from '@morada/domain/lease/bid-words';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { SegmentedField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useCounterBid, useUpdateBid } from './bid-queries.ts';
import { TermsFields } from './terms-fields.tsx';

const DAYS_TO_ANSWER = 3;
const SIDES = (['OWNER', 'PROSPECT'] as const).map((value) => ({ value, label: BID_PARTIES[value] }));

/** The terms that the form begins with: those of the last version. */
function lastTerms({ history, expires_on }: BidDetail) {
  const [last] = history;
  const { amount, guarantee, term_months, start_on, down_payment, financed, instalments, conditions } = last ?? {};
  return {
    ...{ amount, guarantee: guarantee ?? ('' as const), term_months, start_on: start_on ?? undefined },
    ...{ down_payment, financed, instalments: instalments ?? [], conditions: conditions ?? '' },
    expires_on: expires_on < today() ? addDays(today(), DAYS_TO_ANSWER) : expires_on,
  };
}

type TermsWindowProps = { bid: BidDetail; onClose: () => void };

/** A further version, of the side that answers or of the other. */
export function CounterWindow({ bid, onClose }: TermsWindowProps) {
  const counter = useCounterBid(bid.id);
  const form = useForm(BidCounter, {
    defaultValues: { by: bid.state === 'SENT' ? 'OWNER' : 'PROSPECT', ...lastTerms(bid) },
    submit: (body) => counter.mutateAsync({ params: { id: bid.id }, body }),
    onSaved: () => {
      toast.success('Contraproposta registrada');
      onClose();
    },
  });
  return (
    <FormWindow title="Contraproposta" onClose={onClose} form={form} verb="Registrar contraproposta">
      <Form form={form}>
        <Fields columns={1}>
          <SegmentedField form={form} name="by" label="De quem" required options={SIDES} />
          <TermsFields form={form} kind={bid.kind} />
        </Fields>
      </Form>
    </FormWindow>
  );
}

/** The terms of a draft. */
export function DraftWindow({ bid, onClose }: TermsWindowProps) {
  const update = useUpdateBid(bid.id);
  const { client_id, name, phone, email } = bid;
  const form = useForm(BidUpdate, {
    defaultValues: {
      ...(client_id === null ? { client_id, name: name ?? '', phone: phone ?? '', email: email ?? '' } : { client_id }),
      ...lastTerms(bid),
    },
    submit: (body) => update.mutateAsync({ params: { id: bid.id }, body }),
    onSaved: () => {
      toast.success('Proposta alterada');
      onClose();
    },
  });
  return (
    <FormWindow title="Alterar a proposta" onClose={onClose} form={form} verb="Salvar">
      <Form form={form}>
        <Fields columns={1}>
          <TermsFields form={form} kind={bid.kind} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
