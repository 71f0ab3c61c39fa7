import type { ProposalDetail } from '@morada/contract/lease/proposals';
import type { TerminationSheet } from '@morada/contract/money/terminations';
import { sum } from '@morada/domain/base/money';
import { TotalLines } from '#web/ui/display/total-lines.tsx';
import { outcome, ownerLines, sheetLines } from './sheet-words.ts';
import classes from './termination.module.css';

/** Termination sheet line by line, with the balance and the side that pays it. */
export function Sheet({ sheet, proposal }: { sheet: TerminationSheet; proposal: ProposalDetail }) {
  const owes = sheet.total >= 0;
  const ownLines = ownerLines(sheet);
  const ownTotal = sum(ownLines.map(({ amount }) => amount));
  return (
    <>
      <TotalLines
        title="Folha de rescisão"
        lines={sheetLines(sheet, proposal)}
        total={{ label: owes ? 'Total a pagar pelo inquilino' : 'Total a devolver', amount: Math.abs(sheet.total) }}
      />
      {ownLines.length > 0 && (
        <TotalLines
          title="Proprietário"
          lines={ownLines}
          total={{
            label: ownTotal < 0 ? 'A debitar dos próximos repasses' : 'A repassar',
            amount: Math.abs(ownTotal),
          }}
        />
      )}
      {sheet.rent && <p className={classes.words}>{sheet.rent.words}</p>}
      <div role="status" className={classes.words}>
        <p>{`${sheet.total_words}.`}</p>
        {outcome(sheet).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </>
  );
}
