import { Button, Checkbox } from '@mantine/core';
import { type BankMovement, reconciliation } from '@morada/contract/bank/reconciliation';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney, sum } from '@morada/domain/base/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import classes from './explain-window.module.css';
import { choicesQuery, useExplain, useMark, useRecord } from './reconciliation-queries.ts';
import { candidateWords, taking } from './reconciliation-words.ts';

type ExplainProps = { movement: BankMovement; onClose: () => void };

/** What a movement is: entries of the ledger, a new one in the cash book, or a reason alone. */
export function ExplainWindow({ movement, onClose }: ExplainProps) {
  const { memo, amount, day, candidates, is_fee } = movement;
  const [part, setPart] = useState(candidates.length === 0 && is_fee ? 'record' : 'entries');
  const explained = (words: string) => {
    toast.success(words);
    onClose();
  };
  const records = may(reconciliation.record.access);
  return (
    <FormWindow title="Identificar movimento" onClose={onClose} actions={{ close: 'Fechar' }}>
      <p className={classes.movement}>
        <span>
          {memo || 'Sem texto do banco'}, {formatDate(day)}
        </span>
        <b>{formatMoney(amount)}</b>
      </p>
      <Tabs
        label="Explicações"
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'entries', label: 'Lançamentos', panel: <Entries movement={movement} onDone={explained} /> },
          ...(records
            ? [{ value: 'record', label: 'Lançar no caixa', panel: <Record movement={movement} onDone={explained} /> }]
            : []),
          { value: 'mark', label: 'Só um motivo', panel: <Reason movement={movement} onDone={explained} /> },
        ]}
      />
    </FormWindow>
  );
}

type PartProps = { movement: BankMovement; onDone: (words: string) => void };

function Entries({ movement, onDone }: PartProps) {
  const { id, candidates } = movement;
  const { mutateAsync: explain, isPending } = useExplain();
  const take = (body: Parameters<typeof explain>[0]['body']) =>
    explain({ params: { id }, body }).then(() => onDone('Movimento conciliado.'), toast.failure);
  return (
    <>
      {candidates.length > 0 && (
        <>
          <h3 className={classes.title}>Pode ser</h3>
          <ul className={classes.list}>
            {candidates.map((candidate) => (
              <li key={candidateKey(candidate)} className={classes.item}>
                <span>{candidateWords(candidate)}</span>
                <Button
                  size="xs"
                  loading={isPending}
                  aria-label={`É este: ${candidateWords(candidate)}`}
                  onClick={() => take(taking(candidate))}
                >
                  É este
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Choices movement={movement} loading={isPending} onChoose={(entries) => take({ kind: 'CHOSEN', entries })} />
    </>
  );
}

const candidateKey = ({ entries, other, fee }: BankMovement['candidates'][number]) =>
  `${other?.id ?? ''} ${entries.map(({ id }) => id).join()} ${fee}`;

type ChoicesProps = { movement: BankMovement; loading: boolean; onChoose: (entries: number[]) => void };

/** Entries without a movement near its day; those chosen have to add up to it. */
function Choices({ movement, loading, onChoose }: ChoicesProps) {
  const query = useQuery(choicesQuery(movement.id));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const total = sum((query.data ?? []).filter(({ id }) => chosen.has(id)).map(({ amount }) => amount));
  const toggle = (id: number, yes: boolean) =>
    setChosen((now) => new Set(yes ? [...now, id] : [...now].filter((other) => other !== id)));
  return (
    <>
      <h3 className={classes.title}>Escolher lançamentos</h3>
      <QueryBoundary query={query} what="os lançamentos" lines={4}>
        {(lines) =>
          lines.length === 0 ? (
            <p className={classes.note}>Nenhum lançamento sem movimento a até um mês deste dia.</p>
          ) : (
            <>
              <div className={classes.choices}>
                {lines.map(({ id, day, description, person, amount }) => (
                  <Checkbox
                    key={id}
                    label={`${formatDate(day)}, ${description}${person ? `, ${person}` : ''}: ${formatMoney(amount)}`}
                    checked={chosen.has(id)}
                    onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
                  />
                ))}
              </div>
              <div className={classes.item}>
                <span aria-live="polite">
                  Escolhidos: {formatMoney(total)} de {formatMoney(movement.amount)}
                </span>
                <Button
                  disabled={chosen.size === 0 || total !== movement.amount}
                  loading={loading}
                  onClick={() => onChoose([...chosen])}
                >
                  Conciliar
                </Button>
              </div>
            </>
          )
        }
      </QueryBoundary>
    </>
  );
}

const SUBTYPES = [
  { value: 'OTHER', label: 'Outra' },
  { value: 'SALE', label: 'Venda' },
];

/** Maximum length of a description in the cash book; a bank's text may be longer. */
const MOST_LETTERS = 200;

function Record({ movement: { id, memo, day, amount, is_fee }, onDone }: PartProps) {
  const { mutateAsync: record } = useRecord();
  const form = useForm(reconciliation.record.body, {
    defaultValues: {
      description: (is_fee ? `Tarifa do banco: ${memo}` : memo).slice(0, MOST_LETTERS),
      subtype: 'OTHER',
      doc: '',
    },
    submit: (body) => record({ params: { id }, body }),
    onSaved: () => onDone('Movimento lançado no caixa e conciliado.'),
  });
  return (
    <Form form={form}>
      <Fields columns={1}>
        <p className={classes.note}>
          {amount > 0 ? 'Entrada' : 'Saída'} de {formatMoney(Math.abs(amount))} em {formatDate(day)}, como no banco.
        </p>
        <TextField form={form} name="description" label="Descrição" required />
        <SegmentedField form={form} name="subtype" label="Movimentação" options={SUBTYPES} />
        <TextField form={form} name="doc" label="Documento" />
        <Button type="submit" loading={form.formState.isSubmitting}>
          Lançar e conciliar
        </Button>
      </Fields>
    </Form>
  );
}

function Reason({ movement: { id }, onDone }: PartProps) {
  const { mutateAsync: mark } = useMark();
  const form = useForm(reconciliation.mark.body, {
    defaultValues: { reason: '' },
    submit: (body) => mark({ params: { id }, body }),
    onSaved: () => onDone('Movimento explicado pelo motivo.'),
  });
  return (
    <Form form={form}>
      <Fields columns={1}>
        <p className={classes.note}>Nada entra no caixa: o valor continua na diferença, com o motivo.</p>
        <TextField form={form} name="reason" label="Motivo" required />
        <Button type="submit" loading={form.formState.isSubmitting}>
          Guardar motivo
        </Button>
      </Fields>
    </Form>
  );
}
