import { messages, type News } from '@morada/contract/collection/messages';
import { isAnnounced, kindLabel } from '@morada/domain/messages/kinds';
import { IconCircleCheckFilled, IconCircleMinus, IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { settingsQuery } from './message-queries.ts';
import classes from './messages.module.css';

const NewsWindow = lazyWindow(
  () => import('./news-window.tsx'),
  (window) => window.NewsWindow,
);

type Row = News & { id: string };

const COLUMNS: Column<Row>[] = [
  { title: 'Aviso', kind: 'main', phone: 'main', cell: ({ kind }) => kindLabel(kind) },
  { title: 'Quando', phone: 'below', cell: (news) => whenWords(news) },
  { title: 'Assunto', kind: 'soft', hideBelow: 1024, cell: ({ subject }) => subject },
  {
    title: 'Situação',
    phone: 'state',
    cell: ({ active }) =>
      active ? (
        <Status tone="green" icon={IconCircleCheckFilled}>
          Ligado
        </Status>
      ) : (
        <Status tone="gray" icon={IconCircleMinus}>
          Desligado
        </Status>
      ),
  },
];

function whenWords({ kind, days, hour }: News): string {
  const at = hour === null ? '' : `, às ${hour} h`;
  if (!isAnnounced(kind)) return hour === null ? 'Logo que acontece' : `No dia${at}`;
  return days === 0 ? `No dia${at}` : `${days} ${days === 1 ? 'dia' : 'dias'} antes${at}`;
}

/** What clients are told of: each kind is switched on by itself. */
export function NewsPanel() {
  const query = useQuery(settingsQuery);
  const [open, setOpen] = useState<News>();
  const rows = query.data?.news.map((news) => ({ ...news, id: news.kind }));
  return (
    <>
      <div className={classes.callouts}>
        <Callout tone="known">
          Mensagens saem das 8 às 20 h, nunca em domingos e feriados nacionais, e cada pessoa recebe no máximo uma por
          dia: as outras esperam o próximo dia permitido. Nada do que aconteceu antes de ligar um aviso é enviado.
        </Callout>
        {query.data !== undefined && query.data.site_alerts > 0 && (
          <Callout tone="known">
            {query.data.site_alerts === 1
              ? 'Um alerta confirmado no site recebe'
              : `${query.data.site_alerts} alertas confirmados no site recebem`}{' '}
            por e-mail os novos imóveis da sua busca, uma vez por dia no máximo.
          </Callout>
        )}
        {query.data && !query.data.has_address && (
          <Callout tone="warning">
            Esta instalação não tem endereço público (PUBLIC_URL): sem ele os avisos não têm link e não podem ser
            ligados. Avise quem cuida do servidor.
          </Callout>
        )}
      </div>
      <DataTable
        what="os avisos"
        query={{ ...query, data: rows }}
        columns={COLUMNS}
        open={
          may(messages.saveNews.access)
            ? { name: ({ kind }) => `aviso ${kindLabel(kind)}`, word: 'Editar', onOpen: setOpen }
            : undefined
        }
        empty={<EmptyState icon={IconMessageCircle} title="Nenhum aviso" />}
      />
      {open && <NewsWindow news={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
