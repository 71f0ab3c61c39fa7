import { CHANNEL_NAMES } from '@morada/domain/messages/kinds';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import type { Search } from './message-queries.ts';
import { KIND_WORDS, STATE_WORDS } from './message-words.ts';

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

type MessageFiltersProps = {
  search: Search;
  onSearch: (change: Search) => void;
  /** Name of the person whose messages are shown. */
  client: string | undefined;
};

/** State, channel and kind; the person is chosen from a message or their own page. */
export function MessageFilters({ search, onSearch, client }: MessageFiltersProps) {
  const phone = usePhone();
  const field = (
    label: string,
    name: 'state' | 'channel' | 'kind',
    words: Readonly<Record<string, string>>,
    all = 'Todos',
  ) => (
    <Select
      label={label}
      placeholder={all}
      clearable
      clearButtonProps={{ 'aria-label': `Limpar ${label.toLowerCase()}` }}
      data={optionsOf(words)}
      value={search[name] ?? null}
      // Inside the popover, or choosing would count as a click outside it.
      comboboxProps={{ withinPortal: phone }}
      onChange={(value) => onSearch({ [name]: value ?? undefined } as Search)}
    />
  );
  return (
    <ToolBar
      texts={{
        state: search.state && STATE_WORDS[search.state],
        channel: search.channel && CHANNEL_NAMES[search.channel],
        kind: search.kind && KIND_WORDS[search.kind],
        client: search.client === undefined ? undefined : (client ?? String(search.client)),
      }}
      filters={
        <>
          {field('Situação', 'state', STATE_WORDS, 'Todas')}
          {field('Canal', 'channel', CHANNEL_NAMES)}
          {field('Assunto', 'kind', KIND_WORDS)}
        </>
      }
    />
  );
}
