import { Button } from '@mantine/core';
import { type MaintenanceDetail, type MaintenanceQuote, maintenance } from '@morada/contract/desk/maintenance';
import { COST_BEARERS, MOST_PHOTOS, maintenanceLife } from '@morada/domain/attendance/maintenance';
import { IconCircleCheckFilled, IconPhoto, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { openFile } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import type { Action } from '#web/ui/base/actions.tsx';
import { Figure, Moment, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { ConclusionWindow } from './conclusion-window.tsx';
import { DecisionWindow } from './decision-window.tsx';
import classes from './maintenance.module.css';
import { maintenanceQuery } from './maintenance-queries.ts';
import { MaintenanceStatus } from './maintenance-status.tsx';
import { PhotoWindow } from './photo-window.tsx';
import { QuoteFileWindow, QuoteWindow } from './quote-window.tsx';
import { useMaintenanceQuestions } from './use-maintenance-questions.tsx';

type Opened = { kind: 'quote' | 'photo' | 'decision' | 'conclusion' } | { kind: 'file'; quote: number };
type Can = (action: Parameters<typeof maintenanceLife.can>[1]) => boolean;

/** A request for repair: what was asked, its quotes, the owner's decision and the cost. */
export function MaintenanceWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const record = useQuery(maintenanceQuery(id));
  const request = record.data;
  const [opened, setOpened] = useState<Opened>();
  const { askCancel, submit, start, removeQuote } = useMaintenanceQuestions(id);
  const edits = may(maintenance.create.access);
  const can: Can = (action) => request !== undefined && edits && maintenanceLife.can(request.state, action);
  const close = () => setOpened(undefined);

  const submits: Action = { label: 'Enviar ao proprietário', onClick: submit };
  const starts: Action = { label: 'Iniciar execução', onClick: start };
  const quotes: Action = { label: 'Adicionar orçamento', icon: IconPlus, onClick: () => setOpened({ kind: 'quote' }) };
  const isQuoted = (request?.quotes.length ?? 0) > 0;
  const primary = can('submit') && isQuoted ? submits : can('quote') ? quotes : false;
  return (
    <>
      <RecordWindow
        title={`Manutenção ${id}`}
        width={820}
        onClose={onClose}
        status={request && <MaintenanceStatus state={request.state} />}
        actions={{
          close: 'Fechar',
          more: [
            can('cancel') &&
              (request?.photos.length ?? 0) < MOST_PHOTOS && {
                label: 'Anexar foto',
                icon: IconPhoto,
                onClick: () => setOpened({ kind: 'photo' }),
              },
          ],
          danger: can('cancel') && { label: 'Cancelar manutenção', onClick: askCancel },
          others: [primary === submits && quotes, can('start') && request?.state !== 'APPROVED' && starts],
          primary:
            primary ||
            (can('approve') && { label: 'Registrar a resposta', onClick: () => setOpened({ kind: 'decision' }) }) ||
            (can('start') && starts) ||
            (can('conclude') && { label: 'Concluir', onClick: () => setOpened({ kind: 'conclusion' }) }),
        }}
      >
        <QueryBoundary query={record} what="a manutenção" lines={10}>
          {(request) => (
            <Shown
              request={request}
              onAttach={can('submit') && ((quote) => setOpened({ kind: 'file', quote }))}
              onRemove={can('submit') && removeQuote}
            />
          )}
        </QueryBoundary>
      </RecordWindow>
      {opened?.kind === 'photo' && <PhotoWindow id={id} onClose={close} />}
      {opened?.kind === 'quote' && <QuoteWindow id={id} onClose={close} />}
      {opened?.kind === 'file' && <QuoteFileWindow quote={opened.quote} onClose={close} />}
      {opened?.kind === 'decision' && request && <DecisionWindow request={request} onClose={close} />}
      {opened?.kind === 'conclusion' && request && <ConclusionWindow request={request} onClose={close} />}
    </>
  );
}

type QuoteActions = { onAttach: false | ((quote: number) => void); onRemove: false | ((quote: number) => void) };

function Shown({ request, ...actions }: { request: MaintenanceDetail } & QuoteActions) {
  const { title, property, client, owners, contract, created_at, description, photos, quotes } = request;
  return (
    <div className={classes.parts}>
      <KeyValue
        items={[
          { label: 'Reparo', value: title },
          {
            label: 'Imóvel',
            value: may('PROPERTY_VIEW') ? (
              <Link to="/properties/info/$id" params={{ id: String(property.id) }}>
                {property.label}
              </Link>
            ) : (
              property.label
            ),
          },
          { label: 'Quem pediu', value: client ? <Person {...client} /> : 'Imobiliária' },
          { label: 'Pedido em', value: <Moment value={created_at} /> },
          { label: 'Proprietários', value: owners.map(({ name }) => name).join(', ') },
          {
            label: 'Contrato',
            value: contract ? (
              <>
                <Figure>{contract.id}</Figure>, {contract.tenant}
              </>
            ) : (
              'Nenhum em vigor'
            ),
          },
        ]}
      />
      <Part title="O pedido">
        <p className={classes.words}>{description}</p>
      </Part>
      {photos.length > 0 && (
        <Part title="Fotos">
          <div className={classes.buttons}>
            {photos.map(({ id, name }) => (
              <Button
                key={id}
                variant="default"
                size="xs"
                leftSection={<IconPhoto size={15} />}
                onClick={() => openFile(`/api/files/${id}`).catch(toast.failure)}
              >
                {name}
              </Button>
            ))}
          </div>
        </Part>
      )}
      <Part title="Orçamentos">
        {quotes.length === 0 ? (
          <p className={classes.note}>Nenhum orçamento ainda.</p>
        ) : (
          <ul className={classes.quotes}>
            {quotes.map((quote) => (
              <Quote key={quote.id} quote={quote} {...actions} />
            ))}
          </ul>
        )}
      </Part>
      <Outcome request={request} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}

function Person({ id, name }: { id: number; name: string }) {
  if (!may('CLIENT_VIEW')) return name;
  return (
    <Link to="/clients/info/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  );
}

function Quote({ quote, onAttach, onRemove }: { quote: MaintenanceQuote } & QuoteActions) {
  const { id, supplier, amount, note, file, chosen } = quote;
  return (
    <li className={classes.quote}>
      <span>
        <b>{supplier}</b>{' '}
        {chosen && (
          <Status tone="green" icon={IconCircleCheckFilled}>
            Aprovado
          </Status>
        )}
      </span>
      <Money value={amount} />
      {note && <p className={classes.note}>{note}</p>}
      <div className={classes.buttons}>
        {file && (
          <Button
            variant="default"
            size="xs"
            onClick={() => openFile(`/api/files/${file.id}`).catch(toast.failure)}
            aria-label={`Abrir o orçamento de ${supplier}`}
          >
            Abrir o orçamento
          </Button>
        )}
        {!file && onAttach && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUpload size={15} />}
            onClick={() => onAttach(id)}
            aria-label={`Anexar PDF ou foto do orçamento de ${supplier}`}
          >
            Anexar PDF ou foto
          </Button>
        )}
        {onRemove && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            onClick={() => onRemove(id)}
            aria-label={`Remover o orçamento de ${supplier}`}
          >
            Remover
          </Button>
        )}
      </div>
    </li>
  );
}

/** The decision, and how the request ended. */
function Outcome({ request }: { request: MaintenanceDetail }) {
  const {
    submitted_at,
    decided_at,
    decided_by,
    decision_note,
    charged_to,
    cost,
    instalments,
    closed_at,
    cancel_reason,
  } = request;
  const items = [
    submitted_at && { label: 'Enviado ao proprietário em', value: <Moment value={submitted_at} /> },
    decided_at && {
      label: 'Resposta',
      value: (
        <>
          {decided_by ?? 'Registrada pela equipe'}, <Moment value={decided_at} />
        </>
      ),
    },
    decision_note && { label: 'Observação', value: decision_note },
    charged_to && { label: 'Quem paga', value: COST_BEARERS[charged_to] },
    charged_to && cost !== null && { label: 'Custo', value: <Money value={cost} /> },
    instalments !== null && instalments > 1 && { label: 'Parcelas', value: `${instalments} mensais` },
    cancel_reason && { label: 'Motivo do cancelamento', value: cancel_reason },
    closed_at && { label: 'Encerrada em', value: <Moment value={closed_at} /> },
  ].filter((item) => typeof item === 'object' && item !== null);
  return items.length > 0 ? <KeyValue items={items} /> : null;
}
