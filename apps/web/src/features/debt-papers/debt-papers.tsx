import { Button } from '@mantine/core';
import { debtPapers, type DebtPapers as Papers } from '@morada/contract/collection/debt-papers';
import { daysText, formatReference, shownReference } from '@morada/domain/base/calendar';
import { LEGAL_STAGES } from '@morada/domain/debt-papers/debt-register';
import { debtTermsText } from '@morada/domain/debt-papers/debt-statement';
import { IconChecks, IconFileDescription } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download, openFile } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { More } from '#web/ui/base/actions.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Day, Money, Month } from '#web/ui/display/figures.tsx';
import { Dot, Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Section } from '#web/ui/page/page.tsx';
import classes from './debt-papers.module.css';
import { debtQuery } from './debt-queries.ts';
import { DebtRegister } from './debt-register.tsx';

const NoticeWindow = lazyWindow(
  () => import('./notice-window.tsx'),
  (window) => window.NoticeWindow,
);
const ActWindow = lazyWindow(
  () => import('./act-window.tsx'),
  (window) => window.ActWindow,
);
const TermsWindow = lazyWindow(
  () => import('./terms-window.tsx'),
  (window) => window.TermsWindow,
);

/** Debt of a contract: the statement of today, its papers, and what was registered outside. */
export function DebtPapers({ contractId }: { contractId: number }) {
  const query = useQuery(debtQuery(contractId));
  return (
    <QueryBoundary query={query} what="a cobrança do contrato" lines={10}>
      {(papers) => <Loaded contractId={contractId} papers={papers} />}
    </QueryBoundary>
  );
}

type LoadedProps = { contractId: number; papers: Papers };
type Open = 'notice' | 'act' | 'terms';

function Loaded({ contractId, papers }: LoadedProps) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { statement, stage, register } = papers;
  const owes = statement.rows.length > 0;
  const writes = may(debtPapers.register.access);
  return (
    <div className={classes.tab}>
      {stage && (
        <Status tone={stage === 'NOTICE' ? 'yellow' : 'red'} icon={Dot}>
          {LEGAL_STAGES[stage]}
        </Status>
      )}
      <Section
        title="Demonstrativo de hoje"
        action={owes && writes && <PaperActions contractId={contractId} onTerms={() => setOpen('terms')} />}
      >
        <Statement papers={papers} />
      </Section>
      <Section
        title="Avisos e registros"
        action={
          owes &&
          writes && (
            <div className={classes.buttons}>
              <Button variant="default" onClick={() => setOpen('notice')}>
                Emitir aviso
              </Button>
              <Button variant="default" onClick={() => setOpen('act')}>
                Registrar
              </Button>
            </div>
          )
        }
      >
        <DebtRegister query={{ data: register }} />
      </Section>
      {open === 'notice' && <NoticeWindow contractId={contractId} papers={papers} onClose={close} />}
      {open === 'act' && <ActWindow contractId={contractId} papers={papers} onClose={close} />}
      {open === 'terms' && <TermsWindow contractId={contractId} terms={statement.terms} onClose={close} />}
    </div>
  );
}

function PaperActions({ contractId, onTerms }: { contractId: number; onTerms: () => void }) {
  const dossier = (purpose: 'LAWYER' | 'PROTEST') => () =>
    download(debtPapers.dossier, { params: { id: contractId, purpose } }).catch(toast.failure);
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        leftSection={<IconFileDescription size={15} />}
        onClick={() => openFile(`/api/proposal/${contractId}/debt/statement`).catch(toast.failure)}
      >
        Abrir PDF
      </Button>
      <More
        label="Mais papéis"
        actions={[
          ...(may(debtPapers.dossier.access)
            ? [
                { label: 'Dossiê para o advogado', onClick: dossier('LAWYER') },
                { label: 'Dossiê para o protesto', onClick: dossier('PROTEST') },
              ]
            : []),
          { label: 'Encargos do contrato', onClick: onTerms },
        ]}
      />
    </div>
  );
}

type Row = Papers['statement']['rows'][number] & { id: number };

const COLUMNS: Column<Row>[] = [
  {
    title: 'Mês',
    kind: 'main',
    phone: 'main',
    cell: ({ reference }) => <Month value={shownReference(reference)} />,
  },
  { title: 'Vencimento', phone: 'state', cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Atraso', kind: 'number', phone: 'side', cell: ({ days }) => daysText(days) },
  { title: 'Aluguel', kind: 'number', hideBelow: 1100, cell: ({ rent }) => <Money value={rent} bare /> },
  { title: 'Encargos', kind: 'number', hideBelow: 1100, cell: ({ charges }) => <Money value={charges} bare /> },
  { title: 'Correção', kind: 'number', hideBelow: 1340, cell: ({ correction }) => <Money value={correction} bare /> },
  { title: 'Multa', kind: 'number', cell: ({ fine }) => <Money value={fine} bare /> },
  { title: 'Juros', kind: 'number', cell: ({ interest }) => <Money value={interest} bare /> },
  { title: 'Total', kind: 'number', phone: 'amount', cell: ({ total }) => <Money value={total} /> },
];

function Statement({ papers: { statement } }: { papers: Papers }) {
  const { rows, totals, terms, missing } = statement;
  const earlier = rows.filter((row) => row.earlier !== null);
  return (
    <>
      <DataTable
        what="os valores em aberto"
        query={{ data: rows.map((row) => ({ ...row, id: row.invoice_id })) }}
        columns={COLUMNS}
        empty={
          <EmptyState icon={IconChecks} title="Nada vencido" below="Este contrato não tem fatura vencida em aberto." />
        }
      />
      {rows.length > 0 && (
        <>
          <p className={classes.total}>
            Total em <Day value={statement.day} />: <Money value={totals.total} />
          </p>
          <p className={classes.note}>
            {debtTermsText(terms)} {terms.clause ? `Contrato: ${terms.clause}.` : 'São os encargos das faturas.'}
          </p>
          {earlier.map(({ invoice_id, reference, earlier: paid }) => (
            <p key={invoice_id} className={classes.note}>
              {formatReference(shownReference(reference))}: saldo da fatura {paid?.invoice_id}, que teve{' '}
              <Money value={paid?.paid} /> pagos em <Day value={paid?.paid_on} />.
            </p>
          ))}
          {terms.clause && (
            <Callout tone="known">
              A fatura e o boleto continuam com os encargos de costume. O demonstrativo usa os do contrato.
            </Callout>
          )}
          {missing.length > 0 && (
            <Callout tone="warning">
              O índice ainda não foi publicado em {missing.map(formatReference).join(', ')}: estes meses não foram
              corrigidos.
            </Callout>
          )}
        </>
      )}
    </>
  );
}
