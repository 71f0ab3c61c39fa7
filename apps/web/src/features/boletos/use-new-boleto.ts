import type { BoletoDetail } from '@morada/contract/boletos';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { useSettingsFirst } from './use-settings-first.ts';

/** Makes a boleto and says so, or why not: where the agency's settings are missing it leads there. */
export function useNewBoleto() {
  const [making, setMaking] = useState(false);
  const settingsFirst = useSettingsFirst();

  async function make(create: () => Promise<BoletoDetail>) {
    setMaking(true);
    try {
      await create();
      toast.success('O boleto foi gerado.');
    } catch (error) {
      if (!(await settingsFirst(error))) toast.failure(error);
    } finally {
      setMaking(false);
    }
  }

  return { making, make };
}
