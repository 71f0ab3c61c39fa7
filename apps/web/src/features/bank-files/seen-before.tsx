import type { BankFilePreview } from '@morada/contract/bank-files';
import { IconInfoCircle } from '@tabler/icons-react';
import { Moment } from '#web/ui/figures.tsx';
import classes from './seen-before.module.css';

type SeenBeforeProps = { seen: NonNullable<BankFilePreview['seen']>; onOpen: (id: number) => void };

/** The same file, or one that says the same, came before. */
export function SeenBefore({ seen: { id, at, by }, onOpen }: SeenBeforeProps) {
  return (
    <p className={classes.seen} role="status">
      <IconInfoCircle size={15} aria-hidden="true" />
      <span>
        Este arquivo já foi enviado em <Moment value={at} />
        {by && ` por ${by}`}. O que ele já liquidou não entra de novo.{' '}
        <button type="button" className={classes.link} onClick={() => onOpen(id)}>
          Abrir o envio anterior
        </button>
      </span>
    </p>
  );
}
