import { Button } from '@mantine/core';
import { guaranteeWarnings, hasTwoGuarantees } from '@morada/domain/lease/contract';
import { Callout } from '#web/ui/feedback/callout.tsx';
import classes from './guarantee-warnings.module.css';

type GuaranteeWarningsProps = Parameters<typeof guaranteeWarnings>[0] & { onRemoveGuarantors?: () => void };

/** Legal problems of the guarantee; renders null when there are none. */
export function GuaranteeWarnings({ onRemoveGuarantors, ...contract }: GuaranteeWarningsProps) {
  const warnings = guaranteeWarnings(contract);
  const two = hasTwoGuarantees(contract.guarantee, contract.guarantors);
  if (warnings.length === 0) return null;
  return (
    <div className={classes.warnings}>
      {warnings.map((warning, place) => (
        <Callout
          tone="warning"
          key={warning}
          action={
            place === 0 &&
            two &&
            onRemoveGuarantors && (
              <Button size="xs" variant="default" onClick={onRemoveGuarantors}>
                Retirar fiadores
              </Button>
            )
          }
        >
          {warning}
        </Callout>
      ))}
    </div>
  );
}
