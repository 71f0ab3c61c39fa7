import { Button } from '@mantine/core';
import { exported } from '@morada/contract/base/export';
import { searchId } from '@morada/contract/base/fields';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { IMPORT_ACCESS } from '@morada/contract/desk/imports.search';
import { schedules } from '@morada/contract/desk/schedules';
import type { LeadRow } from '@morada/contract/registry/lead-row';
import { type Lead, leads } from '@morada/contract/registry/leads';
import { LeadSearch } from '@morada/contract/registry/leads.search';
import { properties } from '@morada/contract/registry/properties';
import {
  LEAD_KINDS,
  LEAD_SOURCES,
  LEAD_STAGES,
  type LeadStage,
  LOSS_REASONS,
} from '@morada/domain/attendance/lead-words';
import { IconArrowsRight, IconColumns3, IconFilter, IconList, IconPlus, IconTableImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useBulk } from '#web/features/bulk/bulk-provider.tsx';
import { boardQuery, leadsQuery, ownersQuery } from '#web/features/leads/lead-queries.ts';
import { LeadTable } from '#web/features/leads/lead-table.tsx';
import { useMoveLead } from '#web/features/leads/use-move-lead.ts';
import { download } from '#web/lib/api/files.ts';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { ImportWindow } from '#web/routes/-import-button.tsx';
import { More } from '#web/ui/base/actions.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import { PeriodPicker, spanIn } from '#web/ui/input/period-picker.tsx';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { FilterChoice } from '#web/ui/list/filter-choice.tsx';
import { SelectionBar } from '#web/ui/list/selection-bar.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const LeadBoard = lazyPanel(
  'o funil',
  () => import('#web/features/leads/lead-board.tsx'),
  ({ LeadBoard }) => LeadBoard,
  8,
);
const LeadWindow = lazyWindow(
  () => import('#web/features/leads/lead-window.tsx'),
  ({ LeadWindow }) => LeadWindow,
);
const NewLeadWindow = lazyWindow(
  () => import('#web/features/leads/new-lead-window.tsx'),
  ({ NewLeadWindow }) => NewLeadWindow,
);
const LoseWindow = lazyWindow(
  () => import('#web/features/leads/lose-window.tsx'),
  ({ LoseWindow }) => LoseWindow,
);
const StageWindow = lazyWindow(
  () => import('#web/features/leads/stage-window.tsx'),
  ({ StageWindow }) => StageWindow,
);
const RulesWindow = lazyWindow(
  () => import('#web/features/leads/rules-window.tsx'),
  ({ RulesWindow }) => RulesWindow,
);
const PortalsWindow = lazyWindow(
  () => import('#web/features/leads/portals-window.tsx'),
  ({ PortalsWindow }) => PortalsWindow,
);
const NewVisitWindow = lazyWindow(
  () => import('#web/features/visits/new-visit-window.tsx'),
  (window) => window.NewVisitWindow,
);

const SITUATIONS = {
  LATE: 'Atrasados',
  WAITING: 'Esperam resposta',
  FREE: 'Sem responsável',
  UNOWNED: 'Sem responsável, também encerrados',
} as const;
const ANSWERS = { IN_TIME: 'No prazo', LATE: 'Fora do prazo' } as const;
const VISITS = { HELD: 'Feita' } as const;

const Search = z.extend(LeadSearch, { open: searchId, view: z.catch(z.optional(z.literal('list')), undefined) });

const LIST = listOf(Search, {
  query: 'search',
  stage: { label: 'Etapa', words: LEAD_STAGES },
  kind: { label: 'Assunto', words: LEAD_KINDS },
  source: { label: 'Origem', words: LEAD_SOURCES },
  owner: { label: 'Responsável' },
  situation: { label: 'Situação', words: SITUATIONS },
  answer: { label: 'Primeira resposta', words: ANSWERS },
  visit: { label: 'Visita', words: VISITS },
  reason: { label: 'Motivo da perda', words: LOSS_REASONS },
  start: 'period',
  end: 'period',
  open: 'place',
  view: 'place',
});

/** One stage is shown as a list: its column holds the newest alone. */
const isList = ({ view, stage }: z.output<typeof Search>) => view === 'list' || stage !== undefined;

export const Route = createFileRoute('/_app/contacts/funnel')({
  staticData: {
    menu: { entry: 'Contatos', label: 'Funil', tab: 1, icon: IconFilter },
    access: 'LEAD_VIEW',
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => ({ asList: isList(search), filters: withoutPlaces(LIST, search) }),
  loader: ({ context, deps: { asList, filters } }) => {
    if (asList) void context.queryClient.prefetchQuery(leadsQuery(filters));
  },
  component: Funnel,
});

type Opened = 'new' | 'stage' | 'rules' | 'portals' | 'import';

function Funnel() {
  const phone = usePhone();
  const search = Route.useSearch();
  const asList = phone || isList(search);
  const { stage: _, page: __, ...onBoard } = withoutPlaces(LIST, search);
  const board = useQuery({ ...boardQuery(onBoard), enabled: !asList });
  const isBare = !asList && board.data?.columns.every(({ total }) => total === 0) === true;
  const list = useListPage(LIST, leadsQuery, { isShown: asList || isBare });
  const { filters } = list;
  const choice = useSelection(list);
  const { data: owners = [] } = useQuery(ownersQuery);
  const [opened, setOpened] = useState<Opened>();
  const [losing, setLosing] = useState<number>();
  const [visiting, setVisiting] = useState<Lead>();
  const { ask } = useBulk();
  const move = useMoveLead();
  const close = () => setOpened(undefined);
  const put = (lead: LeadRow, to: LeadStage) => (to === 'LOST' ? setLosing(lead.id) : void move(lead, to));
  const visits = may(schedules.create.access) && may(properties.list.access);
  return (
    <>
      <PageHead
        title="Funil"
        below="Cada pessoa, da primeira mensagem ao contrato"
        period={
          <PeriodPicker
            value={spanIn(filters)}
            usual="Qualquer data"
            max={today()}
            onChange={(span) => list.filter({ start: span?.start, end: span?.end })}
          />
        }
        primary={
          may(leads.create.access) && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setOpened('new')}>
              Novo lead
            </Button>
          )
        }
        actions={
          <>
            {!phone && !isBare && list.found !== 0 && (
              <Button
                variant="default"
                leftSection={asList ? <IconColumns3 size={15} /> : <IconList size={15} />}
                onClick={() => list.go({ view: asList ? undefined : 'list', ...(asList && { stage: undefined }) })}
              >
                {asList ? 'Ver em colunas' : 'Ver em lista'}
              </Button>
            )}
            {may(leads.create.access) && (
              <Button variant="default" onClick={() => setOpened('portals')}>
                Portais
              </Button>
            )}
            {may(leads.saveRules.access) && (
              <Button variant="default" onClick={() => setOpened('rules')}>
                Distribuição
              </Button>
            )}
            {may(IMPORT_ACCESS.leads) && (
              <More
                actions={[{ label: 'Importar planilha', icon: IconTableImport, onClick: () => setOpened('import') }]}
                label="Mais ações do funil"
              />
            )}
            <ExportButton onExport={(format) => download(leads.export, { params: { format }, query: filters })} />
          </>
        }
      />
      <ToolBar
        search={{
          label: 'Nome, telefone ou e-mail',
          value: filters.query,
          onSearch: (text) => list.filter({ query: text }),
        }}
        texts={{ owner: filters.owner && owners.find(({ id }) => id === filters.owner)?.name }}
        filters={
          <>
            <FilterChoice
              label="Situação"
              words={SITUATIONS}
              value={filters.situation}
              onChange={(situation) => list.filter({ situation })}
            />
            <FilterChoice
              label="Etapa"
              words={LEAD_STAGES}
              value={filters.stage}
              onChange={(stage) => list.filter({ stage })}
            />
            <FilterChoice
              label="Assunto"
              words={LEAD_KINDS}
              value={filters.kind}
              onChange={(kind) => list.filter({ kind })}
            />
            <FilterChoice
              label="Origem"
              words={LEAD_SOURCES}
              value={filters.source}
              onChange={(source) => list.filter({ source })}
            />
            <FilterChoice
              label="Responsável"
              words={Object.fromEntries(owners.map(({ id, name }) => [String(id), name]))}
              value={filters.owner === undefined ? undefined : String(filters.owner)}
              onChange={(owner) => list.filter({ owner: owner === undefined ? undefined : Number(owner) })}
            />
            <FilterChoice
              label="Primeira resposta"
              words={ANSWERS}
              value={filters.answer}
              onChange={(answer) => list.filter({ answer })}
            />
            <FilterChoice
              label="Visita"
              words={VISITS}
              value={filters.visit}
              onChange={(visit) => list.filter({ visit })}
            />
            <FilterChoice
              label="Motivo da perda"
              words={LOSS_REASONS}
              value={filters.reason}
              onChange={(reason) => list.filter({ reason })}
            />
          </>
        }
      />
      {asList || isBare ? (
        <>
          <LeadTable list={list} choice={choice} />
          <SelectionBar
            selection={choice}
            found={list.found}
            actions={
              may(BULK_ACCESS['lead-move'].act)
                ? [{ label: 'Mudar de etapa', icon: IconArrowsRight, onClick: () => setOpened('stage') }]
                : []
            }
            onExport={(format) =>
              download(leads.export, { params: { format }, query: { ...filters, ...exported(choice.asked) } })
            }
          />
        </>
      ) : (
        <LeadBoard filters={filters} onOpen={list.show} onMove={put} onAll={(stage) => list.filter({ stage })} />
      )}
      <RecordFromUrl<number>>
        {(id) => <LeadWindow id={id} onVisit={visits ? setVisiting : undefined} onClose={list.close} />}
      </RecordFromUrl>
      {opened === 'import' && <ImportWindow kind="leads" onClose={close} />}
      {opened === 'new' && (
        <NewLeadWindow
          onClose={close}
          onOpened={(id) => {
            close();
            list.show(id);
          }}
        />
      )}
      {opened === 'stage' && (
        <StageWindow
          onClose={close}
          onChosen={(options) => {
            close();
            ask({ action: 'lead-move', chosen: choice.asked, options, onStarted: choice.clear });
          }}
        />
      )}
      {opened === 'rules' && <RulesWindow onClose={close} />}
      {opened === 'portals' && <PortalsWindow onClose={close} onOpened={list.show} />}
      {losing !== undefined && <LoseWindow id={losing} onClose={() => setLosing(undefined)} />}
      {visiting && <NewVisitWindow draft={draftOf(visiting)} onClose={() => setVisiting(undefined)} />}
    </>
  );
}

const draftOf = ({ name, phone, email, property }: Lead) => ({ name, phone, property, ...(email && { email }) });
