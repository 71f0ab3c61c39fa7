import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSelector } from '@tabler/icons-react';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { messageOf } from '#web/lib/toast.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { type FieldProps, useField } from './field.ts';
import classes from './picker.module.css';
import { ReadText } from './read-text.tsx';

export type PickerOption = {
  value: number;
  label: string;
  /** A second line: the document of a person, the street of a property. */
  below?: string;
  /** It is shown and can't be chosen; `below` says why. */
  disabled?: boolean;
};

type AsyncPickerProps<V extends FieldValues> = FieldProps<V> & {
  /** Query for the options; runs from two letters: `(text) => clientOptions(text)`. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the query fetches, `select` makes options of it
  query: (text: string) => UseQueryOptions<any, Error, PickerOption[], any>;
  /** Option of the value that the form starts with, shown by its label before anything was searched. */
  chosen?: PickerOption;
  onChoose?: (option: PickerOption | undefined) => void;
  placeholder?: string;
  nothingFound?: string;
  /** A number finds its record: one digit is enough. */
  byNumber?: boolean;
  /** The last entry of the list: "Cadastrar novo cliente". */
  create?: { label: string; onCreate: (typed: string) => void };
};

const CREATE = 'create';

/** A person or a property, found by typing; the form holds its number, or null. */
export function AsyncPicker<V extends FieldValues>({
  query,
  chosen,
  onChoose,
  placeholder = 'Digite para buscar',
  nothingFound = 'Nada encontrado',
  byNumber = false,
  create,
  ...props
}: AsyncPickerProps<V>) {
  const [picked, setPicked] = useState(chosen);
  const { value, change, input, read } = useField(
    props,
    (id) => [picked, chosen].find((option) => option?.value === id)?.label ?? (id ? `ID ${id}` : ''),
  );
  const [typed, setTyped] = useState<string>();
  const [text] = useDebouncedValue(typed?.trim() ?? '', 300);
  const searching = text.length >= 2 || (byNumber && /^\d$/.test(text));
  // Options of an earlier window are not offered again: forms read what a record had, such as a client's contracts.
  const found = useQuery({ ...query(text), enabled: searching, placeholderData: keepPreviousData, gcTime: 0 });
  const options = searching ? (found.data ?? []) : [];
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const current = picked?.value === value ? picked : chosen?.value === value ? chosen : undefined;

  if (read) return <ReadText {...read} />;

  function choose(option: PickerOption | undefined) {
    setPicked(option);
    setTyped(undefined);
    change(option?.value ?? null);
    onChoose?.(option);
  }

  /** Enter and Tab take the only record found, once the answer belongs to what is typed. */
  function takeOnlyMatch(event: KeyboardEvent) {
    const isAnswered = typed?.trim() === text && !found.isFetching && !found.isPlaceholderData;
    const [only, ...others] = options;
    if ((event.key !== 'Enter' && event.key !== 'Tab') || !isAnswered || !only || others.length > 0) return;
    // An entry marked with the arrows is the one that Enter means.
    if (only.disabled || !combobox.dropdownOpened || combobox.getSelectedOptionIndex() !== -1) return;
    if (event.key === 'Enter') event.preventDefault(); // It chooses, and sends no form.
    combobox.closeDropdown();
    choose(only);
  }

  function submit(entry: string) {
    combobox.closeDropdown();
    if (entry === CREATE) create?.onCreate(typed ?? '');
    else choose(options.find((option) => String(option.value) === entry));
  }

  return (
    <Combobox store={combobox} onOptionSubmit={submit} offset={4} shadow="md">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          placeholder={placeholder}
          rightSection={found.isFetching ? <Spinner instead={<IconSelector />} /> : <IconSelector />}
          rightSectionPointerEvents="none"
          value={typed ?? current?.label ?? ''}
          onClick={() => combobox.openDropdown()}
          onKeyDown={takeOnlyMatch}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            if (!currentTarget.value) choose(undefined);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            setTyped(undefined); // Text that was typed without choosing an option is discarded.
            input.onBlur();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {/* Outside the list, which would otherwise hold no choice. */}
        {options.length === 0 && (
          <Combobox.Empty role="status">{emptyText(searching, found, nothingFound)}</Combobox.Empty>
        )}
        <Combobox.Options
          mah={280}
          className={classes.options}
          aria-label={props.label}
          hidden={options.length === 0 && !create}
        >
          {options.map((option) => (
            <Combobox.Option
              key={option.value}
              value={String(option.value)}
              active={option.value === value}
              disabled={option.disabled}
            >
              <span className={classes.label}>{option.label}</span>
              {option.below && <span className={classes.below}>{option.below}</span>}
            </Combobox.Option>
          ))}
          {create && (
            <Combobox.Option value={CREATE} className={classes.create}>
              <IconPlus size={15} />
              {create.label}
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function emptyText(searching: boolean, found: { error: Error | null; isFetching: boolean }, nothing: string): string {
  if (!searching) return 'Digite ao menos duas letras';
  if (found.error) return messageOf(found.error);
  return found.isFetching ? 'Buscando…' : nothing;
}
