import { Button } from '@mantine/core';
import type { Answer } from '@morada/contract/base/endpoint';
import { type MessageConsent, type MessageRefusal, messages } from '@morada/contract/collection/messages';
import { MESSAGE_READERS } from '@morada/contract/collection/messages.search';
import { CHANNEL_NAMES, kindLabel } from '@morada/domain/messages/kinds';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Day, Moment } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { Section } from '#web/ui/page/page.tsx';
import { ofClientQuery, useWithdrawConsent, useWithdrawRefusal } from './message-queries.ts';
import { MessageTable } from './message-table.tsx';

const SentMessageWindow = lazyWindow(
  () => import('./sent-message-window.tsx'),
  (window) => window.SentMessageWindow,
);
const RefusalWindow = lazyWindow(
  () => import('./refusal-window.tsx'),
  (window) => window.RefusalWindow,
);
const ConsentWindow = lazyWindow(
  () => import('./consent-window.tsx'),
  (window) => window.ConsentWindow,
);

type OfClient = Answer<typeof messages.ofClient>;

const SOURCES = {
  LINK: 'Link do e-mail',
  WHATSAPP: 'Resposta pelo WhatsApp',
  SMS: 'Resposta por SMS',
  STAFF: 'Equipe',
};

/** What a client agreed to and refused, and the messages to them. */
export function ClientMessages({ id }: { id: number }) {
  const query = useQuery(ofClientQuery(id));
  return (
    <QueryBoundary query={query} what="as mensagens" lines={8}>
      {(found) => (
        <>
          <Refusals client={id} refusals={found.refusals} />
          <Consents client={id} consents={found.consents} />
          {may(MESSAGE_READERS) && <History found={found} />}
        </>
      )}
    </QueryBoundary>
  );
}

function Refusals({ client, refusals }: { client: number; refusals: MessageRefusal[] }) {
  const [adding, setAdding] = useState(false);
  const withdraw = useWithdrawRefusal();
  const confirm = useConfirm();
  const edits = may(messages.refuse.access);

  async function ask(refusal: MessageRefusal) {
    const done = await confirm({
      title: 'Voltar a enviar mensagens',
      body: 'Só se a pessoa pediu para voltar a receber. A recusa fica no histórico.',
      verb: 'A pessoa pediu',
      run: () => withdraw.mutateAsync({ params: { id: refusal.id } }),
    });
    if (done) toast.success('Registrado');
  }

  const columns: Column<MessageRefusal>[] = [
    {
      title: 'Não quer receber',
      kind: 'main',
      phone: 'main',
      cell: ({ kind, channel }) =>
        `${kind ? kindLabel(kind) : 'Qualquer mensagem'}${channel ? `, por ${CHANNEL_NAMES[channel]}` : ''}`,
    },
    { title: 'Desde', phone: 'side', cell: ({ refused_at }) => <Moment value={refused_at} /> },
    {
      title: 'Como disse',
      phone: 'below',
      cell: ({ source, refused_by, note }) =>
        [SOURCES[source], refused_by, note].filter((part) => part !== null).join(', '),
    },
    {
      title: 'Até',
      hideBelow: 1024,
      cell: ({ withdrawn_at }) => (withdrawn_at ? <Moment value={withdrawn_at} /> : 'continua'),
    },
  ];
  return (
    <Section
      title="Recusas"
      action={
        edits && (
          <Button variant="default" leftSection={<IconX size={15} />} onClick={() => setAdding(true)}>
            Registrar recusa
          </Button>
        )
      }
    >
      <DataTable
        what="as recusas"
        query={listed(refusals)}
        columns={columns}
        actions={(refusal) =>
          edits &&
          refusal.withdrawn_at === null && (
            <Button variant="subtle" size="compact-sm" onClick={() => ask(refusal)}>
              Reativar envio
            </Button>
          )
        }
        empty={<EmptyState icon={IconCheck} title="Nenhuma recusa" below="A pessoa não recusou mensagem nenhuma." />}
      />
      {adding && <RefusalWindow client={client} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function Consents({ client, consents }: { client: number; consents: MessageConsent[] }) {
  const [adding, setAdding] = useState(false);
  const withdraw = useWithdrawConsent();
  const confirm = useConfirm();
  const edits = may(messages.consent.access);

  async function ask(consent: MessageConsent) {
    const done = await confirm({
      title: 'Retirar a autorização',
      body: `As mensagens deixam de ir por ${CHANNEL_NAMES[consent.channel]}, se este canal precisa de autorização. A autorização fica no histórico.`,
      verb: 'Retirar a autorização',
      danger: true,
      run: () => withdraw.mutateAsync({ params: { id: consent.id } }),
    });
    if (done) toast.success('Registrado');
  }

  const columns: Column<MessageConsent>[] = [
    { title: 'Canal', kind: 'main', phone: 'main', cell: ({ channel }) => CHANNEL_NAMES[channel] },
    { title: 'Dada em', phone: 'side', cell: ({ given_on }) => <Day value={given_on} /> },
    { title: 'Como', phone: 'below', cell: ({ source }) => source },
    { title: 'O que aceitou', kind: 'soft', hideBelow: 1024, cell: ({ text }) => text },
    {
      title: 'Até',
      hideBelow: 1024,
      cell: ({ withdrawn_at }) => (withdrawn_at ? <Moment value={withdrawn_at} /> : 'continua'),
    },
  ];
  return (
    <Section
      title="Autorizações"
      action={
        edits && (
          <Button variant="default" leftSection={<IconCheck size={15} />} onClick={() => setAdding(true)}>
            Registrar autorização
          </Button>
        )
      }
    >
      <DataTable
        what="as autorizações"
        query={listed(consents)}
        columns={columns}
        actions={(consent) =>
          edits &&
          consent.withdrawn_at === null && (
            <Button variant="subtle" size="compact-sm" onClick={() => ask(consent)}>
              Retirar
            </Button>
          )
        }
        empty={
          <EmptyState
            icon={IconX}
            title="Nenhuma autorização"
            below="Sem autorização nada vai pelo WhatsApp; e-mail e SMS sobre o contrato não precisam dela."
          />
        }
      />
      {adding && <ConsentWindow client={client} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function History({ found: { messages: rows, replies } }: { found: OfClient }) {
  const [open, setOpen] = useState<OfClient['messages'][number]>();
  const shown = rows.find(({ id }) => id === open?.id) ?? open;
  return (
    <>
      <Section title="Últimas mensagens">
        <MessageTable query={listed(rows)} onOpen={setOpen} ofClient />
      </Section>
      {replies.length > 0 && (
        <Section title="Respostas">
          <DataTable
            what="as respostas"
            query={listed(replies)}
            columns={[
              { title: 'Resposta', kind: 'main', phone: 'main', cell: ({ text }) => text },
              { title: 'Canal', phone: 'below', cell: ({ channel }) => CHANNEL_NAMES[channel] },
              { title: 'Quando', phone: 'side', cell: ({ received_at }) => <Moment value={received_at} /> },
            ]}
            empty={null}
          />
        </Section>
      )}
      {shown && <SentMessageWindow message={shown} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Rows that are there already, as a list reads them. */
const listed = <Row,>(data: Row[]) => ({ data, error: null, isFetching: false, refetch: () => {} });
