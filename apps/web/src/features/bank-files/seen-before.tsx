import type { BankFilePreview } from '@morada/contract/bank/bank-files';
import { Moment } from '#web/ui/display/figures.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import classes from './seen-before.module.css';

type SeenBeforeProps = { seen: NonNullable<BankFilePreview['seen']>; onOpen: (id: number) => void };

/** The same file, or one that says the same, came before. */
export function SeenBefore({ seen: { id, at, by }, onOpen }: SeenBeforeProps) {
  return (
    <Callout tone="known">
      Este arquivo já foi enviado em <Moment value={at} />
      {by && ` por ${by}`}. O que ele já liquidou não entra de novo.{' '}
      <button type="button" className={classes.link} onClick={() => onOpen(id)}>
        Abrir o envio anterior
      </button>
    </Callout>
  );
}
