import { useDebouncedValue } from '@mantine/hooks';
import { search } from '@morada/contract/desk/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query as read } from '#web/lib/api/query.ts';
import { today } from '#web/lib/today.ts';
import { type ParsedCommand, parseCommand } from './command-parser.ts';

const PAUSE = 120;

/** Search request; undefined when the text names a kind that the server does not search. */
function asked({ subject, id, month, query }: ParsedCommand) {
  if (month || (id === undefined && query === undefined)) return undefined;
  if (subject === 'boletos' || subject === 'transfers' || subject === 'tickets' || subject === 'readjustments')
    return undefined;
  return { id, query, kind: subject };
}

/**
 * Search results for the text. The previous answer stays while the next is loading, with `current` false. Obsolete
 * requests are aborted.
 */
export function useFound(text: string) {
  const [settled] = useDebouncedValue(text, PAUSE);
  const understood = parseCommand(text, today());
  const question = asked(parseCommand(settled, today()));
  const query = useQuery({
    ...read(search.find, { query: question ?? {} }),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const wanted = asked(understood);
  const same = JSON.stringify(question) === JSON.stringify(wanted);
  return {
    understood,
    found: wanted && (question === undefined ? undefined : query.data),
    current: wanted === undefined || (same && !query.isPlaceholderData && !query.isLoading),
    error: same ? query.error : null,
  };
}
