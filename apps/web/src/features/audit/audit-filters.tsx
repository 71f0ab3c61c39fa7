import { TRAIL, trailActions, trailRecordName } from '@morada/domain/trail/trail';
import { useQuery } from '@tanstack/react-query';
import { Select } from '#web/ui/input/select.tsx';
import type { FilterTexts } from '#web/ui/list/list-filters.ts';
import { auditPeopleQuery, type Search } from './audit-queries.ts';

const RECORDS = Object.entries(TRAIL)
  .map(([value, { name }]) => ({ value, label: name }))
  .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR'));

const SYSTEM = { value: 'system', label: 'Sistema' };

type AuditFiltersProps = { search: Search; onSearch: (changes: Search) => void };

/** All current and former users. */
function usePeople() {
  const { data = [] } = useQuery(auditPeopleQuery);
  return [
    SYSTEM,
    ...data.map(({ id, name, removed }) => ({ value: String(id), label: removed ? `${name} (deletado)` : name })),
  ];
}

/** Actions of the chosen kind of record, or of all kinds without duplicates. */
const actionOptions = (record: Search['record']) =>
  trailActions(record).map(({ action, words }) => ({ value: action, label: words }));

/** The fields behind "Filtrar". */
export function AuditFilters({ search, onSearch }: AuditFiltersProps) {
  const people = usePeople();
  return (
    <>
      <Select
        label="Quem"
        placeholder="Todos"
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'Limpar quem' }}
        nothingFoundMessage="Ninguém encontrado"
        data={people}
        comboboxProps={{ withinPortal: false }}
        value={search.person === undefined ? null : String(search.person)}
        onChange={(person) => onSearch({ person: person === null ? undefined : personOf(person) })}
      />
      <Select
        label="Cadastro"
        placeholder="Todos"
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'Limpar cadastro' }}
        nothingFoundMessage="Nada encontrado"
        data={RECORDS}
        comboboxProps={{ withinPortal: false }}
        value={search.record ?? null}
        onChange={(record) => onSearch({ record: record ?? undefined, action: undefined })}
      />
      <Select
        label="Ação"
        placeholder="Todas"
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'Limpar ação' }}
        nothingFoundMessage="Nada encontrado"
        data={actionOptions(search.record)}
        comboboxProps={{ withinPortal: false }}
        value={search.action ?? null}
        onChange={(action) => onSearch({ action: action ?? undefined })}
      />
    </>
  );
}

const personOf = (chosen: string) => (chosen === SYSTEM.value ? 'system' : Number(chosen));

/** The filters in force, in words that only the page has. */
export function useAuditWords({ person, record, action }: Search): FilterTexts {
  const people = usePeople();
  const labelIn = (options: { value: string; label: string }[], value: unknown) =>
    options.find((option) => option.value === String(value))?.label;
  return {
    person: person && labelIn(people, person),
    record: record && trailRecordName(record),
    action: action && labelIn(actionOptions(record), action),
  };
}
