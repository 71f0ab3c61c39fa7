import { Button, Input } from '@mantine/core';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { Missing } from '#web/ui/display/figures.tsx';
import classes from './guarantors-line.module.css';

type GuarantorsLineProps = { guarantors: ProposalDetail['guarantors']; onOpen: () => void };

/** Guarantors of the tenant; they are edited in their own tab. */
export function GuarantorsLine({ guarantors, onOpen }: GuarantorsLineProps) {
  const names = guarantors.map(({ name }) => name).join(', ');
  return (
    <Input.Wrapper label={guarantors.length > 1 ? 'Fiadores' : 'Fiador'} labelElement="div">
      <div className={classes.line}>
        <span className={classes.names} title={names}>
          {names || <Missing>Nenhum fiador</Missing>}
        </span>
        <Button variant="subtle" onClick={onOpen}>
          {names ? 'Ver fiadores' : 'Adicionar fiador'}
        </Button>
      </div>
    </Input.Wrapper>
  );
}
