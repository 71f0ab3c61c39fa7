import type { Reference } from '@morada/domain/calendar';
import { formatMoney } from '@morada/domain/money';
import { ApiProblem } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useReadjustments } from './readjustment-queries.ts';
import { type Simulation, type Totals, wantedOf } from './simulation.ts';
import { contractsInWords, signed } from './words.ts';

/** What came of a batch of which not all could be applied. */
export type Outcome = {
  applied: number;
  refused: { id: number; tenant: string | undefined; reason: string }[];
};

type Refused = { proposal_id: number; reason: string }[];

/** Asks, applies, and tells: what was refused goes to `onDone`. */
export function useApply(
  month: Reference,
  simulations: readonly Simulation[],
  onDone: (outcome: Outcome | undefined) => void,
) {
  const confirm = useConfirm();
  const { apply } = useReadjustments();

  const outcomeOf = (applied: number, refused: Refused): Outcome => ({
    applied,
    refused: refused.map(({ proposal_id: id, reason }) => ({
      id,
      tenant: simulations.find(({ contract }) => contract.id === id)?.contract.tenant,
      reason,
    })),
  });

  async function run({ chosen }: Totals): Promise<Outcome> {
    try {
      const { contracts, refused } = await apply(month, chosen.map(wantedOf));
      return outcomeOf(contracts, refused);
    } catch (error) {
      const refused = error instanceof ApiProblem && error.code === 'NOTHING_APPLIED' && error.extra.refused;
      if (!refused) throw error;
      return outcomeOf(0, refused as Refused);
    }
  }

  return async (totals: Totals) => {
    const count = totals.chosen.length;
    let outcome: Outcome | undefined;
    const done = await confirm({
      title: count === 1 ? 'Aplicar 1 reajuste' : `Aplicar ${count} reajustes`,
      says: <Says {...totals} />,
      verb: 'Aplicar reajustes',
      run: async () => {
        outcome = await run(totals);
      },
    });
    if (!done || !outcome) return;
    if (outcome.applied > 0) toast.success(appliedWords(outcome.applied));
    onDone(outcome.refused.length > 0 ? outcome : undefined);
  };
}

export const appliedWords = (count: number) =>
  `${contractsInWords(count)} ${count === 1 ? 'reajustado' : 'reajustados'}`;

function Says({ chosen, before, after, difference }: Totals) {
  const one = chosen.length === 1;
  return (
    <>
      {one ? 'O aluguel passa' : `A soma dos ${chosen.length} aluguéis passa`} de {formatMoney(before)} para{' '}
      {formatMoney(after)} por mês ({signed(difference)}). Só o aluguel e a data do próximo reajuste mudam: o que já foi
      cobrado fica como está. O lote pode ser desfeito enquanto nenhuma fatura usar{' '}
      {one ? 'o novo valor' : 'os novos valores'}.
    </>
  );
}
