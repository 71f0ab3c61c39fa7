import { getParsedComboboxData, isOptionsGroup, Select as MantineSelect, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { matches, onlyMatch } from './matching.ts';

/** What a choice is found by: its label, and other words that it was given. */
const wordsOf = (option: { label: string; also?: string }) => `${option.label} ${option.also ?? ''}`;

/**
 * Select field. Its list mounts on focus, since Mantine would mount it with the field even while closed. In a
 * searchable list Enter and Tab pick the only match.
 */
export function Select({ comboboxProps, onFocus, onKeyDown, ...props }: SelectProps) {
  const [mounted, setMounted] = useState(false);
  const [opened, setOpened] = useState(false);
  const typed = useRef('');
  const { searchable, data, value, onChange } = props;

  function takeOnlyMatch(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    if (!searchable || !opened || (event.key !== 'Enter' && event.key !== 'Tab')) return;
    const choices = getParsedComboboxData<string>(data).flatMap((entry) =>
      isOptionsGroup(entry) ? entry.items : [entry],
    );
    const only = onlyMatch(choices, typed.current);
    if (!only || only.value === value) return;
    if (event.key === 'Enter') event.preventDefault(); // It chooses, and sends no form.
    onChange?.(only.value, only);
    setOpened(false);
  }

  return (
    <MantineSelect
      filter={({ options, search }) =>
        options.filter((option) => isOptionsGroup(option) || matches(wordsOf(option), search))
      }
      {...props}
      comboboxProps={{ keepMounted: mounted, ...comboboxProps }}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onSearchChange={(text) => {
        typed.current = text;
      }}
      onKeyDown={takeOnlyMatch}
      onFocus={(event) => {
        setMounted(true);
        onFocus?.(event);
      }}
    />
  );
}
