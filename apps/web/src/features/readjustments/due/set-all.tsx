import { Button, FocusTrap, Popover } from '@mantine/core';
import type { BasisPoints } from '@morada/domain/base/money';
import type { ReadjustmentBase } from '@morada/domain/lease/readjustment';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import type { Choice } from '#web/features/readjustments/simulation.ts';
import { PercentInput } from '#web/ui/input/number-inputs.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { BASES, NO_PERCENT } from './bases.ts';
import classes from './set-all.module.css';

/** One index, or one percentage, for every row of the page. */
export function SetAll({ onSet }: { onSet: (choice: Choice) => void }) {
  const [opened, setOpened] = useState(false);
  const [base, setBase] = useState<ReadjustmentBase>('MANUAL');
  const [percent, setPercent] = useState<BasisPoints | null>(null);
  const ready = base !== 'MANUAL' || percent !== null;

  function set() {
    onSet(base === 'MANUAL' ? { base, percent } : { base });
    setOpened(false);
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={15} />}
          onClick={() => setOpened(!opened)}
        >
          Mudar índice de todos
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FocusTrap.InitialFocus />
        <form
          className={classes.fields}
          onSubmit={(event) => {
            event.preventDefault();
            if (ready) set();
          }}
        >
          <Select
            label="Índice"
            data={BASES}
            value={base}
            comboboxProps={{ withinPortal: false }}
            onChange={(value) => value && setBase(value as ReadjustmentBase)}
          />
          {base === 'MANUAL' && (
            <PercentInput placeholder={NO_PERCENT} label="Percentual" value={percent} onChange={setPercent} />
          )}
          <Button type="submit" disabled={!ready}>
            Usar em todos desta página
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
