import { Input, SegmentedControl, Textarea } from '@mantine/core';
import type { Sent } from '@morada/contract/base/endpoint';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import type { Closing, ClosingRest, terminations } from '@morada/contract/money/terminations';
import { formatMoney } from '@morada/domain/base/money';
import { useState } from 'react';
import type * as z from 'zod/mini';
import classes from './close-body.module.css';

export type ClosingChoice = NonNullable<Sent<typeof terminations.close>['body']>;

type CloseSaysProps = {
  proposal: ProposalDetail;
  dirty: boolean;
  closing: z.output<typeof Closing>;
  onChoose: (choice: ClosingChoice) => void;
};

/** Effects of closing a contract, with its own figures, and what becomes of each amount that is left. */
export function CloseBody({ proposal, dirty, closing, onChoose }: CloseSaysProps) {
  const { withdrawn, owed, owed_amount, rests } = closing;
  const [settled, setSettled] = useState(() => new Map(rests.map(({ key, settles }) => [key, settles])));
  const [reason, setReason] = useState('');
  const isSettled = ({ key }: ClosingRest) => settled.get(key) ?? false;
  const forgives = rests.some((rest) => isWaiting(rest) && rest.amount > 0 && !isSettled(rest));

  const tell = (next: ReadonlyMap<string, boolean>, why: string) =>
    onChoose({ rests: [...next].map(([key, settle]) => ({ key, settle })), reason: why || null });
  function choose(key: string, settle: boolean) {
    const next = new Map(settled).set(key, settle);
    setSettled(next);
    tell(next, reason);
  }
  function explain(why: string) {
    setReason(why);
    tell(settled, why);
  }

  return (
    <>
      <ul className={classes.list}>
        <li>O imóvel {proposal.property.address} volta a ficar disponível.</li>
        {withdrawn > 0 && (
          <li>
            {withdrawn === 1
              ? '1 fatura que ainda não venceu é retirada.'
              : `${withdrawn} faturas que ainda não venceram são retiradas.`}
          </li>
        )}
        {owed > 0 && (
          <li>
            {owed === 1
              ? `1 fatura em aberto, de ${formatMoney(owed_amount)}, continua devida.`
              : `${owed} faturas em aberto, de ${formatMoney(owed_amount)} no total, continuam devidas.`}
          </li>
        )}
        {withdrawn + owed === 0 && <li>Não há fatura em aberto.</li>}
        {dirty && <li>As alterações não salvas deste contrato se perdem.</li>}
        <li>
          {rests.some(isSettled)
            ? 'O encerramento pode ser desfeito enquanto nada do que for acertado for pago.'
            : 'Encerrado sem nada a acertar, o contrato não pode ser reaberto.'}
        </li>
      </ul>
      {rests.length > 0 && (
        <section className={classes.rests}>
          <h3 className={classes.title}>O que fica por acertar</h3>
          {rests.map((rest) => (
            <RestChoice key={rest.key} rest={rest} settled={isSettled(rest)} onChoose={choose} />
          ))}
          {forgives && (
            <Textarea
              label="Por que não será cobrado"
              required
              rows={2}
              maxLength={500}
              value={reason}
              onChange={({ currentTarget }) => explain(currentTarget.value)}
            />
          )}
        </section>
      )}
    </>
  );
}

const isWaiting = ({ key }: ClosingRest) => /^\d+$/.test(key);

/** Words of the two choices: the tenant's debts and credits, and the owners'. */
function choices({ side, amount }: ClosingRest): [string, string] {
  if (side === 'TENANT') return amount > 0 ? ['Cobrar', 'Não cobrar'] : ['Devolver', 'Não devolver'];
  return amount > 0 ? ['Debitar', 'Não debitar'] : ['Repassar', 'Não repassar'];
}

type RestChoiceProps = {
  rest: ClosingRest;
  settled: boolean;
  onChoose: (key: string, settle: boolean) => void;
};

function RestChoice({ rest, settled, onChoose }: RestChoiceProps) {
  const { key, side, name, note, amount, must } = rest;
  const id = `rest-${key}`;
  const [yes, no] = choices(rest);
  const whose = side === 'OWNER' ? 'do proprietário' : 'do inquilino';
  return (
    <Input.Wrapper
      label={`${name}, ${formatMoney(Math.abs(amount))}`}
      labelElement="div"
      labelProps={{ id }}
      description={[note, must ? `diferença de uma baixa, ${whose}` : whose].filter(Boolean).join('; ')}
    >
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        disabled={must}
        data={[
          { value: 'YES', label: yes },
          { value: 'NO', label: no },
        ]}
        value={settled ? 'YES' : 'NO'}
        onChange={(value) => onChoose(key, value === 'YES')}
      />
    </Input.Wrapper>
  );
}
