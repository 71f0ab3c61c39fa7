import type { Answer } from '@morada/contract/base/endpoint';
import type { collection } from '@morada/contract/collection/collection';
import { daysText } from '@morada/domain/base/calendar';
import { STAGE_ORDER } from '@morada/domain/collection/stage-order';
import { STAGES } from '@morada/domain/collection/stages';
import { count } from '#web/lib/count.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import type { Search } from './collection-queries.ts';

type Filters = Pick<Answer<typeof collection.board>, 'staff' | 'owner'>;

const lateText = (days: number) => `${daysText(days)} ou mais`;
const amountText = (reais: number) => `R$ ${count(reais)} ou mais`;

const STAGE_OPTIONS = STAGE_ORDER.map((value) => ({ value, label: STAGES[value] }));
const optionsOf = (values: readonly number[], text: (value: number) => string) =>
  values.map((value) => ({ value: String(value), label: text(value) }));
const LATE_OPTIONS = optionsOf([1, 8, 31, 61, 91], lateText);
const AMOUNT_OPTIONS = optionsOf([500, 1_000, 2_000, 5_000, 10_000], amountText);

type BoardFiltersProps = { search: Search; onSearch: (change: Partial<Search>) => void; known: Filters | undefined };

/** Search and filters of the board; that of an owner is set from an invoice's window. */
export function BoardFilters({ search, onSearch, known }: BoardFiltersProps) {
  const phone = usePhone();
  const { late, amount, by, owner } = search;
  const staff = known?.staff ?? [];
  const field = (
    label: string,
    value: string | undefined,
    data: { value: string; label: string }[],
    onChange: (value: string | undefined) => void,
  ) => (
    <Select
      label={label}
      placeholder={label === 'Etapa' ? 'Todas' : 'Qualquer'}
      clearable
      clearButtonProps={{ 'aria-label': `Limpar ${label.toLowerCase()}` }}
      data={data}
      value={value ?? null}
      // Inside the popover, or choosing would count as a click outside it.
      comboboxProps={{ withinPortal: phone }}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
  const number = (chosen: string | undefined) => (chosen === undefined ? undefined : Number(chosen));
  return (
    <ToolBar
      search={{
        label: 'Inquilino, imóvel ou proprietário',
        value: search.query,
        onSearch: (query) => onSearch({ query }),
      }}
      texts={{
        late: late === undefined ? undefined : lateText(late),
        amount: amount === undefined ? undefined : amountText(amount),
        by: by === undefined ? undefined : (staff.find(({ id }) => id === by)?.name ?? String(by)),
        owner: owner === undefined ? undefined : (known?.owner ?? String(owner)),
      }}
      filters={
        <>
          {field('Etapa', search.stage, STAGE_OPTIONS, (stage) => onSearch({ stage: stage as Search['stage'] }))}
          {field('Atraso', late?.toString(), LATE_OPTIONS, (chosen) => onSearch({ late: number(chosen) }))}
          {field('Valor da fatura', amount?.toString(), AMOUNT_OPTIONS, (chosen) =>
            onSearch({ amount: number(chosen) }),
          )}
          {staff.length > 0 &&
            field(
              'Último responsável',
              by?.toString(),
              staff.map(({ id, name }) => ({ value: String(id), label: name })),
              (chosen) => onSearch({ by: number(chosen) }),
            )}
        </>
      }
    />
  );
}
