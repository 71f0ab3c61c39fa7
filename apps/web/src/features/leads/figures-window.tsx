import type { Answer } from '@morada/contract/base/endpoint';
import { type leads as calls, leads } from '@morada/contract/registry/leads';
import { LEAD_SOURCES, type LeadSource } from '@morada/domain/attendance/lead-words';
import { addDays } from '@morada/domain/base/calendar';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/lib/api/query.ts';
import { today } from '#web/lib/today.ts';
import { TitledPart } from '#web/ui/display/titled-part.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import classes from './figures-window.module.css';
import { lasting } from './time-left.ts';

type Figure = Answer<typeof calls.figures>['people'][number];
const PERIODS = { '7': 'Últimos 7 dias', '30': 'Últimos 30 dias', '90': 'Últimos 90 dias' };

/** How soon people are answered, by person and by way in, from the leads themselves. */
export function FiguresWindow({ onClose }: { onClose: () => void }) {
  const [days, setDays] = useState('30');
  const figures = useQuery(query(leads.figures, { query: { from: addDays(today(), 1 - Number(days)), to: today() } }));
  return (
    <RecordWindow title="Tempos de resposta" width={820} onClose={onClose} actions={{ close: 'Fechar' }}>
      <Select
        label="Período"
        data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
        value={days}
        allowDeselect={false}
        onChange={(chosen) => setDays(chosen ?? '30')}
      />
      <QueryBoundary query={figures} what="os tempos de resposta">
        {({ people, sources }) => (
          <>
            <TitledPart title="Por pessoa">
              <Table of="Pessoa" rows={people.map((row) => ({ ...row, label: row.label || 'Sem responsável' }))} />
            </TitledPart>
            <TitledPart title="Por origem">
              <Table
                of="Origem"
                rows={sources.map((row) => ({ ...row, label: LEAD_SOURCES[row.label as LeadSource] ?? row.label }))}
              />
            </TitledPart>
          </>
        )}
      </QueryBoundary>
    </RecordWindow>
  );
}

function Table({ of, rows }: { of: string; rows: Figure[] }) {
  if (rows.length === 0) return <p>Nenhum lead neste período.</p>;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">Leads</th>
          <th scope="col">Mediana</th>
          <th scope="col">No prazo</th>
          <th scope="col">Ganhos</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, received, median_minutes, in_time, counted, won }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{received.toLocaleString('pt-BR')}</td>
            <td>{median_minutes === null ? 'sem resposta' : lasting(median_minutes * 60_000)}</td>
            <td>{counted === 0 ? 'sem prazo vencido' : `${in_time} de ${counted}`}</td>
            <td>{won.toLocaleString('pt-BR')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
