import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { PLACE_LETTERS, type Place, type PlaceSuggestion } from '@morada/contract/registry/places';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#web/lib/toast.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import classes from './address-search.module.css';
import { placeQuery, suggestionsQuery } from './place-queries.ts';

const LABEL = 'Buscar endereço';

/** An address found by typing; what is chosen comes with all its parts. */
export function AddressSearch({ onChoose }: { onChoose: (place: Place) => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ label: string; fetching?: boolean; body?: string }>();
  const [text] = useDebouncedValue(typed.trim(), 300);
  const searching = text.length >= PLACE_LETTERS;
  const found = useQuery({ ...suggestionsQuery(text), enabled: searching, placeholderData: keepPreviousData });
  const options = searching ? (found.data ?? []) : [];
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });

  async function choose({ id, label }: PlaceSuggestion) {
    combobox.closeDropdown();
    setTyped('');
    setChosen({ label, fetching: true });
    try {
      onChoose(await client.fetchQuery(placeQuery(id)));
      setChosen({ label });
    } catch (error) {
      setChosen({ label, body: messageOf(error) });
    }
  }

  function submit(id: string) {
    const option = options.find((option) => option.id === id);
    if (option) choose(option);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={submit} offset={4} shadow="md">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={LABEL}
          description={chosen?.body && <span role="status">{chosen.body}</span>}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="Rua, número e cidade"
          leftSection={<IconSearch />}
          leftSectionPointerEvents="none"
          rightSection={(found.isFetching || chosen?.fetching) && <Spinner />}
          maxLength={120}
          value={typed || (chosen?.label ?? '')}
          onClick={() => combobox.openDropdown()}
          onChange={({ currentTarget }) => {
            setChosen(undefined);
            setTyped(currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {/* Outside the list, which would otherwise hold no choice. */}
        {options.length === 0 && <Combobox.Empty role="status">{emptyText(searching, found)}</Combobox.Empty>}
        <Combobox.Options mah={280} className={classes.options} aria-label={LABEL} hidden={options.length === 0}>
          {options.map(({ id, label, below }) => (
            <Combobox.Option key={id} value={id}>
              <span className={classes.label}>{label}</span>
              {below && <span className={classes.below}>{below}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {options.length > 0 && <Combobox.Footer className={classes.source}>Google Maps</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  );
}

function emptyText(searching: boolean, { error, isFetching }: { error: Error | null; isFetching: boolean }): string {
  if (!searching) return 'Digite ao menos três letras';
  if (error) return messageOf(error);
  return isFetching ? 'Buscando…' : 'Nenhum endereço encontrado';
}
