import { Popover } from '@mantine/core';
import type { ContractLine } from '#web/features/contracts/contract-queries.ts';
import { usePopup } from '#web/ui/base/use-popup.tsx';
import { Missing } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import classes from './contract-id.module.css';

/** The number of a contract; pressed, it says into whose account the rent goes and for which property. */
export function ContractId({ proposal }: { proposal: ContractLine }) {
  const { id, bank_full_name, property } = proposal;
  const { mounted, button, popup, target } = usePopup('dialog');
  return (
    <>
      <button {...button} type="button" className={classes.id} aria-label={`${id}, conta e imóvel`}>
        {id}
      </button>
      {mounted && (
        <Popover {...popup} position="bottom-start" width={300}>
          <Popover.Target>{target}</Popover.Target>
          <Popover.Dropdown>
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
      )}
    </>
  );
}
