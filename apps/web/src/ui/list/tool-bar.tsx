import { ActionIcon, Button, CloseButton, Drawer, FocusTrap, Popover, TextInput } from '@mantine/core';
import { IconFilter, IconHistory, IconSearch, IconX } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLastWords } from '#web/lib/filters.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { type Chip, type FilterTexts, useListFilters } from './list-filters.ts';
import { useSearchKey } from './list-keys.ts';
import classes from './tool-bar.module.css';

const PAUSE = 300;
const FEWEST_LETTERS = 2;

/** The user's saved views of the list. The app's frame provides them, since the kit's lists make no calls. */
export const Views = createContext<ReactNode>(null);

type ToolBarProps = {
  /** `label` says what is looked through: "Inquilino, imóvel ou documento". */
  search?: { label: string; value: string | undefined; onSearch: (text: string | undefined) => void };
  id?: { value: number | undefined; onSearch: (id: number | undefined) => void };
  /** Values of filters that only the page can put in words. */
  texts?: FilterTexts;
  /** The fields behind "Filtrar". */
  filters?: ReactNode;
  /** Fields that stand on the page; on a phone behind "Filtrar" as well. */
  inSight?: ReactNode;
};

/**
 * Filters of a list. Stateless: values live in the search params, and each filter that the route declares has a chip.
 */
export function ToolBar({ search, id, texts, filters, inSight }: ToolBarProps) {
  const phone = usePhone();
  const list = useListFilters();
  const chips = list.chips(texts);
  const lastSearch = lastTextOf(useLastWords()[list.path]);
  const bar = useRef<HTMLElement>(null);
  useSearchKey(bar);
  const idBox = id && (
    <SearchBox
      label="ID"
      digits
      value={id.value?.toString()}
      onSearch={(text) => id.onSearch(text ? Number(text) : undefined)}
    />
  );
  return (
    <search ref={bar} className={classes.bar}>
      {search && (
        <div className={classes.search}>
          <SearchBox {...search} />
        </div>
      )}
      {search && !search.value && id?.value === undefined && lastSearch && (
        <Button
          variant="subtle"
          color="gray"
          className={classes.again}
          leftSection={<IconHistory size={15} />}
          aria-label={`Buscar de novo: ${lastSearch}`}
          title={`Buscar de novo: ${lastSearch}`}
          onClick={() => search.onSearch(lastSearch)}
        >
          {lastSearch}
        </Button>
      )}
      {!phone && idBox && <div className={classes.id}>{idBox}</div>}
      {!phone && inSight && <div className={classes.inSight}>{inSight}</div>}
      {phone && (filters || inSight || idBox) && (
        <BottomFilters count={chips.length} onClear={list.clear}>
          {idBox}
          {inSight}
          {filters}
        </BottomFilters>
      )}
      <Chips chips={chips} />
      {!phone && filters && <PopoverFilters>{filters}</PopoverFilters>}
      {!phone && chips.length > 1 && (
        <Button variant="subtle" color="gray" onClick={list.clear}>
          Limpar filtros
        </Button>
      )}
      {useContext(Views)}
    </search>
  );
}

/** The text that the list was last searched for. */
const lastTextOf = (words: Record<string, unknown> = {}) =>
  Object.values(words).find((value): value is string => typeof value === 'string');

/** One for each filter in force. */
export function Chips({ chips }: { chips: Chip[] }) {
  return chips.map((chip) => (
    <span key={chip.name} className={classes.chip}>
      <span>
        {chip.label}: <b>{chip.value}</b>
      </span>
      <button type="button" aria-label={`Remover filtro ${chip.label}`} onClick={chip.onRemove}>
        <IconX size={14} />
      </button>
    </span>
  ));
}

type SearchBoxProps = {
  label: string;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  /** A number, from its first digit on. */
  digits?: boolean;
};

/** Searches when the typing pauses, from two letters on. */
export function SearchBox({ label, value = '', onSearch, digits = false }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [shown, setShown] = useState(value);
  const words = text.trim();
  const wanted = words.length >= (digits ? 1 : FEWEST_LETTERS) ? words : '';

  if (value !== shown) {
    setShown(value);
    // Changed by the address or by "Limpar filtros", and not by the search that was sent from here.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }

  const search = useEffectEvent(() => {
    setSent(wanted);
    onSearch(wanted || undefined);
  });
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => search(), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted, sent]);

  return (
    <TextInput
      size="xs"
      classNames={{ input: classes.box }}
      type={digits ? 'text' : 'search'}
      inputMode={digits ? 'numeric' : 'search'}
      aria-label={digits ? 'Buscar pelo ID' : label}
      placeholder={label}
      leftSection={digits ? undefined : <IconSearch />}
      rightSection={
        text && !digits ? <CloseButton size="sm" aria-label="Limpar busca" onClick={() => setText('')} /> : undefined
      }
      value={text}
      onChange={({ currentTarget }) => setText(digits ? currentTarget.value.replace(/\D/g, '') : currentTarget.value)}
    />
  );
}

function PopoverFilters({ children }: { children: ReactNode }) {
  return (
    <Popover position="bottom-start" width={300} trapFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" leftSection={<IconFilter size={15} />}>
          Filtrar
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filtros">
        <FocusTrap.InitialFocus />
        <div className={classes.fields}>{children}</div>
      </Popover.Dropdown>
    </Popover>
  );
}

function BottomFilters({ children, count, onClear }: { children: ReactNode; count: number; onClear: () => void }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <ActionIcon
        variant="default"
        aria-label={count ? `Filtrar (${count} em uso)` : 'Filtrar'}
        onClick={() => setOpened(true)}
      >
        <IconFilter size={17} />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        size="auto"
        title="Filtrar"
        classNames={{ content: classes.drawer }}
      >
        <div className={classes.sheet}>
          <div className={classes.fields}>{children}</div>
          <div className={classes.sheetFoot}>
            {count > 0 && (
              <Button variant="default" onClick={onClear}>
                Limpar filtros
              </Button>
            )}
            <Button onClick={close}>Ver resultado</Button>
          </div>
        </div>
      </Drawer>
    </>
  );
}
