import type { FiscalYear } from '@morada/contract/fiscal/fiscal';
import { Findings } from './findings.tsx';

/** What the program would refuse, each with the record that mends it. */
export const DimobBlocks = ({ year }: { year: FiscalYear }) => (
  <Findings title="Impede a DIMOB" findings={year.blocking} total={year.blocking_total} />
);

/** What deserves a look. */
export const DimobWarnings = ({ year }: { year: FiscalYear }) => (
  <Findings title="Avisos" findings={year.warnings} total={year.warnings_total} />
);
