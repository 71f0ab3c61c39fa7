import { MaintenanceDecision, type MaintenanceDetail } from '@morada/contract/desk/maintenance';
import { formatMoney } from '@morada/domain/base/money';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Select } from '#web/ui/input/select.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useDecide } from './maintenance-queries.ts';

type DecisionWindowProps = { request: MaintenanceDetail; onClose: () => void };

const REFUSED = 'refused';

/** What an owner answered by telephone or in person. */
export function DecisionWindow({ request: { id, quotes }, onClose }: DecisionWindowProps) {
  const { mutateAsync: decide } = useDecide();
  const form = useForm(MaintenanceDecision, {
    defaultValues: { approved: true, quote_id: quotes.length === 1 ? quotes[0]?.id : null, note: '' },
    submit: (body) => decide({ params: { id }, body }),
    onSaved: () => {
      toast.success('Resposta registrada');
      onClose();
    },
  });
  const [approved, chosen] = form.watch(['approved', 'quote_id']);
  const set = (value: string | null) => {
    form.setValue('approved', value !== REFUSED, { shouldDirty: true });
    form.setValue('quote_id', value === REFUSED || value === null ? null : Number(value), { shouldDirty: true });
  };
  return (
    <FormWindow title="Registrar a resposta" onClose={onClose} form={form} verb="Registrar">
      <Form form={form}>
        <Fields columns={1}>
          <Callout tone="known">
            O proprietário responde na área dele. Registre aqui o que ele disse por telefone ou por mensagem.
          </Callout>
          <Select
            label="Resposta"
            withAsterisk
            allowDeselect={false}
            data={[
              ...quotes.map((quote) => ({
                value: String(quote.id),
                label: `Aprovou ${quote.supplier}, ${formatMoney(quote.amount)}`,
              })),
              { value: REFUSED, label: 'Recusou' },
            ]}
            value={approved ? (chosen ? String(chosen) : null) : REFUSED}
            onChange={set}
            error={form.formState.errors.quote_id?.message as string | undefined}
          />
          <TextareaField form={form} name="note" label="Como respondeu" required rows={3} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
