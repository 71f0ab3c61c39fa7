import { CloseButton, Modal, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '#web/lib/toast.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { useWindow } from '#web/ui/base/use-window.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import type { Letters } from './letters.ts';
import classes from './palette.module.css';
import { PaletteList } from './palette-list.tsx';
import { useFound } from './use-found.ts';
import { type Entry, useGroups } from './use-groups.ts';

type PaletteProps = { letters: Letters | undefined; onClose: () => void; onKeys: () => void };

/** Find anything, do anything: one field, and under it what it may mean. */
export default function Palette({ letters, onClose, onKeys }: PaletteProps) {
  const phone = usePhone();
  const list = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const awaited = useRef(false);
  const { understood, found, current, error } = useFound(text);
  const groups = useGroups(text, understood, found, onKeys);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ key }) => key === chosen) ?? entries[0];
  const { topmost } = useWindow();

  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const type = (typed: string) => {
    awaited.current = false;
    setText(typed);
    setChosen(undefined);
  };
  const move = (by: number) => {
    const at = active ? entries.indexOf(active) : 0;
    setChosen(entries[(at + by + entries.length) % entries.length]?.key);
  };

  // Enter pressed while a search is in flight runs an entry of its result, not of the previous one.
  useEffect(() => {
    if (!awaited.current || !current) return;
    awaited.current = false;
    if (active) run(active);
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) move(step);
    else if (event.key === 'Enter' && active && (active.immediate || current)) run(active);
    else if (event.key === 'Enter') awaited.current = !current;
    else return;
    event.preventDefault();
  }

  return (
    <Modal
      opened
      fullScreen={phone}
      yOffset="11vh"
      size={640}
      zIndex={240}
      withCloseButton={false}
      returnFocus={false}
      closeOnEscape={topmost}
      attributes={{ content: { 'aria-label': 'Buscar em tudo' } }}
      classNames={{ content: classes.window, body: classes.body }}
      onClose={onClose}
    >
      <div className={classes.field}>
        <IconSearch size={17} aria-hidden="true" />
        <input
          data-autofocus
          role="combobox"
          aria-label="Buscar cadastro, fatura ou ação"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? list : undefined}
          aria-activedescendant={active && `${list}-${active.key}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          enterKeyHint="go"
          placeholder="Nome, documento, telefone, endereço, número ou ação"
          value={text}
          onFocus={() => {
            const typed = letters?.take();
            if (typed) type(text + typed);
          }}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {!current && <Spinner size={15} />}
        {phone ? (
          <CloseButton size={44} iconSize={18} aria-label="Fechar" onClick={onClose} />
        ) : (
          <kbd className={classes.key}>Esc</kbd>
        )}
      </div>
      <PaletteList id={list} groups={groups} active={active} onPoint={setChosen} onRun={run} />
      {current && error && (
        <p role="alert" className={classes.note}>
          {messageOf(error)}
        </p>
      )}
      {current && !error && entries.length === 0 && (
        <p className={classes.note}>
          Nada encontrado. Confira as palavras, ou busque por documento, telefone ou número.
        </p>
      )}
      <VisuallyHidden role="status">{current && text.trim() !== '' ? counted(entries.length) : ''}</VisuallyHidden>
    </Modal>
  );
}

const counted = (count: number) =>
  count === 0 ? 'Nenhum resultado.' : `${count === 1 ? '1 resultado' : `${count} resultados`}. Use as setas e Enter.`;
