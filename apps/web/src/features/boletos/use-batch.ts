import { useRef, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { useBoletoActions } from './boleto-queries.ts';
import { useSettingsFirst } from './use-settings-first.ts';

/** So many at a time that the progress is felt, and a stop too. */
const PART = 50;

export type BatchOutcome = {
  created: number;
  amount: number;
  refused: { invoice_id: number; reason: string }[];
};

type Stage = 'asked' | 'running' | 'ended';

/** Boletos of many invoices, made part by part; what was made stays made, whatever comes after. */
export function useBatch() {
  const { createMany } = useBoletoActions();
  const settingsFirst = useSettingsFirst();
  const stopped = useRef(false);
  const [stage, setStage] = useState<Stage>('asked');
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<BatchOutcome>({ created: 0, amount: 0, refused: [] });

  async function run(invoices: readonly number[]) {
    stopped.current = false;
    setStage('running');
    try {
      for (let at = 0; at < invoices.length && !stopped.current; at += PART) {
        const part = invoices.slice(at, at + PART);
        const made = await createMany(part);
        setDone(at + part.length);
        setOutcome((sofar) => ({
          created: sofar.created + made.created,
          amount: sofar.amount + made.amount,
          refused: [...sofar.refused, ...made.refused],
        }));
      }
      setStage('ended');
    } catch (error) {
      if (!(await settingsFirst(error))) toast.failure(error);
      setStage(done > 0 ? 'ended' : 'asked');
    }
  }

  const stop = () => {
    stopped.current = true;
  };

  return { stage, done, outcome, run, stop };
}
