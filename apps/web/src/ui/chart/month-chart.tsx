import { formatDate, formatShortMonth } from '@morada/domain/base/calendar';
import { formatAmount } from '@morada/domain/base/money';
import { IconChartLine } from '@tabler/icons-react';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import classes from './month-chart.module.css';
import { isDay, type Series, type Step, type Unit, untilLastFigure } from './series.ts';

const LinePicture = lazyPart(
  () => import('./line-picture.tsx'),
  ({ default: LinePicture }) => LinePicture,
  () => <div className={classes.picture} />,
);

type MonthChartProps = {
  title: string;
  /** Of which time; the unit is said here. */
  period: string;
  /** Months, or days within one month. */
  months: readonly Step[];
  /** Up to three, the least important last. */
  series: readonly Series[];
  unit?: Unit;
  /** Said where there is none. */
  empty?: string;
};

/** Figures month by month: a picture with its legend, and the figures themselves as a table. */
export function MonthChart(props: MonthChartProps) {
  const { title, period, months, series, unit = 'money', empty: nothing = 'Nada foi lançado neste período' } = props;
  const empty = series.every(({ values }) => values.every((value) => value === 0));
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <div>
          <h2 className={classes.title}>{title}</h2>
          <p className={classes.below}>{unit === 'money' ? `${period}, em milhares de reais` : period}</p>
        </div>
        {!empty && <Legend names={series.map(({ name }) => name)} />}
      </header>
      {empty ? (
        <div className={classes.empty}>
          <EmptyState icon={IconChartLine} title={nothing} />
        </div>
      ) : (
        <>
          <div role="img" aria-label={`Gráfico: ${title}, ${period}. Os números estão na tabela abaixo.`}>
            <LinePicture {...untilLastFigure(months, series)} unit={unit} />
          </div>
          <Figures {...{ title, months, series, unit }} />
        </>
      )}
    </section>
  );
}

function Legend({ names }: { names: string[] }) {
  return (
    <ul className={classes.legend} aria-label="Legenda">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

type FiguresProps = Pick<MonthChartProps, 'title' | 'months' | 'series'> & { unit: Unit };

/** The chart's data as a table, collapsed at first. */
function Figures({ title, months, series, unit }: FiguresProps) {
  const days = months.some(isDay);
  const shown = unit === 'money' ? formatAmount : (count: number) => count.toLocaleString('pt-BR');
  return (
    <details className={classes.figures}>
      <summary>Ver os números em tabela</summary>
      <div className={classes.scroll}>
        <table aria-label={`${title}, por ${days ? 'dia' : 'mês'}`}>
          <thead>
            <tr>
              <th scope="col">{days ? 'Dia' : 'Mês'}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {unit === 'money' ? `${name} (R$)` : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month, place) => (
              <tr key={month}>
                <th scope="row">{isDay(month) ? formatDate(month) : formatShortMonth(month)}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{shown(values[place] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** In the place of the chart until its figures are there. */
export function MonthChartWaiting({ what }: { what: string }) {
  return (
    <div className={classes.card} role="status" aria-busy="true" aria-label={`Carregando ${what}`}>
      <div className={classes.picture} />
    </div>
  );
}
