import { Button } from '@mantine/core';
import type { BankFilePreview, BankLine } from '@morada/contract/bank/bank-files';
import { formatMoney } from '@morada/domain/base/money';
import { REST_FATES } from '@morada/domain/rent/rest-fate';
import { IconChecklist, IconCircleCheck, IconZoomQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { fatesOf, proposed, type Rest, restOf } from './lines/difference.ts';
import { DIVERGENT, lineName, MATCHED, UNMATCHED } from './lines/line-columns.tsx';
import { LineTable } from './lines/line-table.tsx';
import { News } from './news.tsx';
import classes from './piles.module.css';

type PilesProps = {
  file: BankFilePreview;
  accepted: ReadonlySet<number>;
  onAccept: (lines: readonly number[], yes: boolean) => void;
  /** Undefined for those who may look for no invoice. */
  onAssign: ((line: BankLine) => void) | undefined;
  /** Undoes the assignment of a line to an invoice. */
  onRelease: (line: BankLine) => void;
  /** Choices for differences that are not the proposed ones, by line. */
  rests: ReadonlyMap<number, Rest>;
  onRest: (line: BankLine) => void;
};

/** Payments of the file in three groups, with the bank's notices beside them. */
export function Piles(props: PilesProps) {
  const { file, onAssign, onRelease } = props;
  const { matched, divergent, unmatched, news, sums } = file;
  const [tab, setTab] = useState(matched.length === 0 && divergent.length > 0 ? 'divergent' : 'matched');
  return (
    <Tabs
      label="Linhas do arquivo"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          value: 'matched',
          label: 'A liquidar',
          count: matched.length,
          panel: (
            <>
              <Sum amount={sums.matched}>Serão liquidados como o banco diz.</Sum>
              <LineTable
                what="os boletos a liquidar"
                lines={matched}
                columns={MATCHED}
                actions={releaseButton(matched, onRelease)}
                empty={{ icon: IconChecklist, title: 'Nenhum pagamento sem divergência' }}
              />
            </>
          ),
        },
        {
          value: 'divergent',
          label: 'Divergentes',
          count: divergent.length,
          panel: <Divergent {...props} />,
        },
        {
          value: 'unmatched',
          label: 'Não localizados',
          count: unmatched.length,
          panel: (
            <>
              <Sum amount={sums.unmatched}>
                {onAssign
                  ? 'Diga de qual fatura é cada um, ou deixe de fora: nada acontece com eles.'
                  : 'Ficam de fora: nada acontece com eles.'}
              </Sum>
              <LineTable
                what="os pagamentos não localizados"
                lines={unmatched}
                columns={UNMATCHED}
                open={onAssign && { word: 'Atribuir', onOpen: onAssign }}
                empty={{ icon: IconZoomQuestion, title: 'Todos os pagamentos foram localizados' }}
              />
            </>
          ),
        },
        {
          value: 'news',
          label: 'Avisos do banco',
          count: news.length,
          panel: (
            <>
              {news.length > 0 && <p className={classes.sum}>Entram no sistema com a baixa.</p>}
              <News news={news} />
            </>
          ),
        },
      ]}
    />
  );
}

function Divergent({ file: { divergent, sums }, accepted, onAccept, onRelease, rests, onRest }: PilesProps) {
  const payable = divergent.filter((line) => line.payable).map(({ line }) => line);
  const all = payable.length > 0 && payable.every((line) => accepted.has(line));
  return (
    <>
      <Sum amount={sums.divergent}>Só entram na baixa os que você escolher.</Sum>
      {payable.length > 0 && (
        <div className={classes.all}>
          <Button size="xs" variant="default" onClick={() => onAccept(payable, !all)}>
            {all ? 'Não escolher nenhum' : `Escolher todos os que podem ser liquidados (${payable.length})`}
          </Button>
        </div>
      )}
      <LineTable
        what="os boletos divergentes"
        lines={divergent}
        columns={DIVERGENT}
        actions={divergentButtons(divergent, { onRelease, rests, onRest })}
        choice={
          payable.length > 0
            ? {
                chosen: accepted,
                onChoose: (rows, yes) =>
                  onAccept(
                    rows.map(({ line }) => line),
                    yes,
                  ),
              }
            : undefined
        }
        empty={{ icon: IconCircleCheck, title: 'Nenhuma divergência' }}
      />
    </>
  );
}

type LineActions = Pick<PilesProps, 'onRelease' | 'rests' | 'onRest'>;

/** Actions of a line: the choice for its difference, and undoing an invoice that a person assigned; undefined without either. */
function divergentButtons(lines: readonly BankLine[], { onRelease, rests, onRest }: LineActions) {
  const release = releaseButton(lines, onRelease);
  if (!release && !lines.some((line) => restOf(line) !== 0)) return undefined;
  return (line: BankLine) => (
    <>
      {release?.(line)}
      {restOf(line) !== 0 && fatesOf(line).length > 0 && (
        <RestButton line={line} rest={rests.get(line.line) ?? proposed(line)} onRest={onRest} />
      )}
    </>
  );
}

function RestButton({ line, rest, onRest }: { line: BankLine; rest: Rest; onRest: PilesProps['onRest'] }) {
  const words = REST_FATES[rest.fate];
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Diferença de ${lineName(line)}: ${words}`}
      onClick={() => onRest(line)}
    >
      {words}
    </Button>
  );
}

/** The column exists only when some line was assigned by hand. */
function releaseButton(lines: readonly BankLine[], onRelease: PilesProps['onRelease']) {
  if (!lines.some(({ found }) => found?.assigned)) return undefined;
  return (line: BankLine) =>
    line.found?.assigned && (
      <Button size="xs" variant="default" aria-label={`Desatribuir ${lineName(line)}`} onClick={() => onRelease(line)}>
        Desatribuir
      </Button>
    );
}

function Sum({ amount, children }: { amount: number; children: string }) {
  return (
    <p className={classes.sum}>
      <b>{formatMoney(amount)}</b> {children}
    </p>
  );
}
