import type { Reference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { ApiProblem } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useApplyReadjustments } from './readjustment-queries.ts';
import { type Simulation, type Totals, wantedOf } from './simulation.ts';
import { contractsInWords, signed } from './words.ts';

/** Result of a batch: the readjusted contracts and the refused ones. */
export type Outcome = {
  applied: number[];
  refused: { id: number; tenant: string | undefined; reason: string }[];
};

type Refused = { proposal_id: number; reason: string }[];

/** Confirms the readjustments, applies the chosen ones and reports the result. */
export function useApply(month: Reference, simulations: readonly Simulation[], onDone: (outcome: Outcome) => void) {
  const confirm = useConfirm();
  const apply = useApplyReadjustments();

  async function run({ chosen }: Totals): Promise<Outcome> {
    const left = await refusedOf(apply.mutateAsync({ body: { month, contracts: chosen.map(wantedOf) } }));
    return {
      applied: chosen.map(({ contract }) => contract.id).filter((id) => !left.some((one) => one.proposal_id === id)),
      refused: left.map(({ proposal_id: id, reason }) => ({
        id,
        tenant: simulations.find(({ contract }) => contract.id === id)?.contract.tenant,
        reason,
      })),
    };
  }

  return async (totals: Totals) => {
    const count = totals.chosen.length;
    let outcome: Outcome | undefined;
    const done = await confirm({
      title: count === 1 ? 'Aplicar 1 reajuste' : `Aplicar ${count} reajustes`,
      body: <ConfirmBody {...totals} />,
      verb: 'Aplicar reajustes',
      run: async () => {
        outcome = await run(totals);
      },
    });
    if (!done || !outcome) return;
    if (outcome.applied.length > 0) toast.success(appliedWords(outcome.applied.length));
    onDone(outcome);
  };
}

/** When no contract can be readjusted the call is refused, with a reason for each contract. */
async function refusedOf(call: Promise<{ refused: Refused }>): Promise<Refused> {
  try {
    return (await call).refused;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'NOTHING_APPLIED') return error.extra.refused as Refused;
    throw error;
  }
}

export const appliedWords = (count: number) =>
  `${contractsInWords(count)} ${count === 1 ? 'reajustado' : 'reajustados'}`;

function ConfirmBody({ chosen, before, after, difference }: Totals) {
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
