import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { formatMoney } from '@morada/domain/base/money';
import { extensionChanges } from '@morada/domain/lease/extension';
import { indexWords, readjustmentWords } from '@morada/domain/lease/readjustment';
import { Changes } from '#web/features/contracts/record/changes.tsx';
import classes from './extension.module.css';
import type { Extension } from './use-extension.ts';

/** Before it is saved: what changes, and where the figure comes from. */
export function ExtensionPreview({ proposal, extension }: { proposal: ProposalDetail; extension: Extension }) {
  const { end, index, made, rest, charges } = extension;
  const changes = extensionChanges(proposal, { end_date: end || proposal.end_date, readjustment: made });
  const [kept] = made?.kept ? readjustmentWords(made) : [];
  const words = [
    ...(index ? indexWords(index.index, { ...index, rate: index.percent }) : []),
    ...(kept ? [kept] : []),
    ...(made ? ['O que já foi faturado não muda.'] : []),
    ...(rest && charges ? [`${rest.description}: ${formatMoney(rest.amount)} na próxima fatura.`] : []),
    ...(rest && !charges ? [`${rest.description}: ${formatMoney(rest.amount)} ficam sem cobrança.`] : []),
  ];
  if (changes.length === 0 && words.length === 0) return null;
  return (
    <section className={classes.preview} aria-live="polite">
      <h3>O que muda</h3>
      <Changes changes={changes} />
      {words.map((line) => (
        <p key={line} className={classes.words}>
          {line}
        </p>
      ))}
    </section>
  );
}
