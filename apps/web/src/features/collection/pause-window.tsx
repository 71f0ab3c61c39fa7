import { Checkbox } from '@mantine/core';
import { collection } from '@morada/contract/collection/collection';
import { HOLDS, PAUSE_REASONS } from '@morada/domain/collection/stages';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { usePauseContract, usePauseInvoice } from './collection-queries.ts';

const REASONS = PAUSE_REASONS.map((value) => ({ value, label: HOLDS[value] }));

/** Keeps an invoice, or every one of its contract, out of the ruler. */
export function PauseWindow({ id, contract, onClose }: { id: number; contract: number; onClose: () => void }) {
  const { mutateAsync: pause } = usePauseInvoice();
  const { mutateAsync: pauseContract } = usePauseContract();
  const [whole, setWhole] = useState(false);
  const form = useForm(collection.pause.body, {
    defaultValues: { note: '' },
    submit: (body) => (whole ? pauseContract({ params: { id: contract }, body }) : pause({ params: { id }, body })),
    onSaved: () => {
      toast.success(whole ? 'O contrato ficou fora da régua.' : 'A fatura ficou fora da régua.');
      onClose();
    },
  });
  return (
    <FormWindow title="Deixar fora da régua" onClose={onClose} form={form} verb="Deixar fora">
      <Form form={form}>
        <Fields columns={1}>
          <p>As mensagens que esperam são canceladas, e nenhum passo é feito até a fatura voltar à régua.</p>
          <SelectField form={form} name="reason" label="Motivo" required options={REASONS} />
          <TextField form={form} name="note" label="Por quê" required />
          <DateField
            form={form}
            name="until"
            label="Até o dia"
            min={today()}
            clearable
            help="Em branco, até alguém a devolver à régua."
          />
          <Checkbox
            label={`Todas as faturas do contrato ${contract}`}
            checked={whole}
            onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
