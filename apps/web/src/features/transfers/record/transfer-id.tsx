import { Popover } from '@mantine/core';
import { useState } from 'react';
import type { TransferLine } from '#web/entities/transfer/transfer-queries.ts';
import { Missing } from '#web/ui/display/figures.tsx';
import classes from './transfer-id.module.css';

/** The number, and behind it who rents what. */
export function TransferId({ transfer: { id, tenant, property } }: { transfer: TransferLine }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover position="bottom-start" width={260} withinPortal opened={opened} onChange={setOpened}>
      <Popover.Target>
        <button
          type="button"
          className={classes.id}
          aria-label={`${id}: inquilino e imóvel`}
          onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
          onClick={() => setOpened(!opened)}
        >
          {id}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Repasse ${id}`}>
        <dl className={classes.facts}>
          <dt>Inquilino</dt>
          <dd>{tenant ?? <Missing />}</dd>
          <dt>Imóvel</dt>
          <dd>{property}</dd>
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
