import { Button } from '@mantine/core';
import { applications } from '@morada/contract/lease/applications';
import { bids } from '@morada/contract/lease/bids';
import { type Lead, leads } from '@morada/contract/registry/leads';
import { properties } from '@morada/contract/registry/properties';
import { LEAD_EVENTS, leadLife, OPEN_STAGES, type OpenStage } from '@morada/domain/attendance/lead';
import { LEAD_KINDS, LEAD_SOURCES, LEAD_STAGES, LOSS_REASONS } from '@morada/domain/attendance/lead-words';
import { properName } from '@morada/domain/base/proper-name';
import { sentence } from '@morada/domain/base/sentence';
import {
  IconBrandWhatsapp,
  IconCalendarPlus,
  IconCheck,
  IconClipboardList,
  IconFileDollar,
  IconMail,
  IconPencil,
  IconUser,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { mailLink, whatsAppLink } from '#web/lib/message-links.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { PhoneLink } from '#web/ui/display/phone-link.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { useRecord } from '#web/ui/overlay/use-record.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { EditLeadWindow } from './edit-lead-window.tsx';
import { leadQuery, useAnswerLead, usePutLead, useReopenLead, useTakeLead, useWinLead } from './lead-queries.ts';
import { LeadStageStatus } from './lead-stage.tsx';
import { LeadWaiting } from './lead-waiting.tsx';
import classes from './lead-window.module.css';
import { LoseWindow } from './lose-window.tsx';
import { OwnerWindow } from './owner-window.tsx';

type LeadWindowProps = {
  id: number;
  /** Books a visit for the person; undefined for those who may not. */
  onVisit?: ((lead: Lead) => void) | undefined;
  onClose: () => void;
};

/** A lead: who it is, what happened, and what is done next. */
export function LeadWindow({ id, onVisit, onClose }: LeadWindowProps) {
  const { record, query, data: lead, version } = useRecord({ what: 'este lead', query: leadQuery(id) });
  const [opened, setOpened] = useState<'edit' | 'lose' | 'owner'>();
  const win = useWinLead();
  const reopen = useReopenLead();
  const take = useTakeLead();
  const navigate = useNavigate();
  const edits = may(leads.put.access);
  const bidsFor = may(bids.create.access) && may(properties.list.access);
  const close = () => setOpened(undefined);
  const isOpen = lead !== undefined && leadLife.can(lead.stage, 'LOST');
  const does = (work: Promise<unknown>, done: string) => void work.then(() => toast.success(done)).catch(toast.failure);
  return (
    <>
      <RecordWindow
        title={lead ? lead.name : `Lead ${id}`}
        width={820}
        onClose={onClose}
        record={record}
        forms={[]}
        status={lead && <LeadStageStatus stage={lead.stage} />}
        actions={{
          close: 'Fechar',
          more: [
            edits &&
              lead !== undefined && { label: 'Alterar dados', icon: IconPencil, onClick: () => setOpened('edit') },
            isOpen &&
              may(leads.assign.access) && {
                label: 'Definir responsável',
                icon: IconUser,
                onClick: () => setOpened('owner'),
              },
            edits &&
              isOpen && {
                label: 'Marcar como ganho',
                icon: IconCheck,
                onClick: () => does(win.mutateAsync({ params: { id }, body: {} }), 'Lead marcado como ganho'),
              },
          ],
          danger: edits && isOpen && { label: 'Marcar como perdido', onClick: () => setOpened('lose') },
          others: [
            isOpen &&
              lead?.property !== null &&
              onVisit !== undefined &&
              lead && {
                label: 'Agendar visita',
                icon: IconCalendarPlus,
                onClick: () => onVisit(lead),
              },
            isOpen &&
              bidsFor &&
              lead?.property != null &&
              lead.kind !== 'OFFER' && {
                label: 'Nova proposta',
                icon: IconFileDollar,
                onClick: () =>
                  navigate({ to: '/contracts/bids', search: { book: 'new', of: lead.property?.id, lead: id } }),
              },
            isOpen &&
              may(applications.create.access) &&
              lead?.property != null &&
              lead.kind === 'RENT' && {
                label: 'Abrir ficha',
                icon: IconClipboardList,
                onClick: () => navigate({ to: '/contracts/applications', search: { book: 'new', lead: id } }),
              },
            edits &&
              isOpen &&
              lead?.owner === null && {
                label: 'Assumir',
                icon: IconUser,
                onClick: () => does(take.mutateAsync({ params: { id } }), 'O lead é seu'),
              },
          ],
          primary: edits &&
            lead !== undefined &&
            !isOpen && {
              label: 'Reabrir',
              onClick: () => does(reopen.mutateAsync({ params: { id } }), 'Lead reaberto'),
            },
        }}
      >
        <QueryBoundary query={{ ...query, data: lead }} what="o lead" lines={10}>
          {(shown) => <Shown lead={shown} edits={edits && isOpen} />}
        </QueryBoundary>
      </RecordWindow>
      {opened === 'edit' && lead && (
        <EditLeadWindow {...{ lead, version: version ?? undefined, record }} onClose={close} />
      )}
      {opened === 'lose' && <LoseWindow id={id} onClose={close} />}
      {opened === 'owner' && <OwnerWindow id={id} owner={lead?.owner?.id ?? null} onClose={close} />}
    </>
  );
}

const STAGES = OPEN_STAGES.map((value) => ({ value, label: LEAD_STAGES[value] }));

function Shown({ lead, edits }: { lead: Lead; edits: boolean }) {
  const { id, stage, phone, email, property, owner, client_id, history } = lead;
  const put = usePutLead();
  return (
    <div className={classes.parts}>
      <KeyValue
        items={[
          { label: 'Telefone', value: phone && <PhoneLink value={phone} /> },
          { label: 'E-mail', value: email && <a href={`mailto:${email}`}>{email}</a> },
          { label: 'Assunto', value: LEAD_KINDS[lead.kind] },
          { label: 'Imóvel', value: property && <Property {...property} /> },
          { label: 'Origem', value: LEAD_SOURCES[lead.source] },
          { label: 'Recebido em', value: <Moment value={lead.received_at} /> },
          { label: 'Responsável', value: owner?.name ?? 'Sem responsável' },
          {
            label: 'Resposta',
            value: lead.waiting_since ? <LeadWaiting {...lead} /> : lead.first_answer_at ? 'Respondido' : 'Encerrado',
          },
          ...(client_id !== null && may('CLIENT_VIEW')
            ? [
                {
                  label: 'Cliente',
                  value: (
                    <Link to="/clients/info/$id" params={{ id: String(client_id) }}>
                      Cadastro {client_id}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(lead.campaign ? [{ label: 'Campanha', value: lead.campaign }] : []),
          ...(lead.loss_reason
            ? [
                {
                  label: 'Motivo da perda',
                  value: [LOSS_REASONS[lead.loss_reason], lead.loss_note].filter(Boolean).join(': '),
                },
              ]
            : []),
        ]}
      />
      {edits && <Answers lead={lead} />}
      {edits && (
        <Select
          label="Etapa"
          data={STAGES}
          value={stage}
          allowDeselect={false}
          disabled={put.isPending}
          onChange={(to) => {
            if (to !== null && to !== stage)
              put.mutateAsync({ params: { id }, body: { stage: to as OpenStage } }).catch(toast.failure);
          }}
        />
      )}
      {lead.seen.length > 0 && (
        <section aria-label="Imóveis que viu no site">
          <h3 className={classes.title}>Imóveis que viu no site</h3>
          <p className={classes.when}>Guardados porque a pessoa concordou.</p>
          <ul className={classes.history}>
            {lead.seen.map((one) => (
              <li key={one.id}>
                <Property {...one} />
                <div className={classes.when}>
                  <Moment value={one.seen_at} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Histórico">
        <h3 className={classes.title}>Histórico</h3>
        <ol className={classes.history}>
          {history.map((event) => (
            <li key={event.id}>
              <b>{LEAD_EVENTS[event.event]}</b>
              {event.source && `, ${LEAD_SOURCES[event.source]}`}
              {event.property && event.property.id !== property?.id && `, imóvel ${event.property.label}`}
              <div className={classes.when}>
                {event.actor}, <Moment value={event.at} />
                {event.stage_before !== event.stage_after &&
                  `, de ${LEAD_STAGES[event.stage_before]} para ${LEAD_STAGES[event.stage_after]}`}
              </div>
              {event.note && <p className={classes.words}>{event.note}</p>}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** Opens the person's own mail or WhatsApp with the greeting written, and records that they were answered. */
function Answers({ lead: { id, name, phone, email, property } }: { lead: Lead }) {
  const answer = useAnswerLead();
  const greeting = `${sentence(`Olá, ${properName(name)}`)} ${sentence(
    property ? `Recebemos sua mensagem sobre o imóvel ${property.label}` : 'Recebemos sua mensagem',
  )}`;
  const keep = (note: string) => answer.mutateAsync({ params: { id }, body: { note } }).catch(toast.failure);
  return (
    <div className={classes.answers}>
      {phone && (
        <Button
          component="a"
          href={whatsAppLink(phone, greeting)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp size={15} />}
          onClick={() => keep('Por WhatsApp')}
        >
          Responder por WhatsApp
        </Button>
      )}
      {email && (
        <Button
          component="a"
          href={mailLink(email, { subject: 'Seu contato com a imobiliária', text: greeting })}
          variant="default"
          leftSection={<IconMail size={15} />}
          onClick={() => keep('Por e-mail')}
        >
          Responder por e-mail
        </Button>
      )}
      <Button variant="default" leftSection={<IconCheck size={15} />} onClick={() => keep('Por telefone')}>
        Respondi por telefone
      </Button>
    </div>
  );
}

function Property({ id, label }: { id: number; label: string }) {
  if (!may('PROPERTY_VIEW')) return label;
  return (
    <Link to="/properties/info/$id" params={{ id: String(id) }}>
      {label}
    </Link>
  );
}
