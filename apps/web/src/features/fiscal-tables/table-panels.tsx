import { Button } from '@mantine/core';
import { fiscalTables, millionths, ruleOf } from '@morada/contract/fiscal/fiscal-tables';
import { addDays, formatDate } from '@morada/domain/base/calendar';
import { formatAmount, formatMoney, formatPercent } from '@morada/domain/base/money';
import { formatFactor, ruleWords } from '@morada/domain/fiscal/fiscal-tables';
import { IconCalendarEvent, IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Dot, Status } from '#web/ui/display/status.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { type Table, type TableKind, useRemoveTable } from './fiscal-table-queries.ts';
import classes from './fiscal-tables.module.css';

type TablePanelsProps<T> = {
  tables: readonly T[];
  figures: (table: T) => ReactNode;
  onChange: (table: T) => void;
};

/** The validities of one kind of table, the newest first. */
export function TablePanels<T extends Table<TableKind>>({ tables, figures, onChange }: TablePanelsProps<T>) {
  return (
    <div className={classes.tables}>
      {tables.map((table) => (
        <Panel
          key={table.id}
          title={validityWords(table)}
          tools={<Tools table={table} onChange={() => onChange(table)} />}
        >
          <div className={classes.table}>
            <div className={classes.head}>
              <p className={classes.source}>{table.source}</p>
              <State of={table.state} />
            </div>
            {figures(table)}
          </div>
        </Panel>
      ))}
    </div>
  );
}

/** `De 01/01/2026 a 31/12/2026`, `Desde 01/01/2027` */
const validityWords = ({ valid_from, valid_to }: Table<TableKind>) =>
  valid_to ? `De ${formatDate(valid_from)} a ${formatDate(valid_to)}` : `Desde ${formatDate(valid_from)}`;

function State({ of }: { of: Table<TableKind>['state'] }) {
  if (of === 'CURRENT')
    return (
      <Status tone="green" icon={Dot}>
        Em vigor
      </Status>
    );
  if (of === 'FUTURE')
    return (
      <Status tone="blue" icon={IconCalendarEvent}>
        Ainda não começou
      </Status>
    );
  return (
    <Status tone="gray" icon={IconHistory}>
      Encerrada
    </Status>
  );
}

function Tools({ table, onChange }: { table: Table<TableKind>; onChange: () => void }) {
  const remove = useRemoveTable();
  const confirm = useConfirm();
  if (!table.can_change || !may(fiscalTables.remove.access)) return null;
  const day = formatDate(table.valid_from);
  async function ask() {
    const removed = await confirm({
      title: `Remover a vigência de ${day}`,
      body: `A tabela que vale até ${formatDate(addDays(table.valid_from, -1))} segue em vigor no lugar dela.`,
      verb: 'Remover vigência',
      danger: true,
      run: () => remove.mutateAsync({ params: { id: table.id } }),
    });
    if (removed) toast.success('Vigência removida');
  }
  return (
    <span className={classes.tools}>
      <Button variant="default" size="xs" aria-label={`Alterar a vigência de ${day}`} onClick={onChange}>
        Alterar
      </Button>
      {table.state === 'FUTURE' && (
        <Button variant="subtle" size="xs" aria-label={`Remover a vigência de ${day}`} onClick={ask}>
          Remover
        </Button>
      )}
    </span>
  );
}

export function WithholdingFigures({ of: { figures } }: { of: Table<'withholding'> }) {
  const { brackets, reduction } = figures;
  return (
    <>
      <table className={classes.figures}>
        <thead>
          <tr>
            <th scope="col">Base do mês</th>
            <th scope="col">Alíquota</th>
            <th scope="col">A deduzir (R$)</th>
          </tr>
        </thead>
        <tbody>
          {brackets.map(({ up_to, rate, deduct }, index) => (
            <tr key={up_to ?? 'open'}>
              <td>
                {up_to === null
                  ? `Acima de ${formatMoney(brackets[index - 1]?.up_to ?? 0)}`
                  : `Até ${formatMoney(up_to)}`}
              </td>
              <td>{formatPercent(rate)}</td>
              <td>{formatAmount(deduct)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <KeyValue
        items={[
          { label: 'Desconto simplificado', value: formatMoney(figures.simplified_discount) },
          { label: 'Não residente', value: formatPercent(figures.non_resident_rate) },
          { label: 'DARF mínimo', value: formatMoney(figures.minimum) },
        ]}
      />
      <p className={classes.source}>
        {reduction
          ? `Redução de ${formatMoney(reduction.full)} até ${formatMoney(reduction.full_up_to)}; daí até ${formatMoney(reduction.fades_to)}, ${formatMoney(reduction.constant)} menos ${formatFactor(millionths(reduction.slope))} do rendimento.`
          : 'Sem redução do imposto.'}
      </p>
    </>
  );
}

export function CalendarFigures({ of: { figures } }: { of: Table<'calendar'> }) {
  return (
    <table className={`${classes.figures} ${classes.words}`}>
      <thead>
        <tr>
          <th scope="col">Prazo</th>
          <th scope="col">Quem</th>
          <th scope="col">Vence</th>
        </tr>
      </thead>
      <tbody>
        {figures.obligations.map((one) => (
          <tr key={one.name}>
            <td>{one.name}</td>
            <td>{one.who}</td>
            <td>{ruleWords(ruleOf(one))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ReformFigures({ of: { figures } }: { of: Table<'reform'> }) {
  const { rates, fixed_rate } = figures;
  return (
    <KeyValue
      items={[
        { label: 'Aluguéis do ano acima de', value: formatMoney(figures.income_limit) },
        { label: 'Imóveis, mais de', value: figures.properties },
        { label: 'Perto do limite', value: formatPercent(figures.near) },
        {
          label: 'Excesso no próprio ano',
          value: `${formatPercent(figures.excess)}${figures.excess_needs_properties ? ', com os imóveis' : ''}`,
        },
        { label: 'IBS', value: `${formatPercent(rates.ibs_state)} + ${formatPercent(rates.ibs_municipal)}` },
        { label: 'CBS', value: formatPercent(rates.cbs) },
        { label: 'Redução para locações', value: formatPercent(rates.lease_reduction) },
        { label: 'Redutor social', value: formatMoney(rates.social_reducer) },
        { label: 'Alíquotas', value: rates.official ? 'Oficiais' : 'Estimativa' },
        { label: 'Recolhimento', value: rates.collected ? 'Recolhidos' : 'Só informados' },
        { label: 'PIS e Cofins', value: rates.deducts_pis_cofins ? 'Saem da base' : 'Não contam' },
        { label: 'Opção: alíquota fixa', value: formatPercent(fixed_rate.rate) },
        { label: 'Opção: assinados até', value: formatDate(fixed_rate.signed_until) },
        { label: 'Opção: registrados até', value: formatDate(fixed_rate.registered_until) },
        { label: 'Opção: residenciais até', value: formatDate(fixed_rate.residential_until) },
      ]}
    />
  );
}
