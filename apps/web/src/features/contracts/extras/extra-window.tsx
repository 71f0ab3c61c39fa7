import { Input } from '@mantine/core';
import { ExtraCreate, type ProposalDetail } from '@morada/contract/lease/proposals';
import { MAX_INSTALMENTS, nextReference } from '@morada/domain/lease/instalments';
import type * as z from 'zod/mini';
import { useAddExtra } from '#web/features/contracts/list/contract-rows.ts';
import { InstalmentsPreview } from '#web/features/contracts/terms/instalments-preview.tsx';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { MoneyField, NumberField, SegmentedField, SelectField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form, Wide } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { monthOptions } from './extra-months.ts';
import classes from './extra-window.module.css';
import { EXTRA_TYPES, INFLUENCES } from './extra-words.ts';

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

export function ExtraWindow({ proposal, onClose }: { proposal: ProposalDetail; onClose: () => void }) {
  const add = useAddExtra(proposal.id);
  const billed = proposal.invoices.map(({ reference }) => reference);
  const next = nextReference({ start_date: proposal.start_date, billed }, today());
  const form = useForm(ExtraCreate, {
    defaultValues: {
      description: '',
      type: 'CREDIT',
      influence: 'RENT',
      boleto: true,
      transfer: false,
      brokerage: false,
      instalments: 1,
      from_reference: next,
    },
    submit: (extra) =>
      add.mutateAsync({
        params: { id: proposal.id },
        body: extra.instalments === 1 && extra.from_reference === next ? atOnce(extra) : extra,
      }),
    onSaved: () => {
      toast.success('Dados atualizados');
      onClose();
    },
  });
  return (
    <FormWindow title="Adicionar dedução ou acréscimo" terms={['extra']} onClose={onClose} form={form} verb="Adicionar">
      <Form form={form}>
        <Fields columns={1}>
          <TextField form={form} name="description" label="Descrição" required maxLength={200} autoFocus />
          <MoneyField form={form} name="amount" label="Valor" required help="O total, quando são várias parcelas." />
          <SegmentedField
            form={form}
            name="type"
            label="Tipo"
            required
            options={options(EXTRA_TYPES)}
            help="Dedução desconta, acréscimo soma."
          />
          <SegmentedField
            form={form}
            name="influence"
            label="Influência"
            required
            options={options(INFLUENCES)}
            help="Aluguel entra na base da taxa de administração; despesa não entra."
          />
          <Input.Wrapper label="Destino" labelElement="div" withAsterisk>
            <div className={classes.flags}>
              <SwitchField form={form} name="boleto" label="Próximo boleto do inquilino" />
              <SwitchField form={form} name="transfer" label="Próximo repasse ao proprietário" />
            </div>
          </Input.Wrapper>
          <SwitchField
            form={form}
            name="brokerage"
            label="É a intermediação da imobiliária"
            help="A taxa do primeiro aluguel: uma dedução do repasse, fora do boleto, com nota própria para o proprietário."
          />
          <div className={classes.split}>
            <NumberField form={form} name="instalments" label="Parcelas" min={1} max={MAX_INSTALMENTS} />
            <SelectField
              form={form}
              name="from_reference"
              label="A partir de"
              searchable
              options={monthOptions(proposal, next)}
            />
          </div>
          <Wide>
            <InstalmentsPreview form={form} />
          </Wide>
        </Fields>
      </Form>
    </FormWindow>
  );
}

/** A single extra for the earliest month is sent without a month: the next invoice takes it. */
const atOnce = (extra: z.input<typeof ExtraCreate>) => ({ ...extra, from_reference: undefined });
