import type { ProposalDetail } from '@morada/contract/proposals';
import type { TerminationSheet } from '@morada/contract/terminations';
import { TotalLines } from '#web/ui/display/total-lines.tsx';
import { outcome, sheetLines } from './sheet-words.ts';
import classes from './termination.module.css';

/** Termination sheet line by line, with the balance and the side that pays it. */
export function Sheet({ sheet, proposal }: { sheet: TerminationSheet; proposal: ProposalDetail }) {
  const owes = sheet.total >= 0;
  return (
    <>
      <TotalLines
        title="Folha de rescisão"
        lines={sheetLines(sheet, proposal)}
        total={{ label: owes ? 'Total a pagar pelo inquilino' : 'Total a devolver', amount: Math.abs(sheet.total) }}
      />
      <div role="status" className={classes.words}>
        <p>{`${sheet.total_words}.`}</p>
        {outcome(sheet).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </>
  );
}
