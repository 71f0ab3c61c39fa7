import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './search-button.module.css';

/** Search button of the header; opens the palette. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  return (
    <>
      <button type="button" className={classes.search} aria-keyshortcuts="Control+K" onClick={onOpen}>
        <IconSearch size={15} aria-hidden="true" />
        <span className={classes.words}>Buscar cliente, imóvel, contrato…</span>
        <span className={classes.key} aria-hidden="true">
          Ctrl K
        </span>
      </button>
      <ActionIcon size={32} className={classes.icon} aria-label="Buscar" onClick={onOpen}>
        <IconSearch size={17} />
      </ActionIcon>
    </>
  );
}
