import { Button } from '@mantine/core';
import { Warning } from './warning.tsx';

/** Beside `hasTwoGuarantees`. */
export function GuaranteeWarning({ onRemove }: { onRemove?: () => void }) {
  const remove = onRemove && (
    <Button size="xs" variant="default" onClick={onRemove}>
      Retirar fiadores
    </Button>
  );
  return (
    <Warning action={remove}>
      O contrato tem fiador e outra garantia. A Lei 8.245, art. 37, proíbe mais de uma modalidade no mesmo contrato, sob
      pena de nulidade.
    </Warning>
  );
}
