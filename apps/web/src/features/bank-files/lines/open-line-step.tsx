import { bankFiles, type OpenBankLine } from '@morada/contract/bank/bank-files';
import type { Answer } from '@morada/contract/base/endpoint';
import { invoices } from '@morada/contract/money/invoices';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { InvoicePicker } from '#web/entities/invoice/invoice-picker.tsx';
import { restChoice } from '#web/entities/invoice/rest-choice.ts';
import { RestFields } from '#web/entities/invoice/rest-fields.tsx';
import { openLineQuery, useIgnoreOpenLine, useSettleOpenLine } from '#web/features/bank-files/bank-file-queries.ts';
import { kindWords, sourceWords } from '#web/features/bank-files/bank-file-words.ts';
import { present } from '#web/lib/present.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import type { FootActions } from '#web/ui/base/actions.tsx';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import classes from './assign-step.module.css';
import { Difference, fatesOf, restOf } from './difference.ts';

/** One payment that waits: it is settled with an invoice, or set aside with a reason. */
export function useOpenLine(id: number, onBack: () => void) {
  const query = useQuery(openLineQuery(id));
  const [ignoring, setIgnoring] = useState(false);
  const reasoning = useIgnoring(id, onBack);
  const settling = useOpenSettling(id, query.data, onBack);
  const { line, form } = settling;
  const ready = line?.payable === true;
  const actions: FootActions = ignoring
    ? {
        others: [{ label: 'Voltar', onClick: () => setIgnoring(false) }],
        primary: { label: 'Ignorar pagamento', loading: reasoning.formState.isSubmitting, onClick: reasoning.save },
      }
    : {
        danger: { label: 'Ignorar', onClick: () => setIgnoring(true) },
        others: [{ label: 'Voltar', onClick: onBack }],
        primary: {
          label: ready ? `Liquidar · ${formatMoney(line.paid_amount ?? 0)}` : 'Liquidar',
          disabled: !ready,
          loading: form.formState.isSubmitting,
          onClick: form.save,
        },
      };
  return { query, ignoring, reasoning, settling, actions };
}

export function OpenLineStep({ step }: { step: ReturnType<typeof useOpenLine> }) {
  const { query, ignoring, reasoning, settling } = step;
  return (
    <QueryBoundary query={query} what="o pagamento" lines={10}>
      {(found) => (
        <div className={classes.step}>
          <h3 className={classes.title}>{ignoring ? 'Por que ignorar este pagamento?' : 'Pagamento a resolver'}</h3>
          <Facts line={found} />
          <div className={classes.field}>
            {ignoring ? (
              <Form form={reasoning}>
                <Fields columns={1}>
                  <TextField
                    form={reasoning}
                    name="reason"
                    label="Motivo"
                    required
                    help="Fica no histórico. O pagamento pode voltar depois."
                  />
                </Fields>
              </Form>
            ) : (
              <Settling settling={settling} />
            )}
          </div>
        </div>
      )}
    </QueryBoundary>
  );
}

function Facts({ line: { label, occurrence, paid_amount, paid_on, file, line, reason } }: { line: OpenBankLine }) {
  return (
    <KeyValue
      items={[
        { label: 'No banco', value: <span title={label}>{occurrence ? `${label}, ${occurrence}` : label}</span> },
        { label: 'Pago', value: <Money value={paid_amount} /> },
        { label: 'Pago em', value: <Day value={paid_on} /> },
        {
          label: file.kind === 'PIX' ? 'Origem' : 'Arquivo',
          value: <span title={kindWords(file)}>{sourceWords(file, line)}</span>,
        },
        { label: 'Motivo', value: reason },
      ]}
    />
  );
}

function useIgnoring(id: number, onDone: () => void) {
  const { mutateAsync: ignore } = useIgnoreOpenLine();
  return useForm(bankFiles.ignoreOpen.body, {
    defaultValues: { reason: '' },
    submit: (body) => ignore({ params: { id }, body }),
    onSaved: () => {
      toast.success('Pagamento ignorado.');
      onDone();
    },
  });
}

/** Choice of an invoice that is not among the candidates. */
const OTHER = 'other';

const Whose = z.object({
  /** Number of the invoice that is offered, or `OTHER`. */
  candidate: z.nullable(z.string()),
  invoice_id: z.nullable(z.int()),
});

type OpenSettling = ReturnType<typeof useOpenSettling>;

/** Form state of one payment: its invoice, and the choice for the difference, proposed anew for each invoice. */
function useOpenSettling(id: number, found: Detail | undefined, onDone: () => void) {
  const { mutateAsync: settle } = useSettleOpenLine();
  const options = found ? optionsOf(found) : [];
  const whose = useForm(Whose, {
    values: found && {
      candidate: found.payable || options.length === 1 ? (options[0]?.value ?? null) : null,
      invoice_id: null,
    },
    submit: async () => undefined,
    asks: true,
  });
  const candidate = useWatch({ control: whose.control, name: 'candidate' });
  const other = useWatch({ control: whose.control, name: 'invoice_id' });
  const isOther = options.length === 0 || candidate === OTHER;
  const chosen = isOther ? (other ?? undefined) : candidate ? Number(candidate) : undefined;
  const query = useQuery({ ...openLineQuery(id, chosen), enabled: chosen !== undefined });
  const line = chosen === undefined ? undefined : query.data;

  const form = useForm(Difference, {
    defaultValues: { rest: { fate: undefined, due_date: undefined, reason: undefined } },
    complete: ({ rest }) => ({ rest: restChoice(rest, line ? fatesOf(line) : [], today()) }),
    submit: ({ rest }) =>
      settle({
        params: { id },
        body: { invoice_id: present(chosen, 'the invoice'), ...(line && restOf(line) !== 0 && { rest }) },
      }),
    onSaved: () => {
      toast.success(found?.file.kind === 'PIX' ? 'Pix recebido baixado na fatura' : '1 boleto liquidado no sistema');
      onDone();
    },
    asks: true,
  });
  return { form, whose, options, isOther, line };
}

type Detail = Answer<typeof bankFiles.openLine>;

/** Options in order: the match, while it can be settled, then the candidates by amount and by contract. */
function optionsOf({ found, payable, candidates }: Detail) {
  const all = [
    ...(found && payable
      ? [{ invoice_id: found.invoice_id, user: found.user, amount: found.invoice_amount, due_date: found.due_date }]
      : []),
    ...candidates,
  ];
  const once = new Map(all.map((one) => [one.invoice_id, one]));
  return [...once.values()].map(({ invoice_id, user, amount, due_date }) => ({
    value: String(invoice_id),
    label: `${user.name} · ${formatMoney(amount)} · fatura ${invoice_id}, vence ${formatDate(due_date)}`,
  }));
}

function Settling({ settling: { form, whose, options, isOther, line } }: { settling: OpenSettling }) {
  const findsInvoices = may(invoices.list.access);
  const others = findsInvoices ? [{ value: OTHER, label: 'Outra fatura' }] : [];
  const rest = line ? restOf(line) : 0;
  // Another invoice has another difference.
  const proposeAnew = () => form.reset();
  return (
    <Fields columns={1}>
      {options.length > 0 && (
        <SelectField
          form={whose}
          name="candidate"
          label="De qual fatura é"
          options={[...options, ...others]}
          required
          onEdit={proposeAnew}
        />
      )}
      {isOther && findsInvoices && (
        <InvoicePicker
          form={whose}
          name="invoice_id"
          label="Fatura"
          required
          help="Só faturas em aberto."
          onEdit={proposeAnew}
        />
      )}
      {options.length === 0 && !findsInvoices && (
        <Callout tone="known">Nenhuma fatura combina com este pagamento. Quem vê as faturas pode escolher uma.</Callout>
      )}
      {line && !line.payable && <Callout tone="warning">{line.reason}.</Callout>}
      {line?.payable && line.found && (
        <KeyValue
          items={[
            { label: 'Inquilino', value: line.found.user.name },
            { label: 'Devido no dia', value: <Money value={line.found.expected} /> },
            { label: rest < 0 ? 'A mais' : 'A menos', value: <Money value={Math.abs(rest)} /> },
          ]}
        />
      )}
      {line && rest !== 0 && <RestFields form={form} fates={fatesOf(line)} />}
    </Fields>
  );
}
