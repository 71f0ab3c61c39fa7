import { Button } from '@mantine/core';
import type { BidCounter } from '@morada/contract/lease/bids';
import { addDays, addMonths } from '@morada/domain/base/calendar';
import { type Cents, formatMoney, instalmentAmounts } from '@morada/domain/base/money';
import { type BidKind, saleSum } from '@morada/domain/lease/bid';
import { GUARANTEES } from '@morada/domain/lease/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { today } from '#web/lib/today.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { MoneyField, NumberField, SelectField, TextareaField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import classes from './bids.module.css';

export type Terms = Omit<z.input<typeof BidCounter>, 'by'>;

const GUARANTEE_OPTIONS = Object.entries(GUARANTEES).map(([value, label]) => ({ value, label }));
const DAYS_TO_ANSWER = 3;
const USUAL_MONTHS = 30;

/** Terms before anything is typed. */
export const blankTerms = (kind: BidKind) => ({
  guarantee: kind === 'RENT' ? undefined : ('' as const),
  term_months: kind === 'RENT' ? USUAL_MONTHS : null,
  start_on: '' as Terms['start_on'],
  down_payment: null,
  financed: null,
  instalments: [],
  conditions: '',
  expires_on: addDays(today(), DAYS_TO_ANSWER),
});

/** The terms of a rental or of a sale. The form may hold more. */
export function TermsFields<V extends FieldValues>({ form: whole, kind }: { form: Form<V>; kind: BidKind }) {
  // The fields of terms are the same in each of the forms that have them.
  const form = whole as unknown as Form<Terms>;
  return kind === 'RENT' ? (
    <>
      <Fields>
        <MoneyField form={form} name="amount" label="Aluguel" required />
        <NumberField form={form} name="term_months" label="Prazo em meses" required min={1} max={600} />
      </Fields>
      <Fields>
        <SelectField form={form} name="guarantee" label="Garantia" required options={GUARANTEE_OPTIONS} />
        <DateField form={form} name="start_on" label="Início" required />
      </Fields>
      <Common form={form} />
    </>
  ) : (
    <>
      <MoneyField form={form} name="amount" label="Preço" required />
      <Fields>
        <MoneyField form={form} name="down_payment" label="Sinal" />
        <MoneyField form={form} name="financed" label="Financiamento" />
      </Fields>
      <Instalments form={form} />
      <DateField form={form} name="start_on" label="Data do negócio" clearable />
      <Common form={form} />
    </>
  );
}

function Common({ form }: { form: Form<Terms> }) {
  return (
    <>
      <TextareaField form={form} name="conditions" label="Condições" rows={3} />
      <DateField form={form} name="expires_on" label="Vale até" required min={today()} />
    </>
  );
}

const MOST = 120;

/** Instalments of a sale: what is left of the price in equal parts, which can be changed one by one. */
function Instalments({ form }: { form: Form<Terms> }) {
  const [amount, down_payment, financed, given] = useWatch({
    control: form.control,
    name: ['amount', 'down_payment', 'financed', 'instalments'],
  });
  const instalments = given ?? [];
  const [count, setCount] = useState(1);
  const parts = { down_payment: down_payment ?? 0, financed: financed ?? 0 };
  const rest: Cents = (amount ?? 0) - saleSum({ ...parts, instalments: instalments.map(known) });
  const open: Cents = (amount ?? 0) - saleSum({ ...parts, instalments: [] });
  const set = (next: Terms['instalments']) =>
    form.setValue('instalments', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const divide = () =>
    set(instalmentAmounts(open, count).map((part, at) => ({ due_on: addMonths(today(), at + 1), amount: part })));
  return (
    <section className={classes.instalments} aria-label="Parcelas">
      {instalments.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an instalment is known by its place
        <div key={at} className={classes.instalment}>
          <DateField form={form} name={`instalments.${at}.due_on` as FieldPath<Terms>} label={`Parcela ${at + 1}`} />
          <MoneyField form={form} name={`instalments.${at}.amount` as FieldPath<Terms>} label="Valor" />
          <Button
            variant="subtle"
            color="red"
            aria-label={`Remover a parcela ${at + 1}`}
            onClick={() => set(instalments.toSpliced(at, 1))}
          >
            Remover
          </Button>
        </div>
      ))}
      {open > 0 && (
        <div className={classes.divide}>
          <label>
            Dividir {formatMoney(open)} em{' '}
            <input
              className={classes.count}
              type="number"
              min={1}
              max={MOST}
              value={count}
              onChange={({ currentTarget }) =>
                setCount(Math.min(MOST, Math.max(1, Math.trunc(Number(currentTarget.value)) || 1)))
              }
            />{' '}
            {count === 1 ? 'parcela' : 'parcelas mensais'}
          </label>
          <Button variant="default" leftSection={<IconPlus size={15} />} disabled={open < count} onClick={divide}>
            Dividir
          </Button>
        </div>
      )}
      {(amount ?? 0) > 0 && rest !== 0 && (
        <Callout tone="known">
          {rest > 0
            ? `Faltam ${formatMoney(rest)} para somar o preço.`
            : `O sinal, o financiamento e as parcelas passam do preço em ${formatMoney(-rest)}.`}
        </Callout>
      )}
    </section>
  );
}

const known = ({ due_on, amount }: { due_on?: string; amount?: Cents | null }) => ({
  due_on: (due_on ?? today()) as ReturnType<typeof today>,
  amount: amount ?? 0,
});
