import { Stack } from '@mantine/core';
import { notes, type ServiceNoteDetail } from '@morada/contract/fiscal/fiscal-notes';
import { formatDate, formatReference } from '@morada/domain/base/calendar';
import { NOTE_KINDS, serviceNoteLife } from '@morada/domain/fiscal/service-note';
import { DPS_ENVIRONMENTS } from '@morada/domain/fiscal/taxpayer';
import {
  IconCircleCheck,
  IconDownload,
  IconExternalLink,
  IconFileTypePdf,
  IconPlus,
  IconRefresh,
  IconReplace,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { download, openFile } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { dayAt } from '#web/lib/today.ts';
import { Day, Moment, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { TitledPart } from '#web/ui/display/titled-part.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { CancelNoteWindow } from './cancel-note-window.tsx';
import { noteQuery, useCheckNote, useNoteCanceled, useRedoNote, useRelease } from './note-queries.ts';
import { NoteStatus } from './note-status.tsx';
import { ReplaceNoteWindow } from './replace-note-window.tsx';

/** A note: what it says, what was refused and where that is mended, and what happened to it. */
export function NoteWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(noteQuery(id));
  const [asking, setAsking] = useState<'cancel' | 'replace'>();
  const { mutateAsync: check } = useCheckNote();
  const { mutateAsync: redo } = useRedoNote();
  const { mutateAsync: release, isPending } = useRelease();
  const { mutateAsync: noteCanceled } = useNoteCanceled();
  const confirm = useConfirm();
  const note = query.data;
  const paper = note?.city?.url;
  const can = (event: 'release' | 'cancel' | 'noteCanceled' | 'replace' | 'redo') =>
    note !== undefined && may(notes.release.access) && serviceNoteLife.can(note.state, event);
  const isLeaving = note?.state === 'PENDING' && !note.held;
  const leave = () =>
    release({ params: { id } }).then(() => toast.success('A nota sai no próximo minuto.'), toast.failure);
  const ask = () =>
    check({ params: { id } }).then(() => toast.success('A resposta aparece aqui em instantes.'), toast.failure);
  const another = () =>
    redo({ params: { id } }).then((made) => toast.success(`A nota ${made.id} espera para sair.`), toast.failure);
  async function askCanceled() {
    const done = await confirm({
      title: 'Cancelada fora da Morada',
      body: 'Use se a nota foi cancelada no portal do governo, ou no da prefeitura. Aqui ela passa a Cancelada, e nada é enviado.',
      verb: 'Registrar cancelamento',
      run: () => noteCanceled({ params: { id } }),
    });
    if (done) toast.success('Cancelamento registrado');
  }
  return (
    <>
      <RecordWindow
        title={`Nota ${id}`}
        onClose={onClose}
        actions={{
          close: 'Fechar',
          danger: can('cancel') && {
            label: isIssued(note) ? 'Cancelar nota' : 'Retirar nota',
            onClick: () => setAsking('cancel'),
          },
          others: [
            paper
              ? { label: 'Ver a nota na prefeitura', icon: IconExternalLink, onClick: () => openPage(paper) }
              : false,
            note?.key
              ? {
                  label: 'Ver a DANFSe',
                  icon: IconFileTypePdf,
                  onClick: () => openFile(`/api/fiscal/notes/${id}/danfse`).catch(toast.failure),
                }
              : false,
            note?.key
              ? {
                  label: 'Baixar XML',
                  icon: IconDownload,
                  onClick: () => download(notes.xml, { params: { id } }).catch(toast.failure),
                }
              : false,
          ],
          more: [
            can('replace') && { label: 'Substituir', icon: IconReplace, onClick: () => setAsking('replace') },
            can('noteCanceled') && {
              label: note?.via === 'FOCUS' ? 'Consultar no Focus NFe' : 'Consultar no sistema nacional',
              icon: IconRefresh,
              onClick: ask,
            },
            can('noteCanceled') && { label: 'Cancelada fora', icon: IconCircleCheck, onClick: askCanceled },
            (can('redo') || (note?.trial_over === true && may(notes.redo.access))) && {
              label: 'Preparar outra',
              icon: IconPlus,
              onClick: another,
            },
          ],
          primary: can('release') &&
            !isLeaving && {
              label: note?.state === 'REFUSED' ? 'Emitir de novo' : 'Emitir',
              loading: isPending,
              onClick: leave,
            },
        }}
      >
        <QueryBoundary query={query} what="a nota" lines={12}>
          {(shown) => <Shown note={shown} />}
        </QueryBoundary>
      </RecordWindow>
      {asking === 'cancel' && note && (
        <CancelNoteWindow id={id} issued={isIssued(note)} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'replace' && <ReplaceNoteWindow id={id} onClose={() => setAsking(undefined)} />}
    </>
  );
}

const isIssued = (note: ServiceNoteDetail | undefined) => Boolean(note?.key || note?.city);

const openPage = (address: string) => window.open(address, '_blank', 'noopener,noreferrer');

function Shown({ note }: { note: ServiceNoteDetail }) {
  const { issuer, taker, kind, environment, series, number, key, city, problem, refusals, history, month, parts } =
    note;
  return (
    <Stack gap="md">
      {problem !== null && <Callout tone="warning">{problem} A Morada tenta de novo sozinha.</Callout>}
      {refusals.map(({ code, sentence, field, path }) => (
        <Callout key={`${code} ${sentence}`} tone="failed" action={path ? <Link to={path}>Corrigir</Link> : undefined}>
          {sentence} ({field === null ? code : `${code}, ${field}`}).
        </Callout>
      ))}
      {note.state === 'EXCEPTION' && (
        <Callout tone="warning">
          {note.via === 'FOCUS' ? 'A prefeitura' : 'O sistema nacional'} não aceitou o cancelamento, e a nota continua
          valendo. Trate com a prefeitura, e registre aqui quando ela for cancelada.
        </Callout>
      )}
      {note.state === 'ISSUED' && parts.some(({ undone }) => undone) && (
        <Callout tone="warning">
          Um dos pagamentos desta nota foi desfeito, e a que a substituiria foi retirada: substitua-a de novo, ou
          cancele-a.
        </Callout>
      )}
      {note.trial_over && (
        <Callout tone="warning">
          Emitida em teste, sem valor fiscal. Prepare outra, que sai em produção. Se o pagamento já tem nota emitida por
          fora, registre esta como cancelada fora.
        </Callout>
      )}
      {note.given_back && (
        <Callout tone="warning">
          O fim do contrato devolveu dinheiro depois desta nota, e ela diz mais do que ficou. Substitua-a: a nova sai
          sem o que foi devolvido. Se tudo foi devolvido, cancele-a.
        </Callout>
      )}
      <KeyValue
        items={[
          { label: 'Situação', value: <NoteStatus note={note} /> },
          { label: 'Nota de', value: NOTE_KINDS[kind] },
          { label: 'Valor', value: <Money value={note.amount} /> },
          { label: 'Emitente', value: issuer?.name ?? 'Imobiliária' },
          { label: 'Tomador', value: taker.name },
          ...(month === null ? [] : [{ label: 'Mês', value: formatReference(month) }]),
          { label: month === null ? 'Pago em' : 'Último pagamento', value: <Day value={note.competence} /> },
          {
            label: 'Fatura',
            value: (
              <Link to="/financial/invoices" search={{ open: note.invoice_id }}>
                {note.invoice_id}
              </Link>
            ),
          },
          ...(note.via === 'FOCUS'
            ? []
            : [{ label: 'Série e número', value: number === null ? null : `${series} / ${number}` }]),
          { label: 'Ambiente', value: environment && DPS_ENVIRONMENTS[environment] },
          { label: 'Emitida em', value: note.issued_at && <Moment value={note.issued_at} /> },
          ...(key ? [{ label: 'Chave', value: key }] : []),
          ...(note.via === 'FOCUS' ? [{ label: 'Emitida por', value: 'Prefeitura, pelo Focus NFe' }] : []),
          ...(city ? [{ label: 'Número na prefeitura', value: city.number }] : []),
          ...(city?.verification ? [{ label: 'Código de verificação', value: city.verification }] : []),
          ...(note.replaces === null ? [] : [{ label: 'Substitui', value: <Other id={note.replaces} /> }]),
          ...(note.replaced_by === null ? [] : [{ label: 'Substituída por', value: <Other id={note.replaced_by} /> }]),
          ...(note.replace_text ? [{ label: 'Motivo da substituição', value: note.replace_text }] : []),
          ...(note.checked_at ? [{ label: 'Consultada em', value: <Moment value={note.checked_at} /> }] : []),
          ...(note.cancel_text ? [{ label: 'Motivo do cancelamento', value: note.cancel_text }] : []),
          ...(note.canceled_at ? [{ label: 'Cancelada em', value: <Moment value={note.canceled_at} /> }] : []),
        ]}
      />
      {parts.length > 0 && (
        <TitledPart title="Pagamentos do mês">
          <KeyValue
            items={parts.map(({ invoice_id, paid_on, amount, undone }) => ({
              label: `Fatura ${invoice_id}, ${formatDate(paid_on)}`,
              value: undone ? 'desfeito' : <Money value={amount} />,
            }))}
          />
        </TitledPart>
      )}
      <TitledPart title="História">
        <KeyValue
          items={history.map(({ at, who, action }, place) => ({
            label: `${place + 1}. ${formatDate(dayAt(at))}`,
            value: `${who} ${action}`,
          }))}
        />
      </TitledPart>
    </Stack>
  );
}

const Other = ({ id }: { id: number }) => (
  <Link to="/fiscal/issued" search={{ open: id }}>
    Nota {id}
  </Link>
);
