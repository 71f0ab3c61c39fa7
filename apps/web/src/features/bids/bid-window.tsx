import { Button } from '@mantine/core';
import { applications } from '@morada/contract/lease/applications';
import { type BidDetail, type BidVersion, bids } from '@morada/contract/lease/bids';
import { proposals } from '@morada/contract/lease/proposals';
import { type BidParty, bidLife } from '@morada/domain/lease/bid';
import { BID_KINDS, BID_PARTIES } from '@morada/domain/lease/bid-words';
import { GUARANTEES } from '@morada/domain/lease/contract';
import {
  IconBrandWhatsapp,
  IconCopy,
  IconFileText,
  IconLock,
  IconLockOpen,
  IconMail,
  IconPencil,
  IconUser,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { openFile } from '#web/lib/api/files.ts';
import { copy } from '#web/lib/clipboard.ts';
import { whatsAppLink } from '#web/lib/message-links.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Day, Missing, Moment, Money, PhoneNumber } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useRecord } from '#web/ui/overlay/use-record.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { bidQuery, useMailBid } from './bid-queries.ts';
import { BidStatus } from './bid-status.tsx';
import classes from './bids.module.css';
import { BidClientWindow } from './client-window.tsx';
import { ReserveWindow } from './reserve-window.tsx';
import { CounterWindow, DraftWindow } from './terms-window.tsx';
import { useBidQuestions } from './use-bid-questions.tsx';

type Opened = 'counter' | 'draft' | 'reserve' | 'client';

/** A bid: the open version, those before it, its reservation, and what can be done next. */
export function BidWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const { record, query, data: bid } = useRecord({ what: 'esta proposta', query: bidQuery(id) });
  const [opened, setOpened] = useState<Opened>();
  const navigate = useNavigate();
  const ask = useBidQuestions(id, onClose);
  const edits = may(bids.create.access);
  const can = (event: Parameters<typeof bidLife.can>[1]) => bid !== undefined && edits && bidLife.can(bid.state, event);
  const counters = can('ownerCounters') || can('prospectCounters');
  const draws = can('sign') && bid?.state === 'ACCEPTED' && may(proposals.create.access);
  const close = () => setOpened(undefined);
  return (
    <>
      <RecordWindow
        title={`Proposta ${id}`}
        width={820}
        record={record}
        forms={[]}
        status={bid && <BidStatus state={bid.state} />}
        onClose={onClose}
        actions={{
          close: 'Fechar',
          more: [
            {
              label: 'Abrir em PDF',
              icon: IconFileText,
              onClick: () => openFile(`/api/bid/${id}/paper`).catch(toast.failure),
            },
            can('edit') && { label: 'Alterar', icon: IconPencil, onClick: () => setOpened('draft') },
            can('reserve') && {
              label: bid?.reserved_until ? 'Mudar a reserva' : 'Reservar o imóvel',
              icon: IconLock,
              onClick: () => setOpened('reserve'),
            },
            can('release') &&
              bid?.reserved_until != null && { label: 'Encerrar a reserva', icon: IconLockOpen, onClick: ask.release },
            edits &&
              bid?.client_id === null &&
              bid.name !== null &&
              bid.state !== 'DONE' && {
                label: 'Ligar a um cliente',
                icon: IconUser,
                onClick: () => setOpened('client'),
              },
          ],
          danger:
            (can('remove') && { label: 'Deletar rascunho', onClick: ask.remove }) ||
            (can('withdraw') && { label: 'Retirar proposta', onClick: ask.withdraw }),
          others: [
            can('sign') &&
              bid?.state === 'ACCEPTED' &&
              bid.kind === 'RENT' &&
              may(applications.create.access) && {
                label: 'Abrir ficha',
                onClick: () => navigate({ to: '/contracts/applications', search: { book: 'new', bid: id } }),
              },
            can('refuse') && { label: 'Recusar', onClick: ask.refuse },
            counters && { label: 'Contraproposta', onClick: () => setOpened('counter') },
          ],
          primary:
            (can('send') && { label: 'Enviar ao proprietário', onClick: ask.send }) ||
            (can('accept') && { label: 'Registrar o aceite', onClick: ask.accept }) ||
            (draws &&
              (bid.client_id === null
                ? { label: 'Ligar a um cliente', onClick: () => setOpened('client') }
                : {
                    label: 'Fazer contrato',
                    onClick: () => navigate({ to: '/contracts/create', search: { bid: id } }),
                  })),
        }}
      >
        <QueryBoundary query={query} what="a proposta" lines={10}>
          {({ data }) => <Shown bid={data} />}
        </QueryBoundary>
      </RecordWindow>
      {bid && opened === 'counter' && <CounterWindow bid={bid} onClose={close} />}
      {bid && opened === 'draft' && <DraftWindow bid={bid} onClose={close} />}
      {bid && opened === 'reserve' && <ReserveWindow bid={bid} onClose={close} />}
      {bid && opened === 'client' && <BidClientWindow bid={bid} onClose={close} />}
    </>
  );
}

function Shown({ bid }: { bid: BidDetail }) {
  const { kind, property_id, property, client_id, name, owner, history, end_reason, reserved_until } = bid;
  return (
    <div className={classes.parts}>
      <KeyValue
        items={[
          { label: 'Tipo', value: BID_KINDS[kind] },
          {
            label: 'Imóvel',
            value: may('PROPERTY_VIEW') ? (
              <Link to="/properties/info/$id" params={{ id: String(property_id) }}>
                {property}
              </Link>
            ) : (
              property
            ),
          },
          {
            label: 'Interessado',
            value:
              client_id !== null && may('CLIENT_VIEW') ? (
                <Link to="/clients/info/$id" params={{ id: String(client_id) }}>
                  {name}
                </Link>
              ) : (
                (name ?? <Missing>Dados apagados</Missing>)
              ),
          },
          { label: 'Telefone', value: <PhoneNumber value={bid.phone} /> },
          { label: 'Proprietário', value: owner?.name ?? null },
          { label: 'Vale até', value: <Day value={bid.expires_on} /> },
          ...(reserved_until ? [{ label: 'Imóvel reservado até', value: <Day value={reserved_until} /> }] : []),
          ...(end_reason ? [{ label: 'Motivo', value: end_reason }] : []),
          ...(bid.proposal_id !== null && may('PROPOSAL_VIEW')
            ? [
                {
                  label: 'Contrato',
                  value: (
                    <Link to="/contracts/info/$id" params={{ id: String(bid.proposal_id) }}>
                      {bid.proposal_id}
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
      {bid.links && <Sides bid={bid} />}
      <section aria-label="Versões">
        <h3>Versões, a última primeiro</h3>
        <ol className={classes.versions}>
          {history.map((version) => (
            <li key={version.number}>
              <Version kind={kind} version={version} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** How each side gets the link of its page. */
function Sides({ bid }: { bid: BidDetail }) {
  const mail = useMailBid();
  const { links, messages } = bid;
  if (!links || !messages || !may(bids.mail.access)) return null;
  const send = (to: BidParty) =>
    mail
      .mutateAsync({ params: { id: bid.id }, body: { to } })
      .then(() => toast.success('E-mail a caminho'), toast.failure);
  // The server knows its own address only where one is set: the browser's stands in for it.
  const textOf = (side: BidParty) => {
    const whole = `${location.origin}${links[side]}`;
    return messages[side].includes(whole) ? messages[side] : messages[side].replace(links[side], whole);
  };
  const sides = [
    { side: 'OWNER' as const, phone: bid.owner?.phone ?? null, email: bid.owner?.email },
    { side: 'PROSPECT' as const, phone: bid.phone, email: bid.email },
  ];
  return (
    <section aria-label="Enviar o link">
      <h3>Enviar o link</h3>
      {sides.map(({ side, phone, email }) => (
        <div key={side}>
          <p className={classes.note}>{BID_PARTIES[side]}</p>
          <div className={classes.sides}>
            <Button
              size="xs"
              variant="default"
              component="a"
              href={whatsAppLink(phone, textOf(side))}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconBrandWhatsapp size={15} />}
              aria-label={`WhatsApp, ${BID_PARTIES[side]}`}
            >
              WhatsApp
            </Button>
            {email && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconMail size={15} />}
                onClick={() => send(side)}
                aria-label={`E-mail, ${BID_PARTIES[side]}`}
              >
                E-mail
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconCopy size={15} />}
              onClick={() => copy(`${location.origin}${links[side]}`, 'Link copiado.')}
              aria-label={`Copiar o link, ${BID_PARTIES[side]}`}
            >
              Copiar o link
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}

function Version({ kind, version }: { kind: BidDetail['kind']; version: BidVersion }) {
  const { number, party, amount, guarantee, term_months, start_on, down_payment, financed, instalments } = version;
  const items =
    kind === 'RENT'
      ? [
          { label: 'Aluguel', value: <Money value={amount} /> },
          { label: 'Garantia', value: guarantee && GUARANTEES[guarantee] },
          { label: 'Prazo', value: term_months && (term_months === 1 ? '1 mês' : `${term_months} meses`) },
          { label: 'Início', value: <Day value={start_on} /> },
        ]
      : [
          { label: 'Preço', value: <Money value={amount} /> },
          { label: 'Sinal', value: <Money value={down_payment ?? 0} /> },
          { label: 'Financiamento', value: <Money value={financed ?? 0} /> },
          ...(start_on ? [{ label: 'Data do negócio', value: <Day value={start_on} /> }] : []),
        ];
  return (
    <section aria-label={`Versão ${number}`}>
      <p className={classes.note}>
        Versão {number}, {BID_PARTIES[party].toLowerCase()}, <Moment value={version.created_at} />
        {version.author && `, por ${version.author}`}
      </p>
      <KeyValue items={items} />
      {instalments.length > 0 && (
        <p className={classes.words}>
          {instalments.map(({ due_on, amount: part }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an instalment is known by its place
            <span key={at}>
              {at > 0 && '\n'}Parcela {at + 1}, <Day value={due_on} />: <Money value={part} />
            </span>
          ))}
        </p>
      )}
      {version.conditions && <p className={classes.words}>{version.conditions}</p>}
    </section>
  );
}
