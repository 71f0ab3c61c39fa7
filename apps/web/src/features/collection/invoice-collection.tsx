import { Button } from '@mantine/core';
import type { Answer } from '@morada/contract/base/endpoint';
import { collection, type Pause } from '@morada/contract/collection/collection';
import { formatDate } from '@morada/domain/base/calendar';
import { CALL_OUTCOMES, HOLDS } from '@morada/domain/collection/stages';
import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { capitalised } from '#web/lib/capitalised.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Day, Moment, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { PhoneLink } from '#web/ui/display/phone-link.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { invoiceCollectionQuery, useResume } from './collection-queries.ts';
import { doneWords, lateWords, plannedWords } from './collection-words.ts';
import classes from './invoice-collection.module.css';

const CallWindow = lazyWindow(
  () => import('./call-window.tsx'),
  ({ CallWindow }) => CallWindow,
);
const PauseWindow = lazyWindow(
  () => import('./pause-window.tsx'),
  ({ PauseWindow }) => PauseWindow,
);
const ExceptionWindow = lazyWindow(
  () => import('./exception-window.tsx'),
  ({ ExceptionWindow }) => ExceptionWindow,
);

type Shown = Answer<typeof collection.show>;
type Opened = 'call' | 'pause' | 'exception';

/** Collection of one open invoice: what comes, what was done, and what a person does about it. */
export function InvoiceCollection({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(invoiceCollectionQuery(id));
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const edits = may(collection.call.access);
  const contract = query.data?.row.contract_id;
  return (
    <>
      <RecordWindow
        title={`Cobrança da fatura ${id}`}
        onClose={onClose}
        actions={{
          close: 'Fechar',
          primary: edits && { label: 'Registrar ligação', icon: IconPhone, onClick: () => setOpened('call') },
          more: [
            edits && { label: 'Deixar fora da régua', onClick: () => setOpened('pause') },
            edits && { label: 'Régua deste contrato', onClick: () => setOpened('exception') },
          ],
        }}
      >
        <QueryBoundary query={query} what="a cobrança da fatura" lines={10}>
          {(shown) => <Parts shown={shown} />}
        </QueryBoundary>
      </RecordWindow>
      {opened === 'call' && <CallWindow id={id} onClose={close} />}
      {opened === 'pause' && contract !== undefined && <PauseWindow id={id} contract={contract} onClose={close} />}
      {opened === 'exception' && contract !== undefined && <ExceptionWindow contract={contract} onClose={close} />}
    </>
  );
}

function Parts({ shown: { row, planned, done, calls, pauses, people, owners, script } }: { shown: Shown }) {
  const { tenant, property, due_date, days, amount, contract_id } = row;
  return (
    <>
      <KeyValue
        items={[
          { label: 'Inquilino', value: tenant.name },
          { label: 'Imóvel', value: property },
          {
            label: owners.length > 1 ? 'Proprietários' : 'Proprietário',
            value: owners.map(({ id, name }, place) => (
              <span key={id}>
                {place > 0 && ', '}
                <Link to="/financial/collection" search={{ owner: id }} title={`Só os imóveis de ${name}`}>
                  {name}
                </Link>
              </span>
            )),
          },
          {
            label: 'Contrato',
            value: may('PROPOSAL_VIEW') ? (
              <Link to="/contracts/info/$id" params={{ id: String(contract_id) }}>
                Contrato {contract_id}
              </Link>
            ) : (
              contract_id
            ),
          },
          { label: 'Vencimento', value: <Day value={due_date} /> },
          { label: 'Situação', value: capitalised(lateWords(days)) },
          { label: 'Valor hoje', value: <Money value={amount} /> },
        ]}
      />
      <Part
        title="Fora da régua"
        lines={pauses.map((pause) => [pause.id, <PauseLine key={pause.id} pause={pause} />])}
      />
      <Part title="O que vem" lines={planned.map((step) => [step.day, plannedWords(step)])} />
      <Part
        title="A quem ligar"
        lines={people.map(({ id, name, phone, is_guarantor }) => [
          id,
          <span key={id} className={classes.line}>
            <span>{is_guarantor ? `${name}, fiador` : name}</span>
            {phone ? <PhoneLink value={phone} /> : <span className={classes.soft}>sem telefone</span>}
          </span>,
        ])}
      />
      {script && (
        <section className={classes.part}>
          <h3>O que dizer</h3>
          <p className={classes.script}>{script}</p>
        </section>
      )}
      <Part
        title="Ligações"
        lines={calls.map(({ at, by, outcome, promised_for, note }) => [
          at,
          <span key={at}>
            <Moment value={at} />: {CALL_OUTCOMES[outcome]}
            {promised_for && ` em ${formatDate(promised_for)}`}
            {by && `, por ${by}`}
            {note && `. ${note}`}
          </span>,
        ])}
      />
      <Part
        title="O que foi feito"
        lines={done.toReversed().map((step) => [
          step.at,
          <span key={step.at}>
            <Day value={step.day} />: {doneWords(step)}
          </span>,
        ])}
      />
    </>
  );
}

/** A list with its title; left out when there is nothing in it. */
function Part({ title, lines }: { title: string; lines: (readonly [key: string | number, line: ReactNode])[] }) {
  if (lines.length === 0) return null;
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      <ul className={classes.list}>
        {lines.map(([key, line]) => (
          <li key={key}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function PauseLine({ pause: { id, reason, until, note, by, of_contract } }: { pause: Pause }) {
  const { mutateAsync: resume, isPending } = useResume();
  const end = () => resume({ params: { id } }).then(() => toast.success('A fatura voltou à régua.'), toast.failure);
  return (
    <span className={classes.line}>
      <span>
        <b>{HOLDS[reason]}</b>
        {until && ` até ${formatDate(until)}`}
        {of_contract && ', o contrato todo'}
        {note && `: ${note}`}
        {by && <span className={classes.soft}> ({by})</span>}
      </span>
      {may(collection.resume.access) && (
        <Button size="xs" variant="default" loading={isPending} onClick={end}>
          Voltar à régua
        </Button>
      )}
    </span>
  );
}
