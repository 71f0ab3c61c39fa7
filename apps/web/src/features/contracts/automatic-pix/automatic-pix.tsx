import { Button } from '@mantine/core';
import { type Recurrence, recurrences } from '@morada/contract/bank/recurrences';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { enderWords, RECURRENCE_STATES, RETRY_POLICIES } from '@morada/domain/bank/pix/recurrence';
import { IconRepeat, IconRepeatOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import { CopyIcon } from '#web/ui/display/copy-icon.tsx';
import { Day, Moment, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Terms } from '#web/ui/display/terms/terms.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { Section } from '#web/ui/page/page.tsx';
import classes from './automatic-pix.module.css';
import { recurrenceQuery, useCancelRecurrence, useOfferRecurrence } from './automatic-pix-queries.ts';
import { DebitList } from './debit-list.tsx';
import { RecurrenceStatus } from './recurrence-status.tsx';

// Lazy: the code that draws it is read with the first page that shows one.
const QrCode = lazyPart(
  () => import('#web/ui/display/qr-code.tsx'),
  ({ default: QrCode }) => QrCode,
);

/** Pix Automático of a contract: its state, the code that the tenant authorises it with, and the debits. */
export function AutomaticPix({ proposal }: { proposal: ProposalDetail }) {
  const query = useQuery(recurrenceQuery(proposal.id));
  return (
    <QueryBoundary query={query} what="o Pix Automático" lines={10}>
      {({ available, recurrence }) => (
        <div className={classes.tab}>
          <Terms of={['automaticPix']} />
          {recurrence ? (
            <Standing proposal={proposal} recurrence={recurrence} available={available} />
          ) : (
            <EmptyState
              icon={available ? IconRepeat : IconRepeatOff}
              title="Sem Pix Automático"
              below={
                available
                  ? 'O inquilino autoriza uma vez no banco dele, e cada fatura é debitada no vencimento.'
                  : 'A imobiliária ainda não oferece Pix Automático. Quem administra o sistema o liga em Configurações, Banco por Pix.'
              }
              action={
                available ? (
                  <Offer proposal={proposal} />
                ) : (
                  may(recurrences.setting.access) && <Link to="/settings/bank-link">Abrir Banco por Pix</Link>
                )
              }
            />
          )}
        </div>
      )}
    </QueryBoundary>
  );
}

const isStanding = ({ state }: Recurrence) => state === 'WAITING' || state === 'CREATED' || state === 'APPROVED';

type StandingProps = { proposal: ProposalDetail; recurrence: Recurrence; available: boolean };

function Standing({ proposal, recurrence, available }: StandingProps) {
  const { first_date, last_date, minimum, policy, problem, end_reason, ended_by, code, steps, charges } = recurrence;
  const by = enderWords(ended_by);
  return (
    <>
      {problem && <Callout tone="failed">O banco recusou: {problem} A Morada tenta outra vez a cada hora.</Callout>}
      <KeyValue
        items={[
          { label: 'Situação', value: <RecurrenceStatus recurrence={recurrence} /> },
          { label: 'Primeiro débito a partir de', value: <Day value={first_date} /> },
          { label: 'Vale até', value: last_date ? <Day value={last_date} /> : 'Até ser cancelado' },
          { label: 'Quando falta saldo', value: RETRY_POLICIES[policy] },
          { label: 'Limite mínimo do inquilino', value: minimum === null ? 'Nenhum' : <Money value={minimum} /> },
          ...(ended_by ? [{ label: 'Encerrado', value: [by, end_reason].filter(Boolean).join(': ') }] : []),
        ]}
      />
      {code && (
        <div className={classes.offer}>
          <div className={classes.code}>
            <QrCode text={code} label="QR Code que autoriza o Pix Automático" />
          </div>
          <div className={classes.words}>
            <p>
              O inquilino lê este código no aplicativo do banco dele e confirma. Nada é cobrado ao autorizar. O mesmo
              código está na área do cliente.
            </p>
            <p className={classes.text}>
              <span title={code}>{code}</span>
              <CopyIcon label="código de autorização" value={code} />
            </p>
          </div>
        </div>
      )}
      <Actions proposal={proposal} recurrence={recurrence} available={available} />
      <Section title="Débitos">
        <DebitList charges={charges} />
      </Section>
      <Section title="Histórico da autorização">
        <ul className={classes.steps}>
          {steps.toReversed().map(({ state, at }) => (
            <li key={`${state} ${at}`}>
              {RECURRENCE_STATES[state]}
              <span className={classes.note}>
                <Moment value={at} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Actions({ proposal, recurrence, available }: StandingProps) {
  const { mutateAsync: cancel } = useCancelRecurrence();
  const confirm = useConfirm();
  if (!isStanding(recurrence)) return available ? <Offer proposal={proposal} /> : null;
  if (recurrence.canceling || !may(recurrences.cancel.access)) return null;

  async function ask() {
    const canceled = await confirm({
      title: 'Cancelar o Pix Automático',
      body: 'Nenhuma fatura nova será debitada, e o débito que já está agendado é cancelado se o dia dele ainda não chegou. As faturas continuam em aberto.',
      verb: 'Cancelar o Pix Automático',
      danger: true,
      run: () => cancel({ params: { id: proposal.id } }),
    });
    if (canceled) toast.success('O Pix Automático será cancelado no banco em instantes.');
  }

  return (
    <div>
      <Button variant="default" leftSection={<IconRepeatOff size={15} />} onClick={ask}>
        Cancelar o Pix Automático
      </Button>
    </div>
  );
}

function Offer({ proposal }: { proposal: ProposalDetail }) {
  const { mutateAsync: offer, isPending } = useOfferRecurrence();
  if (proposal.status !== 'APPROVED' || !may(recurrences.offer.access)) return null;
  const send = () =>
    offer({ params: { id: proposal.id } }).then(
      () => toast.success('O código do inquilino fica pronto em instantes.'),
      toast.failure,
    );
  return (
    <div>
      <Button leftSection={<IconRepeat size={15} />} loading={isPending} onClick={send}>
        Oferecer Pix Automático
      </Button>
    </div>
  );
}
