import { useDebouncedValue } from '@mantine/hooks';
import {
  type DebtAgreementSimulation,
  DebtAgreementTerms,
  type DebtCandidate,
} from '@morada/contract/collection/debt-agreements';
import { addDays, isCalendarDate, shownReference } from '@morada/domain/base/calendar';
import { formatMoney, sum } from '@morada/domain/base/money';
import { IconFileText } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiProblem } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Day, Money, Month } from '#web/ui/display/figures.tsx';
import { AmountList } from '#web/ui/display/key-value.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { MoneyField, NumberField, PercentField } from '#web/ui/form/fields.tsx';
import { Fields, Form as FormTag } from '#web/ui/form/form.tsx';
import { type Form, useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { candidatesQuery, simulationQuery, useOffer } from './agreement-queries.ts';
import classes from './debt-agreements.module.css';
import { Part } from './part.tsx';

type OfferWindowProps = { contract: number; onClose: () => void; onOffered: (id: number) => void };

const Terms = z.omit(DebtAgreementTerms, { proposal_id: true, invoices: true });
type TermsValues = z.input<typeof Terms>;
const PAUSE = 300;
/** A first instalment soon: paying it confirms the agreement. */
const DAYS_TO_FIRST = 5;

/** Chooses open invoices of a contract and terms, shows the instalments and what each party receives, and offers it. */
export function OfferWindow({ contract, onClose, onOffered }: OfferWindowProps) {
  const found = useQuery(candidatesQuery(contract));
  const able = found.data?.invoices.filter(({ refusal }) => refusal === null) ?? [];
  // Overdue invoices are chosen at first; where none is, all are.
  const isLate = ({ days }: DebtCandidate) => days > 0;
  const atFirst = (candidate: DebtCandidate) => isLate(candidate) || !able.some(isLate);
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const chosen = able.filter((candidate) => changed.get(candidate.id) ?? atFirst(candidate));
  const invoices = chosen.map(({ id }) => id);
  const offer = useOffer();
  const form: Form<TermsValues> = useForm(Terms, {
    defaultValues: {
      instalments: 3,
      first_due: addDays(today(), DAYS_TO_FIRST),
      first_amount: undefined,
      charges_off: 0,
      rent_off: 0,
      monthly_interest: 0,
    },
    // What was shown, and nothing else. Enter comes before the button, which waits for the figures of what was typed last.
    submit: async () => {
      if (!ready || !asked) throw new ApiProblem(0, 'NOT_SHOWN', 'Confira as parcelas antes de oferecer o acordo.');
      return offer.mutateAsync({ body: { ...asked, proposal_id: contract } });
    },
    onSaved: ({ id }) => onOffered(id),
  });
  const values = useWatch({ control: form.control });
  const typed = JSON.stringify({ ...values, invoices });
  const [terms] = useDebouncedValue(typed, PAUSE);
  const asked = Terms.safeParse(asSent(values as Partial<Body>)).success ? (JSON.parse(terms) as Body) : undefined;
  const simulation = useQuery({
    ...simulationQuery({ ...(asked ?? EMPTY), proposal_id: contract }),
    enabled: asked !== undefined && asked.invoices.length > 0 && isCalendarDate(asked.first_due),
    placeholderData: keepPreviousData,
  });
  const ready = typed === terms && simulation.isSuccess && !simulation.isPlaceholderData && invoices.length > 0;
  return (
    <RecordWindow
      title="Fazer acordo"
      width={1080}
      onClose={onClose}
      side={
        <div className={classes.parts}>
          <FormTag form={form}>
            <Fields columns={1}>
              <NumberField form={form} name="instalments" label="Parcelas" required min={1} max={24} />
              <DateField form={form} name="first_due" label="Primeira vence em" required min={today()} />
              <MoneyField form={form} name="first_amount" label="Valor da primeira" />
              <PercentField form={form} name="charges_off" label="Desconto na multa e nos juros" />
              <PercentField form={form} name="rent_off" label="Desconto no aluguel" />
              <PercentField form={form} name="monthly_interest" label="Juros ao mês nas parcelas" />
            </Fields>
          </FormTag>
          {simulation.data && <Totals simulation={simulation.data} withholds={found.data?.agency_withholds ?? false} />}
        </div>
      }
      actions={{
        close: 'Cancelar',
        primary: {
          label: 'Oferecer acordo',
          icon: IconFileText,
          disabled: !ready,
          loading: form.formState.isSubmitting,
          onClick: form.save,
        },
      }}
    >
      <QueryBoundary query={found} what="as faturas do contrato" lines={8}>
        {({ invoices: open, user }) => (
          <div className={classes.parts}>
            <Part title={titleOf(contract, user.name, chosen)}>
              <DataTable
                what="as faturas em aberto"
                query={{ data: open }}
                columns={CANDIDATES}
                choice={{
                  chosen: { has: (id) => chosen.some((one) => one.id === id) },
                  onChoose: (rows, yes) =>
                    setChanged((now) => new Map([...now, ...rows.map(({ id }) => [id, yes] as const)])),
                  name: ({ id }) => `fatura ${id}`,
                  can: ({ refusal }) => refusal === null,
                }}
                empty={<EmptyState icon={IconFileText} title="Este contrato não tem faturas em aberto" />}
              />
              <Refusals invoices={open} />
            </Part>
            {simulation.error && (
              <p role="alert" className={classes.refused}>
                {messageOf(simulation.error)}
              </p>
            )}
            {simulation.data && (
              <Part title={`Parcelas, ${formatMoney(simulation.data.total)}`}>
                <DataTable
                  what="as parcelas"
                  query={{ data: simulation.data.instalments.map((one) => ({ ...one, id: one.number })) }}
                  columns={INSTALMENTS}
                  empty={null}
                />
              </Part>
            )}
          </div>
        )}
      </QueryBoundary>
    </RecordWindow>
  );
}

const titleOf = (contract: number, tenant: string, chosen: readonly DebtCandidate[]) =>
  `Faturas em aberto do contrato ${contract}, ${tenant}${chosen.length > 0 ? `, ${formatMoney(sum(chosen.map(({ total }) => total)))}` : ''}`;

/** Invoices that can't be chosen, each with the reason. */
const Refusals = ({ invoices }: { invoices: readonly DebtCandidate[] }) =>
  invoices.map(
    ({ id, refusal }) =>
      refusal !== null && (
        <p key={id} className={classes.note}>
          Fatura {id} fica de fora: {refusal}
        </p>
      ),
  );

type Body = Omit<z.output<typeof DebtAgreementTerms>, 'proposal_id'>;

const EMPTY: Body = {
  ...{ invoices: [], instalments: 1, first_due: '2026-01-01', first_amount: undefined },
  ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
};

/** What is typed in centavos and hundredths, as the schema reads it. */
const asSent = ({ first_amount, charges_off, rent_off, monthly_interest, ...rest }: Partial<Body>) => ({
  ...rest,
  ...(first_amount ? { first_amount: first_amount / 100 } : {}),
  ...{ charges_off: (charges_off ?? 0) / 100, rent_off: (rent_off ?? 0) / 100 },
  ...{ monthly_interest: (monthly_interest ?? 0) / 100 },
});

function Totals({ simulation, withholds }: { simulation: DebtAgreementSimulation; withholds: boolean }) {
  const { principal, charges, discount, interest, total, owners, agency, others } = simulation;
  return (
    <>
      <AmountList
        items={[
          { label: 'Aluguel e taxas', amount: principal },
          { label: 'Multa e juros de hoje', amount: charges },
          { label: 'Desconto', amount: -discount },
          { label: 'Juros das parcelas', amount: interest },
        ]}
        total={{ label: 'Total do acordo', amount: total }}
      />
      <AmountList
        items={[
          { label: 'Aos proprietários', amount: owners },
          { label: 'À imobiliária', amount: agency },
          { label: 'Condomínio e outros', amount: others },
        ]}
      />
      {withholds && (
        <p className={classes.note}>
          Da parte dos proprietários sai ainda o imposto retido na fonte, pelo mês em que cada parcela for paga.
        </p>
      )}
    </>
  );
}

const CANDIDATES: Column<DebtCandidate>[] = [
  { title: 'Fatura', kind: 'main', phone: 'main', cell: ({ id }) => `Fatura ${id}` },
  { title: 'Mês', phone: 'state', cell: ({ reference }) => <Month value={shownReference(reference)} /> },
  { title: 'Vencimento', phone: 'side', cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Valor', kind: 'number', hideBelow: 1024, cell: ({ amount }) => <Money value={amount} bare /> },
  {
    title: 'Multa e juros',
    kind: 'number',
    hideBelow: 1024,
    cell: ({ fine, interest }) => <Money value={fine + interest} bare />,
  },
  { title: 'Total hoje', kind: 'number', phone: 'amount', cell: ({ total }) => <Money value={total} /> },
];

const INSTALMENTS: Column<DebtAgreementSimulation['instalments'][number] & { id: number }>[] = [
  { title: 'Parcela', kind: 'main', phone: 'main', cell: ({ number }) => `Parcela ${number}` },
  { title: 'Vencimento', phone: 'side', cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Proprietários', kind: 'number', hideBelow: 1024, cell: ({ owners }) => <Money value={owners} bare /> },
  { title: 'Imobiliária', kind: 'number', hideBelow: 1024, cell: ({ agency }) => <Money value={agency} bare /> },
  { title: 'Outros', kind: 'number', hideBelow: 1024, cell: ({ others }) => <Money value={others} bare /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
];
