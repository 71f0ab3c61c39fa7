import { Input } from '@mantine/core';
import { Missing } from '#web/ui/figures.tsx';
import classes from './form-layout.module.css';
import type { ChosenProperty } from './proposal-queries.ts';

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
