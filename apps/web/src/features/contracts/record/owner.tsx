import { Input } from '@mantine/core';
import type { ChosenProperty } from '#web/features/contracts/contract-queries.ts';
import classes from '#web/features/contracts/terms/form-layout.module.css';
import { Missing } from '#web/ui/display/figures.tsx';

/** Read only: owner of the chosen property. */
export function Owner({ chosen }: { chosen: ChosenProperty | undefined }) {
  const name = chosen?.owner?.name ?? chosen?.property?.owner;
  return (
    <Input.Wrapper label="Proprietário" labelElement="div">
      <div className={classes.line} aria-live="polite">
        {name ?? <Missing>{chosen ? 'Imóvel sem proprietário' : 'Escolha o imóvel'}</Missing>}
      </div>
    </Input.Wrapper>
  );
}
