import { Popover } from '@mantine/core';
import { useState } from 'react';
import { Missing } from '#web/ui/figures.tsx';
import { KeyValue } from '#web/ui/key-value.tsx';
import classes from './proposal-id.module.css';
import type { ProposalLine } from './proposal-queries.ts';

/** The number of a contract; pressed, it says into whose account the rent goes and for which property. */
export function ProposalId({ proposal }: { proposal: ProposalLine }) {
  const { id, bank_full_name, property } = proposal;
  const [opened, setOpened] = useState(false);
  return (
    <Popover position="bottom-start" width={300} opened={opened} onChange={setOpened}>
      <Popover.Target>
        <button
          type="button"
          className={classes.id}
          aria-label={`${id}, conta e imóvel`}
          onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
          onClick={() => setOpened(!opened)}
        >
          {id}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Contrato ${id}`}>
        <div className={classes.lines}>
          <KeyValue
            items={[
              { label: 'Titular da conta', value: bank_full_name ?? <Missing /> },
              { label: 'Imóvel', value: property },
            ]}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
